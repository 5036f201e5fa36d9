/* Reading text files: compression, line ends, damage, JSON, tokens, names. */
#include "config.h"

#include "tests/test.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/core/memory.h"
#include "tests/unit/text_files.h"
#include "text/files/lines.h"
#include "text/formats/json.h"
#include "text/language/text_normal.h"
#include "text/language/tokens.h"

/* Read a file to its end: its lines joined by '|', or the error. */
static int read_all(const char *name, struct str *out, struct digest *d,
                    struct error *e)
{
    struct lines *l = lines_open(path_of(name), e);
    char *line;
    size_t len;
    int more = l ? 0 : -1;

    str_clear(out);
    while (l && (more = lines_next(l, &line, &len, e)) > 0) {
        str_add(out, line, len);
        str_adds(out, "|");
    }
    if (l && d)
        *d = lines_digest(l);
    lines_close(l);
    return more;
}

static void reads(const char *name, const char *expected)
{
    struct str s = {0};
    struct error e = {0};

    if (read_all(name, &s, NULL, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void refuses(const char *name, const char *says)
{
    struct str s = {0};
    struct error e = {0};

    assert_int_equal(read_all(name, &s, NULL, &e), -1);
    if (!strstr(e.text, says) || !strstr(e.text, name))
        fail_msg("'%s' does not say '%s' of %s", e.text, says, name);
    str_release(&s);
}

static size_t pack_gz(const char *text, size_t len, unsigned char *out,
                      size_t room)
{
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)text,
                  .avail_in = (unsigned)len,
                  .next_out = out,
                  .avail_out = (unsigned)room};

    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

static size_t pack_xz(const char *text, size_t len, unsigned char *out,
                      size_t room)
{
    size_t at = 0;

    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC32, NULL,
                                             (const uint8_t *)text, len, out,
                                             &at, room),
                     LZMA_OK);
    return at;
}

static void line_ends_of_every_kind_are_read(void **state)
{
    (void)state;
    file_of("a", "one\ntwo\r\n\nlast");
    reads("a", "one|two||last|");
    file_of("a", "\xef\xbb\xbfmark\n");
    reads("a", "mark|");
    file_of("a", "");
    reads("a", "");
    file_of("a", "x\n");
    reads("a", "x|");
}

/* Lines longer than any buffer, and line ends at the edge of a buffer. */
static void lines_of_any_length_are_read(void **state)
{
    enum { N = 3 * 65536 };
    char *text = memory_new(N + 2), *expected = memory_new(N + 2);

    (void)state;
    for (int n = N - 2; n <= N; n++) {
        memset(text, 'x', (size_t)n);
        memcpy(text + n, "\n", 2);
        memcpy(expected, text, (size_t)n);
        memcpy(expected + n, "|", 2);
        file_of("long", text);
        reads("long", expected);
    }
    free(text);
    free(expected);
}

static void packed_and_plain_read_the_same(void **state)
{
    static const char text[] = "one\ntwo\n\xc3\xa9\n";
    unsigned char packed[2000];
    size_t n, len = sizeof(text) - 1;

    (void)state;
    bytes_of("a.gz", packed, pack_gz(text, len, packed, sizeof(packed)));
    reads("a.gz", "one|two|\xc3\xa9|");
    bytes_of("a.xz", packed, pack_xz(text, len, packed, sizeof(packed)));
    reads("a.xz", "one|two|\xc3\xa9|");
    bytes_of("misnamed", packed, pack_xz(text, len, packed, sizeof(packed)));
    reads("misnamed", "one|two|\xc3\xa9|");
    n = pack_gz(text, len, packed, sizeof(packed)); /* two members read as
                                                       one */
    n += pack_gz(text, len, packed + n, sizeof(packed) - n);
    bytes_of("two.gz", packed, n);
    reads("two.gz", "one|two|\xc3\xa9|one|two|\xc3\xa9|");
}

static void a_file_cut_short_anywhere_is_refused(void **state)
{
    char text[4000];
    unsigned char packed[5000];
    size_t n;

    (void)state;
    for (size_t i = 0; i < sizeof(text); i++)
        text[i] = i % 50 == 49 ? '\n' : (char)('a' + i * i % 23);
    n = pack_gz(text, sizeof(text), packed, sizeof(packed));
    for (size_t cut = 2; cut < n; cut += 7) {
        bytes_of("cut.gz", packed, cut);
        refuses("cut.gz", "cut short");
    }
    n = pack_xz(text, sizeof(text), packed, sizeof(packed));
    for (size_t cut = 6; cut < n; cut += 7) {
        bytes_of("cut.xz", packed, cut);
        refuses("cut.xz", "cut short");
    }
    packed[n / 2] ^= 1;
    bytes_of("damaged.xz", packed, n);
    refuses("damaged.xz", "damaged xz data");
}

