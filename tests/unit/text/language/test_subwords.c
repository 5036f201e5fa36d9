/* Subwords: encoding, decoding and learning. */
#include "config.h"

#include "tests/test.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "base/numbers/random.h"
#include "tests/unit/text/language/subwords_fixture.h"
#include "tests/unit/text_files.h"
#include "text/files/lines.h"

/* --- encoding and decoding ------------------------------------------------ */

static void check_line(const struct subwords *s, const char *line, size_t len)
{
    struct subword_list l = {0};
    struct str back = {0};

    str_adds(&back, "before");
    subwords_encode(s, line, len, &l);
    for (int i = 0; i < l.n; i++)
        assert_in_range(l.token[i], 0, s->n - 1);
    subwords_decode(s, l.token, l.n, &back);
    assert_int_equal(back.len, strlen("before") + len);
    assert_memory_equal(back.s + strlen("before"), line, len);
    str_release(&back);
    subword_list_release(&l);
}

static const char *const odd[] = {
    "",
    " ",
    "   ",
    " one",
    "one ",
    "  one  two   three    ",
    "\tone\t two \x01\x7f",
    "_ \\ \\x20 ▁ __",
    "Đặng Thị Thuý — tiếng Việt",
    "e\xcc\x81 and \xcc\x81 alone",
    "日本語のテキスト、中文。",
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80 \xf4\x8f\xbf\xbf",
    "no-break\xc2\xa0space \xe3\x80\x80 wide",
    "x1y2 3z ²③ ٣٤",
};

static void every_line_comes_back_as_it_was(void **state)
{
    (void)state;
    for (long merges = 0; merges < 200; merges += 33) {
        struct subwords s = learned(merges);

        for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
            check_line(&s, odd[i], strlen(odd[i]));
        for (size_t i = 0; i < CORPUS; i++)
            check_line(&s, corpus[i], strlen(corpus[i]));
        subwords_release(&s);
    }
}

/* Characters of one class, more than a piece may have. */
static void long_words_are_cut_between_characters(void **state)
{
    static const char *const parts[] = {"a", "ß", "語", "😀", " ", "7"};
    struct subwords s = learned(100);

    (void)state;
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        struct str line = {0};

        for (int k = 0; k < 500; k++) {
            str_adds(&line, parts[i]);
            check_line(&s, line.s, line.len);
        }
        for (size_t at = 0, n; at < line.len; at += n) {
            n = subwords_piece(line.s + at, line.len - at);
            assert_in_range(n, 1, SUBWORD_PIECE);
            assert_int_equal(utf8_valid(line.s + at, n), n);
        }
        str_release(&line);
    }
    subwords_release(&s);
}

static void pieces_are_words_with_the_blank_before(void **state)
{
    static const char *const expected[] = {" A", " man", ",",   " ",  " 1",
                                           ".",  "50",   "€",   " x", "2",
                                           "y",  " Ü",   " -!", "  ", NULL};
    const char *line = " A man,  1.50€ x2y Ü -!  ";
    size_t n = strlen(line);

    (void)state;
    for (int i = 0; expected[i]; i++) {
        const size_t piece = subwords_piece(line, n);

        assert_int_equal(piece, strlen(expected[i]));
        assert_memory_equal(line, expected[i], piece);
        line += piece;
        n -= piece;
    }
    assert_int_equal(n, 0);
}

static int words_of(const struct subwords *s, const char *line)
{
    struct subword_list l = {0};

    subwords_encode(s, line, strlen(line), &l);
    const int n = l.n;
    subword_list_release(&l);
    return n;
}

static void a_word_is_the_same_at_the_beginning(void **state)
{
    struct subwords s = learned(500);

    (void)state;
    assert_int_equal(words_of(&s, "newest"), 1);
    assert_int_equal(words_of(&s, "newest newest"), 2);
    assert_int_equal(words_of(&s, ""), 0);
    subwords_release(&s);
}

