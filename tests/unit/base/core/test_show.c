/* What a terminal would obey is shown as an escape, and everything else
 * unchanged. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/error.h"
#include "base/core/show.h"
#include "base/core/utf8.h"
#include "report/format/format.h"

static void shows(const char *text, const char *expected)
{
    char *is = show_copy(text);

    assert_string_equal(is, expected);
    free(is);
}

static void what_hides_or_obeys_is_an_escape(void **state)
{
    (void)state;
    shows("", "");
    shows("plain, caf\xc3\xa9, \xe4\xb8\xad\xe6\x96\x87 \xf0\x9f\x98\x80 \\n",
          "plain, caf\xc3\xa9, \xe4\xb8\xad\xe6\x96\x87 \xf0\x9f\x98\x80 \\n");
    shows("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m");
    shows("a\nb\rc\td", "a\\nb\\rc\\td");
    shows("\x01\x7f\b", "\\x01\\x7f\\x08");
    shows("\xc2\x9b"
          "31m\xc2\x85",
          "\\u009b31m\\u0085");
    shows("\x9b"
          "31m\xff\xc3(",
          "\\x9b31m\\xff\\xc3(");
    shows("\xe2\x80\xae"
          "evil\xe2\x80\xac\xe2\x81\xa6x\xe2\x81\xa9",
          "\\u202eevil\\u202c\\u2066x\\u2069");
    shows("\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", "\\u200e\\u200f\\u061c");
    shows("\xe2\x80\xa8|\xe2\x80\xa9", "\\u2028|\\u2029");
    shows("\xed\xa0\x80", "\\xed\\xa0\\x80"); /* a surrogate */
    shows("cut \xe4\xb8", "cut \\xe4\\xb8");
    shows("\xc2\xa0 \xe2\x80\x8b", "\xc2\xa0 \xe2\x80\x8b");
}

static bool is_shown(const char *text, size_t n, const char *may)
{
    if (utf8_valid(text, n) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (((unsigned char)text[i] < 0x20 || text[i] == 0x7f) &&
            !strchr(may, text[i]))
            return false;
    for (size_t i = 0; i + 1 < n; i++)
        if (text[i] == '\xc2' && (unsigned char)text[i + 1] < 0xa0)
            return false;
    return true;
}

/* For any bytes; text that was shown once does not change when shown again. */
static void any_bytes_are_shown(void **state)
{
    unsigned random = 1;

    (void)state;
    for (int k = 0; k < 20000; k++) {
        char text[16];
        struct str lines = {0};

        for (size_t i = 0; i < sizeof(text) - 1; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = (char)(random >> 24);
            text[i] = (char)(text[i] ? text[i] : 'x');
        }
        text[sizeof(text) - 1] = '\0';
        char *is = show_copy(text);

        assert_true(is_shown(is, strlen(is), ""));
        shows(is, is);
        show_lines(text, &lines);
        assert_true(is_shown(lines.s, lines.len, "\n\t"));
        assert_int_equal(show_changes(text, strlen(text)),
                         strcmp(text, lines.s) != 0);
        free(is);
        str_release(&lines);
    }
}

static void lines_keep_their_ends(void **state)
{
    static const char text[] = "a,\"x\ry\"\r\n\x1b,b\t\nlast\r";
    struct str lines = {0}, output = {0};

    (void)state;
    show_lines(text, &lines);
    assert_string_equal(lines.s, "a,\"x\\ry\"\\r\n\\x1b,b\t\nlast\\r");
    show_output(text, sizeof(text) - 1, &output);
    assert_string_equal(output.s, "a,\"x\\ry\"\r\n\\x1b,b\t\nlast\\r");
    str_clear(&output);
    show_output("a\0b", 3, &output);
    assert_string_equal(output.s, "a\\x00b");
    str_release(&lines);
    str_release(&output);
}

static void what_is_too_long_is_cut_behind_a_character(void **state)
{
    char text[12] = "ab\x1b\xc3\xa9"
                    "fgh";

    (void)state;
    show_within(text, 8);
    assert_string_equal(text, "ab\\x1b");
    strcpy(text, "ab\x1b\xc3\xa9"
                 "fgh");
    show_within(text, 9);
    assert_string_equal(text, "ab\\x1b\xc3\xa9");
}

static void errors_are_one_line(void **state)
{
    struct error e;

    (void)state;
    error_set(&e, "found '%s'", "\x1b]0;title\a\n\xff");
    error_in(&e, "file '%s'", "a\rb");
    assert_string_equal(e.text,
                        "file 'a\\rb': found '\\x1b]0;title\\x07\\n\\xff'");
}

#define EVIL "\x1b[2J\xe2\x80\xae\n\x9b"

/* The values are in cells, headings, titles and notes; output for programs has
 * them unchanged. */
static void people_are_shown_what_a_value_has(void **state)
{
    static const struct {
        const char *format, *shows;
    } cases[] = {
        {"text", "\\x1b[2J\\u202e\\n\\x9b"},
        {"markdown", "\\\\x1b\\[2J\\\\u202e\\\\n\\\\x9b"},
        {"latex", "\\textbackslash{}x1b[2J\\textbackslash{}u202e"},
        {"csv", EVIL},
        {"json", "\\u001b[2J\\u202e\\u000a\xef\xbf\xbd"},
        {"html", "\xef\xbf\xbd[2J\xef\xbf\xbd\n\xef\xbf\xbd"},
    };
    struct grid g = {0};
    const struct sheet s = {.title = "t" EVIL,
                            .grid = &g,
                            .notes = "n \x1b[2J"
                                     "\xe2\x80\xae\n"};

    (void)state;
    grid_column(&g, false, "h%s", EVIL);
    grid_set(&g, grid_row(&g), 0, "%s", EVIL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const struct format_kind *k = format_find(cases[i].format);
        struct str out = {0};
        struct error e;

        assert_int_equal(format_write(k, &s, &out, &e), 0);
        if (!strstr(out.s, cases[i].shows))
            fail_msg("%s: %s", cases[i].format, out.s);
        if (strcmp(cases[i].format, "csv") != 0) {
            assert_null(strchr(out.s, '\x1b'));
            assert_null(strstr(out.s, "\xe2\x80\xae"));
            assert_null(strchr(out.s, '\x9b'));
        }
        str_release(&out);
    }
    grid_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_hides_or_obeys_is_an_escape),
        cmocka_unit_test(any_bytes_are_shown),
        cmocka_unit_test(lines_keep_their_ends),
        cmocka_unit_test(what_is_too_long_is_cut_behind_a_character),
        cmocka_unit_test(errors_are_one_line),
        cmocka_unit_test(people_are_shown_what_a_value_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