static void what_is_no_text_is_refused_with_its_place(void **state)
{
    (void)state;
    file_of("bad", "good\nab\xff\n");
    refuses("bad", "line 2: byte 3: found 0xff, expected valid UTF-8");
    file_of("bad", "\xed\xa0\x80\n"); /* a surrogate */
    refuses("bad", "line 1: byte 1: found 0xed");
    bytes_of("bad", "a\nb\0c\n", 6);
    refuses("bad", "line 2: byte 2: found a NUL");
    bytes_of("bad", "\xff\xfe" "a\0\n\0", 6);
    refuses("bad", "line 1: found text in UTF-16, expected UTF-8");
    bytes_of("bad", "\xfe\xff" "\0a\0\n", 6);
    refuses("bad", "line 1: found text in UTF-16, expected UTF-8");
    file_of("plain.gz", "no gzip\n");
    refuses("plain.gz", "no gzip data, but its name ends in .gz");
    refuses("absent", "No such file");
}

static void the_digest_is_of_the_bytes_on_disk(void **state)
{
    unsigned char packed[200];
    size_t n = pack_gz("x\n", 2, packed, sizeof(packed));
    struct str s = {0};
    struct error e = {0};
    struct digest d;

    (void)state;
    bytes_of("a.gz", packed, n);
    assert_int_equal(read_all("a.gz", &s, &d, &e), 0);
    assert_true(digest_equal(d, digest_of(packed, n)));
    str_release(&s);
}

static void splits(enum token_rule rule, const char *text, const char *expected)
{
    struct token_list l = {0};
    struct str s = {0};

    tokens_split(rule, text, strlen(text), &l);
    for (size_t i = 0; i < l.n; i++) {
        str_add(&s, text + l.span[i].at, l.span[i].len);
        str_adds(&s, "|");
    }
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
    tokens_release(&l);
}

static void texts_are_cut_as_the_header_says(void **state)
{
    (void)state;
    splits(TOKENS_SPACES,
           "  a b.\xc2\xa0"
           "c\t",
           "a|b.|c|");
    splits(TOKENS_SPACES, "", "");
    splits(TOKENS_WORDS, "He doesn't pay $3.14, (well-known)...",
           "He|does|n't|pay|$|3.14|,|(|well-known|)|...|");
    splits(TOKENS_WORDS, "the U.S. isn't \"John's\"!",
           "the|U.S|.|is|n't|\"|John|'s|\"|!|");
    splits(TOKENS_WORDS, "na\xc3\xafve-", "na\xc3\xafve|-|");
    splits(TOKENS_CHARACTERS, "a \xc3\xa9", "a| |\xc3\xa9|");
}

static void english_is_cut_as_spacy_does(void **state)
{
    static const char *const cases[][2] = {
        {"(\"Don't,\" he'd said.)", "(|\"|Do|n't|,|\"|he|'d|said|.|)|"},
        {"I can\xe2\x80\x99t; You cannot, it's o'clock",
         "I|ca|n\xe2\x80\x99t|;|You|can|not|,|it|'s|o'clock|"},
        {"well-known gold--theme 16-bit 24-10 -x- and/or/x",
         "well|-|known|gold|--|theme|16|-|bit|24|-|10|-x-|and|/|or|/|x|"},
        {"U.S. Mr. J. etc. end.Start 3.14 ... a..b",
         "U.S.|Mr.|J.|etc|.|end|.|Start|3.14|...|a|..|b|"},
        {"$5 US$3.5m 10km, 5% 20\xe2\x82\xac 1,000 (1) #2 ",
         "$|5|US$|3.5|m|10|km|,|5|%|20|\xe2\x82\xac|1,000|(|1|)|#|2|"},
        {"http://a.b/c-d www.x-y.z a/b x:y 5:30",
         "http://a.b/c-d|www.x-y.z|a|/|b|x|:|y|5:30|"},
        {"Levi's dogs' 's '' --", "Levi|'s|dogs|'|'s|''|--|"},
        {"\xc2\xa0\t\n", ""},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        splits(TOKENS_ENGLISH, cases[i][0], cases[i][1]);
}

/* If each character looked at all that follow it, this would take hours. */
static void a_token_may_be_long(void **state)
{
    static const struct {
        const char *row;
        size_t tokens;
    } cases[] = {
        {"x", 1}, {"-", 1}, {"a-", (1 << 20) - 1}, {".", 2}, {"(", 1 << 20}};

    (void)state;
    alarm(100);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const size_t n = strlen(cases[i].row), len = 1 << 20;
        struct token_list l = {0};
        char *text = memory_new(len);

        for (size_t at = 0; at < len; at++)
            text[at] = at ? cases[i].row[at % n] : 'x';
        tokens_split(TOKENS_ENGLISH, text, len, &l);
        assert_int_equal(l.n, cases[i].tokens);
        tokens_release(&l);
        free(text);
    }
    alarm(0);
}

