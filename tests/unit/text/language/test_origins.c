/* The bytes of a text from which its tokens came, through normal forms and
 * changes of case. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/core/utf8.h"
#include "base/numbers/random.h"
#include "text/files/lines.h"
#include "text/language/text_normal.h"
#include "text/language/tokens.h"

enum { TEXTS = 3000, POINTS = 14, RULES = 3, FORMS = 3 };

/* Code points that normal forms, changes of case or tokenisers treat
 * specially. */
static const int32_t peculiar[] = {
    'a',    'E',    'i',     'I',     '.',     '-',     '\'',     ' ',
    0x300,  0x301,  0x323,   0x305,   0x345,   0x327,   0x338,    0x344,
    0xe9,   0x1ed,  0x212b,  0x1e9b,  0xdf,    0x1e9e,  0x130,    0x131,
    0x23a,  0x3a3,  0x3c2,   0x1f80,  0xfb01,  0xfb03,  0xfdfa,   0xbd,
    0x2026, 0xb4,   0x37a,   0xa0,    0x2028,  0x3000,  0x33d5,   0xff21,
    0xff76, 0xff9e, 0xff9f,  0x3099,  0x304b,  0x4e2d,  0x6587,   0xf900,
    0xfa6c, 0x1100, 0x1161,  0x11a8,  0x1112,  0x1175,  0xac00,   0xd55c,
    0x3131, 0xffa1, 0x1f600, 0x1f468, 0x200d,  0x1f3fd, 0xfe0f,   0x9c7,
    0x9be,  0x9d7,  0xb47,   0xb3e,   0x1025,  0x102e,  0xf71,    0xf73,
    0xf81,  0x958,  0x1d15e, 0x1d165, 0x11131, 0x11127, 0x10ffff,
};

struct text {
    char s[4 * POINTS + 1];
    size_t len;
};

static void add_point(struct text *t, int32_t point)
{
    t->len +=
        (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)t->s + t->len);
}

/* Text i of peculiar code points; every fourth is any code point of Unicode. */
static struct text text_number(uint32_t i)
{
    const struct random_key key = random_key(1, "texts");
    const struct address at = {.example = i};
    const uint32_t n = 1 + random_below(key, at, 0, POINTS);
    struct text t = {.len = 0};

    for (uint32_t k = 1; k <= n; k++) {
        const bool any = random_below(key, at, 2 * k, 4) == 0;
        const uint32_t of =
            any ? 0x10ffff : sizeof(peculiar) / sizeof(*peculiar);
        const uint32_t draw = random_below(key, at, 2 * k + 1, of);

        if (!any)
            add_point(&t, peculiar[draw]);
        else if (draw && (draw < 0xd800 || draw > 0xdfff))
            add_point(&t, (int32_t)draw);
    }
    return t;
}

/* A text, its normal form, and the origins. */
struct normal_case {
    struct text text;
    enum normal_form form;
    bool lower;
    struct str normal;
    struct origins origins;
};

static void normal_of(const struct normal_case *w, size_t from, size_t end,
                      struct str *out)
{
    struct error e;

    assert_int_equal(
        text_normal(w->text.s + from, end - from, w->form, w->lower, out, &e),
        0);
}

static void normal_case_find(struct normal_case *w, struct text t, int form,
                             bool lower)
{
    w->text = t;
    w->form = (enum normal_form)form;
    w->lower = lower;
    normal_of(w, 0, t.len, &w->normal);
    origins_find(&w->origins, w->text.s, t.len, w->form, lower);
}

static void normal_case_release(struct normal_case *w)
{
    str_release(&w->normal);
    origins_release(&w->origins);
}

typedef void normal_case_test(const struct normal_case *w);

static void each_way(normal_case_test *test)
{
    struct normal_case w = {0};

    for (uint32_t i = 0; i < TEXTS; i++)
        for (int form = 0; form < FORMS; form++)
            for (int lower = 0; lower < 2; lower++) {
                normal_case_find(&w, text_number(i), form, lower);
                test(&w);
            }
    normal_case_release(&w);
}

static void check_pieces(const struct normal_case *w)
{
    const struct origins *o = &w->origins;
    struct str part = {0}, all = {0};

    assert_int_equal(o->piece[0].text, 0);
    assert_int_equal(o->piece[0].normal, 0);
    assert_int_equal(o->piece[o->n].text, w->text.len);
    for (size_t i = 0; i < o->n; i++) {
        assert_true(o->piece[i].text < o->piece[i + 1].text);
        normal_of(w, o->piece[i].text, o->piece[i + 1].text, &part);
        str_add(&all, part.s, part.len);
        assert_int_equal(o->piece[i + 1].normal, all.len);
    }
    assert_string_equal(str_text(&all), str_text(&w->normal));
    str_release(&part);
    str_release(&all);
}

