#include "tests/test.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/error.h"
#include "base/core/memory.h"
#include "base/core/str.h"

static void an_empty_string_is_a_text(void **state)
{
    struct str s = {0};
    char *taken;

    (void)state;
    assert_string_equal(str_text(&s), "");
    str_clear(&s);
    taken = str_take(&s);
    assert_string_equal(taken, "");
    free(taken);
    str_release(&s);
}

static void a_real_reads_back_as_itself(void **state)
{
    static const struct {
        double is;
        const char *text;
    } cases[] = {
        {0, "0"},          {-0.0, "-0"},
        {1e6, "1e+06"},    {-3, "-3"},
        {0.1, "0.1"},      {1.0 / 3, "0.3333333333333333"},
        {INFINITY, "inf"}, {-INFINITY, "-inf"},
        {5e-324, "4.94066e-324"},
    };
    struct str s = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        str_clear(&s);
        str_add_real(&s, cases[i].is);
        assert_string_equal(str_text(&s), cases[i].text);
        assert_true(strtod(str_text(&s), NULL) == cases[i].is);
    }
    str_release(&s);
}

static void a_string_grows_in_every_way(void **state)
{
    struct str s = {0};
    char *taken;

    (void)state;
    str_adds(&s, "a");
    str_add(&s, "bcd", 2);
    str_addf(&s, "%d%s", 12, "!");
    assert_string_equal(str_text(&s), "abc12!");
    assert_int_equal(s.len, 6);
    str_clear(&s);
    assert_string_equal(str_text(&s), "");
    for (int i = 0; i < 1000; i++)
        str_addf(&s, "%03d", i);
    assert_int_equal(s.len, 3000);
    assert_memory_equal(s.s + 3 * 517, "517", 3);
    taken = str_take(&s);
    assert_int_equal(strlen(taken), 3000);
    assert_int_equal(s.len, 0);
    free(taken);
}

static void an_error_reads_from_the_outside_in(void **state)
{
    struct error e = {0};

    (void)state;
    assert_int_equal(error_set(&e, "found %d", 3), -1);
    assert_int_equal(error_in(&e, "line %d", 7), -1);
    assert_int_equal(error_in(&e, "file '%s'", "a"), -1);
    assert_string_equal(e.text, "file 'a': line 7: found 3");
    errno = ENOSPC;
    assert_int_equal(error_errno(&e, "cannot write"), -1);
    assert_non_null(strstr(e.text, "cannot write: "));
    assert_non_null(strstr(e.text, strerror(ENOSPC)));
}

static void a_long_error_is_cut_not_spilt(void **state)
{
    struct error e = {0};
    char *much = malloc(5000);

    (void)state;
    memset(much, 'x', 4999);
    much[4999] = '\0';
    error_set(&e, "%s", much);
    for (int i = 0; i < 3; i++)
        error_in(&e, "%s", much);
    error_errno(&e, "%s", much);
    assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
    free(much);
}

/* Whatever it quotes: control characters, invalid UTF-8, and a character that
 * is cut. */
static void an_error_is_one_line_of_text(void **state)
{
    struct error e = {0};

    (void)state;
    error_set(&e, "found '%s'", "a\nb\tc\x7f d\xff \xc3\xa9 \xed\xa0\x80 z");
    assert_string_equal(e.text, "found 'a\\nb\\tc\\x7f d\\xff \xc3\xa9 "
                                "\\xed\\xa0\\x80 z'");
    error_in(&e, "file '%s'", "x\r z");
    assert_string_equal(e.text,
                        "file 'x\\r z': found 'a\\nb\\tc\\x7f d\\xff \xc3\xa9 "
                        "\\xed\\xa0\\x80 z'");
    error_set(&e, "%.1s", "\xc3\xa9");
    assert_string_equal(e.text, "\\xc3");
}

static void an_array_grows(void **state)
{
    int *p = NULL, n = 0, room = 0;
    unsigned long calls = memory_calls();

    (void)state;
    for (int i = 0; i < 1000; i++) {
        GROW(p, n, room);
        p[n++] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(p[i], i);
    assert_int_equal(memory_calls() - calls, 8); /* 8, 16, ..., 1024 */
    free(p);
}

static void whole_numbers_are_written_as_printf_does(void **state)
{
    static const long values[] = {0, 7, -7, 10, 99, -100, LONG_MAX, LONG_MIN};

    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        struct str fast = {0}, printed = {0};

        str_adds(&fast, "n ");
        str_add_long(&fast, values[i]);
        str_addf(&printed, "n %ld", values[i]);
        assert_string_equal(str_text(&fast), str_text(&printed));
        str_release(&fast);
        str_release(&printed);
    }
}

static void a_list_has_whole_words(void **state)
{
    struct str s = {0};

    (void)state;
    assert_false(str_lists(&s, "node1", 5));
    str_adds(&s, "node10 a node2");
    assert_false(str_lists(&s, "node1", 5));
    assert_false(str_lists(&s, "node", 4));
    assert_true(str_lists(&s, "node10", 6));
    assert_true(str_lists(&s, "a", 1));
    assert_true(str_lists(&s, "node2", 5));
    str_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_string_is_a_text),
        cmocka_unit_test(a_real_reads_back_as_itself),
        cmocka_unit_test(a_string_grows_in_every_way),
        cmocka_unit_test(an_error_reads_from_the_outside_in),
        cmocka_unit_test(a_long_error_is_cut_not_spilt),
        cmocka_unit_test(an_error_is_one_line_of_text),
        cmocka_unit_test(an_array_grows),
        cmocka_unit_test(whole_numbers_are_written_as_printf_does),
        cmocka_unit_test(a_list_has_whole_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
