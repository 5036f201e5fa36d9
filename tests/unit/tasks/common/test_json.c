/* Reading JSON piece by piece; objects of a line are in test_lines.c. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "tests/unit/text_files.h"
#include "text/formats/json.h"
#include "text/formats/json_write.h"

/* Write any value again without white space, members in their order. */
static int again(struct json *j, char kind, struct str *out, struct error *e)
{
    struct str text = {0};
    int more = json_enter(j, kind, e);

    str_addf(out, "%c", kind);
    while (!more && (more = kind == '{' ? json_member(j, &text, e)
                                        : json_element(j, e)) > 0) {
        if (kind == '{')
            str_addf(out, "%s:", str_text(&text));
        more = json_text(j, &text, e);
        str_addf(out, "%s;", str_text(&text));
    }
    str_release(&text);
    return more;
}

/* A file that is one array or object of texts. */
static int texts_in(const char *name, char kind, struct str *out,
                    struct error *e)
{
    struct json *j = json_open(path_of(name), e);
    int bad;

    if (!j)
        return -1;
    bad = again(j, kind, out, e) || json_end(j, e);
    json_close(j);
    return bad ? -1 : 0;
}

static void space_and_a_mark_in_front_mean_nothing(void **state)
{
    struct str s = {0};
    struct error e;

    (void)state;
    file_of("a",
            "\xef\xbb\xbf\r\n\t { \"k\" :\n\"v\" , \"\\u00e9\":\"\" }\n\n");
    if (texts_in("a", '{', &s, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&s), "{k:v;\xc3\xa9:;");
    str_clear(&s);
    file_of("a", "[]");
    assert_int_equal(texts_in("a", '[', &s, &e), 0);
    str_release(&s);
}

/* Letters, escapes and ends at the border of the buffer. */
static void a_text_may_lie_on_any_border(void **state)
{
    enum { CHUNK = 1 << 16 };
    static const char tail[] = "\xf0\x9f\x98\x80\\ud83d\\ude00\\n\"]";
    char *file = memory_new(CHUNK + 100);
    struct str s = {0};
    struct error e;

    (void)state;
    for (size_t n = CHUNK - 26; n < CHUNK + 2; n++) {
        memset(file, 'x', n);
        memcpy(file, "[\"", 2);
        memcpy(file + n, tail, sizeof(tail));
        file_of("border", file);
        str_clear(&s);
        if (texts_in("border", '[', &s, &e))
            fail_msg("%s", e.text);
        assert_int_equal(s.len, 1 + (n - 2) + 4 + 4 + 1 + 1);
        assert_string_equal(s.s + s.len - 10, "\xf0\x9f\x98\x80"
                                              "\xf0\x9f\x98\x80\n;");
    }
    free(file);
    str_release(&s);
}

static void a_fault_is_named_with_line_and_column(void **state)
{
    static const char *const cases[][2] = {
        {"", "line 1, column 1: found the file's end, expected '['"},
        {"[\n\"a\",\n  1]", "line 3, column 3: found '1', expected a text"},
        {"[\"a\"", "line 1, column 5: found the file's end, expected ',' or"},
        {"[\"a\",]", "line 1, column 6: found ']', expected a value"},
        {"[\"a", "line 1, column 4: found the file's end, expected the text's"},
        {"[\"a\nb\"]", "line 1, column 4: found byte 0x0a, expected the text"},
        {"[\"\\", "found the file's end, expected one of"},
        {"[\"\\u00", "found the file's end, expected four hexadecimal"},
        {"[\"\\ud800\\",
         "line 1, column 3: found half a surrogate pair, expected both"},
        {"[\"ab\xff\"]",
         "line 1, column 5: found byte 0xff, expected valid UTF-8"},
        {"[\"\xe2\x82", "line 1, column 3: found byte 0xe2, expected valid"},
        {"[\"\xed\xa0\x80\"]", "line 1, column 3: found byte 0xed"},
        {"[] \n]", "line 2, column 1: found ']', expected the file's end"},
        {"[\v]", "line 1, column 2: found byte 0x0b"},
    };
    struct str s = {0};
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        file_of("bad", cases[i][0]);
        assert_int_equal(texts_in("bad", '[', &s, &e), -1);
        if (!strstr(e.text, cases[i][1]) || !strstr(e.text, "/bad'") ||
            strchr(e.text, '\n'))
            fail_msg("'%s' does not say '%s'", e.text, cases[i][1]);
    }
    str_release(&s);
}

/* Skip `depth` nested arrays. */
static int skip_nested(int depth, struct error *e)
{
    struct str text = {0};

    for (int i = 0; i < 2 * depth; i++)
        str_adds(&text, i < depth ? "[" : "]");
    file_of("deep", str_text(&text));
    str_release(&text);
    struct json *j = json_open(path_of("deep"), e);
    const int bad = json_skip(j, e) || json_end(j, e);

    json_close(j);
    return bad;
}