static void spellings_of_a_letter_become_one(void **state)
{
    struct str s = {0};
    struct error e = {0};

    (void)state;
    assert_int_equal(text_normal("E\xcc\x81", 3, NORMAL_NFC, true, &s, &e), 0);
    assert_string_equal(str_text(&s), "\xc3\xa9");
    assert_int_equal(text_normal("E\xcc\x81", 3, NORMAL_NONE, false, &s, &e),
                     0);
    assert_string_equal(str_text(&s), "E\xcc\x81");
    assert_int_equal(text_normal("\xef\xac\x81", 3, NORMAL_NFKC, true, &s, &e),
                     0);
    assert_string_equal(str_text(&s), "fi");
    assert_int_equal(text_normal("ABC", 3, NORMAL_NFC, true, &s, &e), 0);
    assert_string_equal(str_text(&s), "abc");
    str_release(&s);
}

static void json_texts_are_unescaped(void **state)
{
    static const char text[] =
        "{\"skip\": [1, {\"b\": null}, \"]\"], \"a\": \"x\\n\\u00e9"
        "\\ud83d\\ude00\\/\" , \"n\":-1.5e3}";
    struct json_want want[] = {{.key = "a"}, {.key = "n"}, {.key = "none"}};
    struct error e = {0};

    (void)state;
    if (json_object(text, strlen(text), want, 3, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&want[0].value),
                        "x\n\xc3\xa9\xf0\x9f\x98\x80/");
    assert_string_equal(str_text(&want[1].value), "-1.5e3");
    assert_false(want[2].found);
    str_release(&want[0].value);
    str_release(&want[1].value);
}

static void json_that_is_none_is_refused_with_its_column(void **state)
{
    static const char *const cases[][2] = {
        {"", "column 1: found the line's end, expected '{'"},
        {"[1]", "column 1: found '[', expected '{'"},
        {"{\"a\": 1,}", "column 9: found '}', expected a member"},
        {"{\"a\" 1}", "column 6: found '1', expected ':'"},
        {"{\"a\": \"x}", "column 10: found the line's end, expected the text's "
                         "closing quote"},
        {"{\"a\": \"\\q\"}", "column 9: found 'q'"},
        {"{\"a\": \"\\ud800\"}", "column 8: found half a surrogate pair"},
        {"{\"a\": \"\\ud83d\\u0041\"}",
         "column 8: found half a surrogate pair"},
        {"{\"a\": \"\\ude00\"}", "column 8: found half a surrogate pair"},
        {"{\"a\": \"\\u0000\"}", "column 8: found a NUL"},
        {"{\"a\": [1]}", "column 7: found '[', expected a text"},
        {"{\"a\": 1, \"a\": 2}", "column 10: found member 'a' for the second"},
        {"{\"b\": 01}", "column 8: found '1'"},
        {"{} x", "column 4: found 'x', expected the line's end"},
        {"{\"a\": \"\t\"}", "column 8: found byte 0x09"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct json_want want = {.key = "a"};
        struct error e = {0};

        assert_int_equal(
            json_object(cases[i][0], strlen(cases[i][0]), &want, 1, &e), -1);
        if (!strstr(e.text, cases[i][1]))
            fail_msg("'%s' does not say '%s'", e.text, cases[i][1]);
        str_release(&want.value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_ends_of_every_kind_are_read),
        cmocka_unit_test(lines_of_any_length_are_read),
        cmocka_unit_test(packed_and_plain_read_the_same),
        cmocka_unit_test(a_file_cut_short_anywhere_is_refused),
        cmocka_unit_test(what_is_no_text_is_refused_with_its_place),
        cmocka_unit_test(the_digest_is_of_the_bytes_on_disk),
        cmocka_unit_test(texts_are_cut_as_the_header_says),
        cmocka_unit_test(english_is_cut_as_spacy_does),
        cmocka_unit_test(a_token_may_be_long),
        cmocka_unit_test(spellings_of_a_letter_become_one),
        cmocka_unit_test(json_texts_are_unescaped),
        cmocka_unit_test(json_that_is_none_is_refused_with_its_column),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