#define BYTES 500000 /* read from a file, up to the end of a line; or all */

static long lines_come_back(const struct subwords *s, const char *path)
{
    struct error e = {0};
    struct lines *in = lines_open(path, &e);
    size_t len, before = 0;
    char *line;
    int more = 1;

    assert_non_null(in);
    while ((before < BYTES || is_full()) &&
           (more = lines_next(in, &line, &len, &e)) > 0) {
        check_line(s, line, len);
        before += len;
    }
    assert_int_equal(more, before >= BYTES && !is_full());
    const long n = lines_number(in);

    lines_close(in);
    return n;
}

/* True for text, also compressed, but not for archives. */
static bool is_text(const FTSENT *f)
{
    const char *end = strrchr(f->fts_name, '.');

    return f->fts_info == FTS_F && end && !strstr(f->fts_name, ".tar.") &&
           (!strcmp(end, ".gz") || !strcmp(end, ".xz"));
}

static void lines_of_all_data_come_back(void **state)
{
    char *root[] = {getenv("CODARUN_DATA"), NULL};
    struct subwords s = learned(100);
    FTS *all = fts_open(root, FTS_LOGICAL | FTS_NOCHDIR, NULL);
    long n = 0;

    (void)state;
    assert_non_null(all);
    for (FTSENT *f = fts_read(all); f; f = fts_read(all))
        if (f->fts_level > 0 && *f->fts_name == '.')
            fts_set(all, f, FTS_SKIP); /* an unfinished download */
        else if (is_text(f))
            n += lines_come_back(&s, f->fts_path);
    assert_true(n > 1000);
    fts_close(all);
    subwords_release(&s);
}

/* --- learning, against a simple version ----------------------------------- */

#define PIECES 200
#define PAIRS 4000

/* All pieces, each as often as it occurs; every pair is counted again for every
 * merge. */
struct plain {
    int n;
    int32_t token[PIECES][SUBWORD_PIECE];
    int len[PIECES];
    struct pair_index pairs; /* in order of first appearance */
    long count[PAIRS];
};

static void plain_init(struct plain *p, const char *const *line, size_t n)
{
    *p = (struct plain){0};
    for (size_t i = 0; i < n; i++) {
        struct str text = {0};

        subwords_begin(&text, line[i], strlen(line[i]));
        for (size_t at = 0, len; at < text.len; at += len, p->n++) {
            len = subwords_piece(text.s + at, text.len - at);
            assert_in_range(p->n, 0, PIECES - 1);
            p->len[p->n] = (int)len;
            for (size_t k = 0; k < len; k++)
                p->token[p->n][k] = (unsigned char)text.s[at + k];
        }
        str_release(&text);
    }
}

static void plain_count(struct plain *p)
{
    memset(p->count, 0, sizeof(p->count));
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k + 1 < p->len[i]; k++) {
            const int32_t pair =
                pair_index_add(&p->pairs, p->token[i][k], p->token[i][k + 1]);

            assert_in_range(pair, 0, PAIRS - 1);
            p->count[pair]++;
        }
}

/* The next pair to merge, or -1. */
static int32_t plain_best(const struct plain *p)
{
    int32_t best = -1;

    for (int32_t i = 0; i < p->pairs.n; i++)
        if (p->count[i] > 1 && (best < 0 || p->count[i] > p->count[best]))
            best = i;
    return best;
}

static void plain_learn(struct plain *p, struct subwords *s)
{
    int32_t best;

    subwords_init(s);
    for (plain_count(p); (best = plain_best(p)) >= 0; plain_count(p)) {
        subwords_add(s, pair_index_left(&p->pairs, best),
                     pair_index_right(&p->pairs, best));
        for (int i = 0; i < p->n; i++)
            p->len[i] = subwords_merge(&s->merge, s->merge.n - 1, p->token[i],
                                       p->len[i]);
    }
}