static void values_too_deep_are_refused(void **state)
{
    struct error e;

    (void)state;
    assert_int_equal(skip_nested(100, &e), 0);
    assert_int_equal(skip_nested(101, &e), 1);
    assert_non_null(strstr(e.text, "line 1, column 101: found '[', expected "
                                   "at most 100 values inside one another"));
    assert_int_equal(skip_nested(100000, &e), 1);
}

static void a_text_beyond_all_measure_is_refused(void **state)
{
    char *file = memory_new(JSON_LONGEST + 10);
    struct str s = {0};
    struct error e;

    (void)state;
    for (size_t n = JSON_LONGEST; n < JSON_LONGEST + 2; n++) {
        memset(file, 'x', n + 2);
        memcpy(file, "[\"", 2);
        memcpy(file + 2 + n, "\"]", 3);
        file_of("long", file);
        str_clear(&s);
        assert_int_equal(texts_in("long", '[', &s, &e),
                         n > JSON_LONGEST ? -1 : 0);
    }
    assert_non_null(strstr(e.text, "line 1, column 2: found a text of more"));
    str_release(&s);
    free(file);
}

static void a_number_beyond_all_measure_is_refused(void **state)
{
    char *file = memory_new(JSON_LONGEST + 10);
    struct json *j;
    struct error e;
    int n;

    (void)state;
    memset(file, '9', JSON_LONGEST + 1);
    file[JSON_LONGEST + 1] = 0;
    file_of("long", file);
    j = json_open(path_of("long"), &e);
    assert_int_equal(json_count(j, &n, &e), -1);
    assert_non_null(strstr(e.text, "line 1, column 1: found a number of more"));
    json_close(j);
    j = json_open(path_of("long"), &e);
    assert_int_equal(json_skip(j, &e), 0);
    json_close(j);
    free(file);
}

static void a_text_is_written_so_that_it_reads_back(void **state)
{
    static const char text[] = "a\"b\\c\n\x01/\xc3\xa9";
    struct str s = {0}, file = {0};
    struct error e;

    (void)state;
    str_adds(&file, "[");
    json_quote(text, strlen(text), &file);
    str_adds(&file, "]");
    file_of("quoted", str_text(&file));
    assert_int_equal(texts_in("quoted", '[', &s, &e), 0);
    assert_int_equal(s.len, strlen(text) + 2);
    assert_memory_equal(s.s + 1, text, strlen(text));
    str_release(&s);
    str_release(&file);
}

/* Read the members of an object: each name, and its text or number. */
static void assert_members(const char *text, int n, const char *const (*m)[2])
{
    struct str name = {0}, value = {0};
    struct json *j;
    struct error e;

    file_of("written", text);
    j = json_open(path_of("written"), &e);
    assert_int_equal(json_enter(j, '{', &e), 0);
    for (int i = 0; i < n; i++) {
        assert_int_equal(json_member(j, &name, &e), 1);
        assert_string_equal(str_text(&name), m[i][0]);
        if (!m[i][1])
            assert_true(json_null(j, &e));
        else if (m[i][1][0] == '"')
            assert_int_equal(json_text(j, &value, &e), 0);
        else
            assert_int_equal(json_number(j, &value, &e), 0);
        if (m[i][1])
            assert_string_equal(str_text(&value),
                                m[i][1] + (m[i][1][0] == '"'));
    }
    assert_int_equal(json_member(j, NULL, &e), 0);
    assert_int_equal(json_end(j, &e), 0);
    json_close(j);
    str_release(&name);
    str_release(&value);
}

static void what_is_written_reads_back(void **state)
{
    static const char *const members[][2] = {
        {"text", "\"a{"},   {"count", "-12"},
        {"unknown", NULL},  {"third", "0.3333333333333333"},
        {"tenth", "0.1"},   {"nan", NULL},
        {"infinite", NULL}, {"nobody", NULL},
        {"no time", NULL},  {"time", "\"1970-01-01T00:01:40.250Z"},
    };
    struct str s = {0};

    (void)state;
    json_begin(&s, NULL, '{');
    json_put_text(&s, "text", "a{");
    json_put_long(&s, "count", -12);
    json_put_count(&s, "unknown", -12);
    json_put_real(&s, "third", 1.0 / 3);
    json_put_real(&s, "tenth", 0.1);
    json_put_real(&s, "nan", NAN);
    json_put_real(&s, "infinite", -INFINITY);
    json_put_text(&s, "nobody", NULL);
    json_put_time(&s, "no time", NAN);
    json_put_time(&s, "time", 100.25);
    json_finish(&s, '}');
    assert_members(str_text(&s), (int)(sizeof(members) / sizeof(*members)),
                   members);
    assert_true(clock_read("1970-01-01T00:01:40.250Z") == 100.25);
    assert_true(isnan(clock_read("1970-01-01T00:01:40.250")));
    assert_true(clock_read("1970-01-01T00:01:40Z") == 100);
    assert_true(isnan(clock_read("1970-01-01T00:01:40")));
    assert_true(isnan(clock_read("1970-01-01T00:01:40.25xZ")));
    str_release(&s);
}

