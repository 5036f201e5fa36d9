/* A table of texts is aligned, and split if it is wide. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/format/format.h"

#define PM " \xc2\xb1 "

static void render(const struct grid *g, const struct format_kind *format,
                   struct str *out)
{
    struct error e = {""};

    assert_int_equal(format->write(&(struct sheet){.grid = g}, out, &e), 0);
}

static void columns_align_by_characters(void **state)
{
    struct grid g = {0};
    struct str out = {0};

    (void)state;
    grid_column(&g, false, "name");
    grid_column(&g, true, "value");
    int row = grid_row(&g);
    grid_set(&g, row, 0, "\xc3\xa9t\xc3\xa9");
    grid_set(&g, row, 1, "1" PM "2");
    row = grid_row(&g);
    grid_set(&g, row, 0, "winter");
    render(&g, format_find("text"), &out);
    assert_string_equal(out.s, "name    value\n-------------\n"
                               "\xc3\xa9t\xc3\xa9     1" PM "2\nwinter\n");
    str_release(&out);
    grid_release(&g);
}

static int count(const char *text, const char *part)
{
    int n = 0;

    while ((text = strstr(text, part))) {
        n++;
        text += strlen(part);
    }
    return n;
}

static void a_wide_table_is_folded_with_its_keys(void **state)
{
    struct grid g = {0};
    struct str out = {0};

    (void)state;
    grid_column(&g, false, "name");
    g.keys = 1;
    for (int c = 1; c <= 12; c++) {
        grid_column(&g, true, "measured-%d", c);
        int beside = grid_column(&g, true, "published-%d", c);
        g.column[beside].joined = true;
    }
    grid_row(&g);
    grid_set(&g, 0, 0, "row");
    for (int c = 1; c < g.columns; c++)
        grid_set(&g, 0, c, "<%d>", c);
    render(&g, format_find("text"), &out);
    for (const char *p = out.s; *p; p += strcspn(p, "\n") + 1)
        assert_true(strcspn(p, "\n") <= 100);
    assert_int_equal(count(out.s, "<"), 24); /* every cell once */
    assert_int_equal(count(out.s, "name"), 4);
    assert_int_equal(count(out.s, "row"), 4);
    for (int c = 1; c <= 12; c++) { /* joined columns stay together */
        char *pair = memory_format("measured-%d  published-%d", c, c);
        assert_non_null(strstr(out.s, pair));
        free(pair);
    }
    str_release(&out);
    grid_release(&g);
}

/* A Chinese character is two columns wide, a combining accent none. */
static void columns_stand_where_a_terminal_shows_them(void **state)
{
    struct grid g = {.keys = 1};
    struct str out = {0};

    (void)state;
    grid_column(&g, false, "name");
    grid_column(&g, true, "n");
    grid_set(&g, grid_row(&g), 0, "\u6ce8\u610f");
    grid_set(&g, grid_row(&g), 0, "e\u0301a");
    grid_set(&g, grid_row(&g), 0, "\xff");
    for (int r = 0; r < 3; r++)
        grid_set(&g, r, 1, "1");
    render(&g, &format_text, &out);
    assert_string_equal(out.s, "name  n\n-------\n"
                               "\u6ce8\u610f  1\n"
                               "e\u0301a    1\n"
                               "\xff     1\n");
    str_release(&out);
    grid_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_align_by_characters),
        cmocka_unit_test(a_wide_table_is_folded_with_its_keys),
        cmocka_unit_test(columns_stand_where_a_terminal_shows_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