/* Returns the number of merges. */
static int check_learning(const char *const *line, size_t n)
{
    static struct plain p;
    struct subwords plain, s = learned_of(line, n, 1000);

    plain_init(&p, line, n);
    plain_learn(&p, &plain);
    assert_int_equal(s.merge.n, plain.merge.n);
    if (s.merge.n)
        assert_memory_equal(s.merge.key, plain.merge.key,
                            (size_t)s.merge.n * sizeof(*s.merge.key));
    const int merges = s.merge.n;

    subwords_release(&s);
    subwords_release(&plain);
    pair_index_release(&p.pairs);
    return merges;
}

static void the_most_frequent_pair_is_merged_first(void **state)
{
    (void)state;
    assert_in_range(check_learning(corpus, CORPUS), 30, 999);
    assert_int_equal(check_learning(corpus, 0), 0);
}

/* Words of one or two letters, so that pairs overlap and have equal counts. */
static void any_words_are_learned_so(void **state)
{
    const struct random_key key = random_key(1, "words");

    (void)state;
    for (uint32_t k = 0; k < 300; k++) {
        char text[400];
        const char *const line = text;

        for (uint32_t i = 0; i + 1 < sizeof(text); i++)
            text[i] = "aab "[random_below(key, (struct address){.step = k}, i,
                                          k % 2 ? 4 : 2)];
        for (uint32_t i = 0; i + 1 < sizeof(text) && !(k % 2); i += 5 + k % 9)
            text[i] = ' ';
        text[sizeof(text) - 1] = 0;
        check_learning(&line, 1);
    }
}

/* Fewer merges are a prefix of more, and no two tokens have the same text. */
static void merges_are_a_list_to_be_cut_anywhere(void **state)
{
    struct subwords all = learned(1000);

    (void)state;
    for (int n = 0; n < all.merge.n; n += 7) {
        struct subwords few = learned(n);

        assert_int_equal(few.merge.n, n);
        assert_int_equal(few.n, SUBWORD_BYTES + n);
        if (n)
            assert_memory_equal(few.merge.key, all.merge.key,
                                (size_t)n * sizeof(*all.merge.key));
        subwords_release(&few);
    }
    subwords_release(&all);
}

/* Encoding gives what all merges give when applied in order. */
static void a_line_is_cut_as_in_learning(void **state)
{
    struct subwords s = learned(60);

    (void)state;
    for (size_t i = 0; i < CORPUS; i++) {
        struct subword_list l = {0};
        struct str text = {0};
        int at = 0;

        subwords_encode(&s, corpus[i], strlen(corpus[i]), &l);
        subwords_begin(&text, corpus[i], strlen(corpus[i]));
        for (size_t from = 0, n; from < text.len; from += n) {
            int32_t token[SUBWORD_PIECE];

            n = subwords_piece(text.s + from, text.len - from);
            for (size_t k = 0; k < n; k++)
                token[k] = (unsigned char)text.s[from + k];
            int left = (int)n;
            for (int32_t m = 0; m < s.merge.n; m++)
                left = subwords_merge(&s.merge, m, token, left);
            assert_in_range(at + left, 0, l.n);
            assert_memory_equal(l.token + at, token,
                                (size_t)left * sizeof(*token));
            at += left;
        }
        assert_int_equal(at, l.n);
        str_release(&text);
        subword_list_release(&l);
    }
    subwords_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_comes_back_as_it_was),
        cmocka_unit_test(long_words_are_cut_between_characters),
        cmocka_unit_test(pieces_are_words_with_the_blank_before),
        cmocka_unit_test(a_word_is_the_same_at_the_beginning),
        cmocka_unit_test(the_most_frequent_pair_is_merged_first),
        cmocka_unit_test(any_words_are_learned_so),
        cmocka_unit_test(merges_are_a_list_to_be_cut_anywhere),
        cmocka_unit_test(a_line_is_cut_as_in_learning),
        unit_test_if(has_data("multi30k"), lines_of_all_data_come_back,
                     "no multi30k/ under CODARUN_DATA"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