static void commas_stand_between_and_nowhere_else(void **state)
{
    struct str s = {0};

    (void)state;
    json_begin(&s, NULL, '[');
    json_begin(&s, NULL, '{');
    json_finish(&s, '}');
    json_begin(&s, NULL, '[');
    json_put_bool(&s, NULL, true);
    json_put_text(&s, NULL, "[");
    json_put_bool(&s, NULL, false);
    json_finish(&s, ']');
    json_begin(&s, NULL, '{');
    json_put_pairs(&s, "v", "a=1\tb=x=y\tc");
    json_put_pairs(&s, "none", NULL);
    json_finish(&s, '}');
    json_finish(&s, ']');
    assert_string_equal(str_text(&s),
                        "[{}, [true, \"[\", false], {\"v\": {\"a\": \"1\", "
                        "\"b\": \"x=y\", \"c\": \"\"}, \"none\": {}}]");
    str_release(&s);
}

/* A truncated character, a single byte, a surrogate, an overlong form. */
static void bytes_are_whole_numbers_and_lines_an_array(void **state)
{
    struct str s = {0};

    (void)state;
    json_begin(&s, NULL, '{');
    json_put_bytes(&s, "many", 25276510208.0);
    json_put_bytes(&s, "unknown", -1);
    json_put_bytes(&s, "endless", INFINITY);
    json_put_bytes(&s, "none", NAN);
    json_put_lines(&s, "lines", "a \"\n\nb");
    json_put_lines(&s, "ended", "c\n");
    json_put_lines(&s, "empty", "");
    json_finish(&s, '}');
    assert_string_equal(str_text(&s),
                        "{\"many\": 25276510208, \"unknown\": null, "
                        "\"endless\": null, \"none\": null, "
                        "\"lines\": [\"a \\\"\", \"\", \"b\"], "
                        "\"ended\": [\"c\"], \"empty\": []}");
    str_release(&s);
}

static void what_is_no_utf8_becomes_valid(void **state)
{
    static const struct {
        const char *text, *quoted;
    } cases[] = {
        {"a\xc3", "\"a\xef\xbf\xbd\""},
        {"\xff!", "\"\xef\xbf\xbd!\""},
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xe2\x82\xac\x7f", "\"\xe2\x82\xac\\u007f\""},
        {"\xc2\x9b\xe2\x80\xae", "\"\\u009b\\u202e\""}, /* the same value */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct str s = {0};

        json_quote(cases[i].text, strlen(cases[i].text), &s);
        assert_string_equal(str_text(&s), cases[i].quoted);
        str_release(&s);
    }
}

/* A bracket or an escaped quote in a text has no meaning, and a short object
 * stays on its line however deep it is. */
static void what_is_indented_has_a_line_a_member_where_it_is_long(void **state)
{
    static const char json[] =
        "{\"short\": {\"a\": [1, 2], \"b\": \"}]\\\",{\"}, \"none\": {}, "
        "\"long\": {\"text\": \"twenty-six letters or more\", \"list\": "
        "[{\"c\": true}, {\"d\": null}]}, \"objects\": [{\"e\": "
        "\"thirty letters, as many or more\"}, {\"f\": \"thirty letters, as "
        "many or more\"}], \"field\": {\"help\": \"a text, and behind it alone "
        "an object\", \"takes\": [{\"type\": [\"integer\", \"null\"]}]}}";
    static const char lines[] =
        "{\n"
        " \"short\": {\"a\": [1, 2], \"b\": \"}]\\\",{\"},\n"
        " \"none\": {},\n"
        " \"long\": {\n"
        "  \"text\": \"twenty-six letters or more\",\n"
        "  \"list\": [{\"c\": true}, {\"d\": null}]\n"
        " },\n"
        " \"objects\": [\n"
        "  {\"e\": \"thirty letters, as many or more\"},\n"
        "  {\"f\": \"thirty letters, as many or more\"}\n"
        " ],\n"
        " \"field\": {\"help\": \"a text, and behind it alone an object\", "
        "\"takes\": [{\"type\": [\"integer\", \"null\"]}]}\n"
        "}\n";
    struct str s = {0};

    (void)state;
    json_indent(json, &s);
    assert_string_equal(str_text(&s), lines);
    str_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_and_a_mark_in_front_mean_nothing),
        cmocka_unit_test(a_text_may_lie_on_any_border),
        cmocka_unit_test(a_fault_is_named_with_line_and_column),
        cmocka_unit_test(values_too_deep_are_refused),
        cmocka_unit_test(a_text_beyond_all_measure_is_refused),
        cmocka_unit_test(a_number_beyond_all_measure_is_refused),
        cmocka_unit_test(a_text_is_written_so_that_it_reads_back),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(commas_stand_between_and_nowhere_else),
        cmocka_unit_test(bytes_are_whole_numbers_and_lines_an_array),
        cmocka_unit_test(what_is_no_utf8_becomes_valid),
        cmocka_unit_test(what_is_indented_has_a_line_a_member_where_it_is_long),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