static void normal_forms_of_pieces_make_up_the_whole(void **state)
{
    (void)state;
    each_way(check_pieces);
}

/* True if the code point that begins here, decomposed, begins with a mark. */
static bool begins_with_mark(const struct normal_case *w, size_t at)
{
    const utf8proc_uint8_t *s = (const utf8proc_uint8_t *)w->text.s;
    utf8proc_int32_t point, part[32];
    int boundary = 0;

    utf8proc_iterate(s + at, (utf8proc_ssize_t)(w->text.len - at), &point);
    utf8proc_decompose_char(w->lower ? utf8proc_tolower(point) : point, part,
                            32, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT,
                            &boundary);
    return utf8proc_get_property(part[0])->combining_class != 0;
}

/* True if cutting a piece before this byte leaves its normal form unchanged. */
static bool cut_changes_nothing(const struct normal_case *w, size_t from,
                                size_t at, size_t end)
{
    struct str whole = {0}, left = {0}, right = {0};
    bool same;

    normal_of(w, from, end, &whole);
    normal_of(w, from, at, &left);
    normal_of(w, at, end, &right);
    str_add(&left, right.s, right.len);
    same = !strcmp(str_text(&whole), str_text(&left));
    str_release(&whole);
    str_release(&left);
    str_release(&right);
    return same;
}

static void check_shortest(const struct normal_case *w)
{
    const struct origins *o = &w->origins;

    for (size_t i = 0; i < o->n; i++)
        for (size_t at = o->piece[i].text + 1; at < o->piece[i + 1].text; at++)
            if ((w->text.s[at] & 0xc0) != 0x80)
                assert_true(w->form != NORMAL_NONE &&
                            (begins_with_mark(w, at) ||
                             !cut_changes_nothing(w, o->piece[i].text, at,
                                                  o->piece[i + 1].text)));
}

static void pieces_are_letters_with_their_marks_and_no_more(void **state)
{
    (void)state;
    each_way(check_shortest);
}

/* True if a piece begins at this byte of the normal form, or the last ends
 * there. */
static bool at_border(const struct origins *o, size_t normal)
{
    size_t i = 0;

    while (o->piece[i].normal < normal)
        i++;
    return o->piece[i].normal == normal;
}

/*
 * The law: the normal form of a token's origin is the token; if a piece gave
 * several tokens, its normal form contains all of them.
 */
static void check_token(const struct normal_case *w, struct token_span token,
                        struct text_range from)
{
    struct str s = {0};
    const char *text = w->normal.s + token.at;

    assert_true(from.from < from.end && from.end <= w->text.len);
    normal_of(w, from.from, from.end, &s);
    assert_non_null(memmem(s.s, s.len, text, token.len));
    if (at_border(&w->origins, token.at) &&
        at_border(&w->origins, token.at + token.len)) {
        assert_int_equal(s.len, token.len);
        assert_memory_equal(s.s, text, token.len);
    }
    str_release(&s);
}

/* Successive tokens have successive bytes, or share one piece. */
static void check_neighbours(const struct normal_case *w,
                             struct token_span next, struct text_range a,
                             struct text_range b)
{
    const struct text_range common =
        origins_of(&w->origins, (struct text_range){next.at, next.at + 1});

    if (a.end <= b.from)
        return;
    assert_false(at_border(&w->origins, next.at));
    assert_true(a.from <= b.from && a.end <= b.end);
    assert_int_equal(common.from, b.from);
    assert_int_equal(common.end, a.end);
}

static void check_tokens(const struct normal_case *w)
{
    struct token_list l = {0};

    for (int rule = 0; rule < RULES; rule++) {
        struct text_range before = {0, 0};

        tokens_split((enum token_rule)rule, str_text(&w->normal), w->normal.len,
                     &l);
        for (size_t i = 0; i < l.n; i++) {
            const struct token_span t = l.span[i];
            const struct text_range from = origins_of(
                &w->origins, (struct text_range){t.at, t.at + t.len});

            check_token(w, t, from);
            check_neighbours(w, t, before, from);
            before = from;
        }
    }
    tokens_release(&l);
}

static void bytes_of_a_token_have_it_as_their_normal_form(void **state)
{
    (void)state;
    each_way(check_tokens);
}

/* Check the bytes of a text's tokens, written as "from-end" in order. */
static void come_from(const char *text, enum normal_form form,
                      enum token_rule rule, const char *expected)
{
    struct text t = {.len = strlen(text)};
    struct token_list l = {0};
    struct str out = {0};
    struct normal_case w = {0};

