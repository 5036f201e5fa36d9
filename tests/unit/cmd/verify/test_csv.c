/* Tables as CSV: what was written is read back the same. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#define FOLDER_FILE "table.csv"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "cmd/verify/csv.h"
#include "report/format/format.h"
#include "tests/unit/folder_fixture.h"

static void render(const struct grid *g, const struct format_kind *format,
                   struct str *out)
{
    struct error e = {""};

    assert_int_equal(format->write(&(struct sheet){.grid = g}, out, &e), 0);
}

static void make_grid(struct grid *g)
{
    grid_column(g, false, "a,b");
    grid_column(g, true, "c");
    for (int i = 0; i < 20; i++) {
        int row = grid_row(g);
        grid_set(g, row, 0, "say \"%d\"", row);
        grid_set(g, row, 1, "two\nlines");
    }
}

static void csv_is_rfc_4180(void **state)
{
    struct grid g = {0};
    struct str out = {0};

    (void)state;
    make_grid(&g);
    render(&g, format_find("csv"), &out);
    assert_ptr_equal(
        strstr(out.s, "\"a,b\",c\r\n\"say \"\"0\"\"\",\"two\nlines\"\r\n"),
        out.s);
    assert_non_null(strstr(out.s, "\"say \"\"19\"\"\",\"two\nlines\"\r\n"));
    str_release(&out);
    grid_release(&g);
}

/* Texts that a spreadsheet would compute; programs get them unchanged. */
static void formulas_are_texts_where_they_are_asked_for(void **state)
{
    static const struct {
        const char *cell, *plain, *marked;
    } cases[] = {
        {"=1+1", "=1+1", "'=1+1"},
        {"+cmd|' /C calc'!A0", "+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
        {"-2+3", "-2+3", "'-2+3"},
        {"@SUM(A1)", "@SUM(A1)", "'@SUM(A1)"},
        {"\t=1", "\t=1", "'\t=1"},
        {"\r=1", "\"\r=1\"", "\"'\r=1\""},
        {"=a,b", "\"=a,b\"", "\"'=a,b\""},
        {"-inf", "-inf", "'-inf"},
        {"-0x1p3", "-0x1p3", "'-0x1p3"},
        {"-0.5", "-0.5", "-0.5"},
        {"+1e-3", "+1e-3", "+1e-3"},
        {"a=1", "a=1", "a=1"},
        {"1-2", "1-2", "1-2"},
        {"", "", ""},
    };
    static const char *const head = "h\r\n";

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        for (int asked = 0; asked < 2; asked++) {
            struct grid g = {0};
            struct str out = {0};
            struct error e;
            const struct sheet s = {.grid = &g, .spreadsheet = asked};
            char *expected = memory_format(
                "%s%s\r\n", head, asked ? cases[i].marked : cases[i].plain);

            grid_column(&g, false, "h");
            grid_set(&g, grid_row(&g), 0, "%s", cases[i].cell);
            assert_int_equal(format_find("csv")->write(&s, &out, &e), 0);
            assert_string_equal(out.s, expected);
            free(expected);
            str_release(&out);
            grid_release(&g);
        }
}

static int read_text(struct csv *c, const char *text, struct error *e)
{
    *e = (struct error){0};
    assert_int_equal(file_replace(path, text, strlen(text), e), 0);
    return csv_read(c, path, e);
}

static void what_is_written_reads_back(void **state)
{
    struct grid g = {0};
    struct str out = {0};
    struct csv c;
    struct error e;

    (void)state;
    make_grid(&g);
    grid_set(&g, 7, 1, "%s", "");
    render(&g, format_find("csv"), &out);
    assert_int_equal(read_text(&c, out.s, &e), 0);
    assert_int_equal(c.rows, 20);
    assert_int_equal(csv_column(&c, "a,b"), 0);
    assert_int_equal(csv_column(&c, "c"), 1);
    assert_int_equal(csv_column(&c, "b"), -1);
    assert_string_equal(csv_head(&c, 0), "a,b");
    assert_string_equal(csv_cell(&c, 19, 0), "say \"19\"");
    assert_string_equal(csv_cell(&c, 0, 1), "two\nlines");
    assert_string_equal(csv_cell(&c, 7, 1), "");
    csv_release(&c);
    str_release(&out);
    grid_release(&g);
}

static void lines_may_end_as_they_do_elsewhere(void **state)
{
    static const char *const texts[] = {"a,b\n1,2\n", "a,b\r\n1,2\r\n",
                                        "a,b\n1,2", "\"a\",b\n1,\"2\""};
    struct csv c;
    struct error e;

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(read_text(&c, texts[i], &e), 0);
        assert_int_equal(c.rows, 1);
        assert_string_equal(csv_head(&c, 0), "a");
        assert_string_equal(csv_cell(&c, 0, 1), "2");
        csv_release(&c);
    }
}

static void a_fault_is_told_with_its_line(void **state)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"a,b\n1,2\n1\n", "line 3: found 1 cells, expected 2"},
        {"a,b\n1,2,3\n", "line 2: found 3 cells, expected 2"},
        {"a,b\n\"1\n\n,2\n", "the record that begins in line 2"},
        {"a,b\n1,2\"3\"\n", "line 2: cell 2: found '\"', expected it to begin"},
        {"a,b\n\"1\"2,3\n",
         "line 2: cell 1: expected ',' after its last '\"'"},
        {"", "found nothing, expected a head"},
    };
    struct csv c;
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        assert_int_equal(read_text(&c, cases[i].text, &e), -1);
        assert_non_null(strstr(e.text, path));
        assert_non_null(strstr(e.text, cases[i].said));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_are_texts_where_they_are_asked_for),
        cmocka_unit_test(csv_is_rfc_4180),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(lines_may_end_as_they_do_elsewhere),
        cmocka_unit_test(a_fault_is_told_with_its_line),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