    memcpy(t.s, text, t.len);
    normal_case_find(&w, t, form, true);
    tokens_split(rule, str_text(&w.normal), w.normal.len, &l);
    for (size_t i = 0; i < l.n; i++) {
        const struct token_span s = l.span[i];
        const struct text_range from =
            origins_of(&w.origins, (struct text_range){s.at, s.at + s.len});

        str_addf(&out, "%s%zu-%zu", i ? " " : "", from.from, from.end);
    }
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
    tokens_release(&l);
    normal_case_release(&w);
}

static void known_texts_have_known_bytes(void **state)
{
    (void)state;
    come_from("", NORMAL_NFC, TOKENS_WORDS, "");
    come_from("Don't  stop.", NORMAL_NFC, TOKENS_WORDS, "0-2 2-5 7-11 11-12");
    come_from("Caf"
              "e\xcc\x81 a",
              NORMAL_NFC, TOKENS_SPACES, "0-6 7-8");
    come_from("E\xcc\x81x", NORMAL_NFC, TOKENS_CHARACTERS, "0-3 3-4");
    come_from("E\xcc\x81x", NORMAL_NONE, TOKENS_CHARACTERS, "0-1 1-3 3-4");
    come_from("\xef\xac\x81n", NORMAL_NFC, TOKENS_CHARACTERS, "0-3 3-4");
    come_from("\xef\xac\x81n", NORMAL_NFKC, TOKENS_CHARACTERS, "0-3 0-3 3-4");
    come_from("\xef\xac\x81n", NORMAL_NFKC, TOKENS_SPACES, "0-4");
    come_from("2\xc2\xbd", NORMAL_NFKC, TOKENS_WORDS, "0-3 1-3 1-3");
    /* Strasse with sharp s, Istanbul with a dot, a syllable of three jamo, an
     * emoji */
    come_from("Stra\xc3\x9f"
              "e.",
              NORMAL_NFKC, TOKENS_WORDS, "0-7 7-8");
    come_from("\xc4\xb0stanbul", NORMAL_NFC, TOKENS_SPACES, "0-9");
    come_from("\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8 \xea\xb0\x80", NORMAL_NFC,
              TOKENS_CHARACTERS, "0-9 9-10 10-13");
    come_from("\xe4\xb8\xad\xe6\x96\x87", NORMAL_NFC, TOKENS_CHARACTERS,
              "0-3 3-6");
    come_from("a\xf0\x9f\x98\x80z", NORMAL_NFC, TOKENS_WORDS, "0-1 1-5 5-6");
}

/* For any code point: no upper-case letter is left, and a second call changes
 * nothing. */
static void what_is_small_and_nfkc_stays_so(void **state)
{
    struct str once = {0}, twice = {0};
    struct error e;

    (void)state;
    for (int32_t point = 1; point <= 0x10ffff; point++) {
        struct text t = {.len = 0};
        utf8proc_int32_t is;

        if (point >= 0xd800 && point <= 0xdfff)
            continue;
        add_point(&t, point);
        assert_int_equal(text_normal(t.s, t.len, NORMAL_NFKC, true, &once, &e),
                         0);
        for (size_t i = 0; i < once.len;) {
            i +=
                (size_t)utf8proc_iterate((utf8proc_uint8_t *)once.s + i,
                                         (utf8proc_ssize_t)(once.len - i), &is);
            assert_int_equal(utf8proc_tolower(is), is);
        }
        assert_int_equal(
            text_normal(once.s, once.len, NORMAL_NFKC, true, &twice, &e), 0);
        assert_string_equal(str_text(&once), str_text(&twice));
    }
    str_release(&once);
    str_release(&twice);
}

static void what_is_no_text_has_no_normal_form(void **state)
{
    static const char *const bad[] = {"a\xff", "\xed\xa0\x80", "\xc3", "\x80"};
    struct str s = {0};
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        assert_true(utf8_valid(bad[i], strlen(bad[i])) < strlen(bad[i]));
        assert_int_equal(
            text_normal(bad[i], strlen(bad[i]), NORMAL_NFC, true, &s, &e), -1);
    }
    str_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_forms_of_pieces_make_up_the_whole),
        cmocka_unit_test(pieces_are_letters_with_their_marks_and_no_more),
        cmocka_unit_test(bytes_of_a_token_have_it_as_their_normal_form),
        cmocka_unit_test(known_texts_have_known_bytes),
        cmocka_unit_test(what_is_small_and_nfkc_stays_so),
        cmocka_unit_test(what_is_no_text_has_no_normal_form),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
