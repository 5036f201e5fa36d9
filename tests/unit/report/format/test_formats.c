/* Every format writes difficult cells and titles correctly. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/hdf5.h"
#include "report/format/format.h"
#include "text/formats/html_write.h"

#define PM "\xc2\xb1"
#define NONE "\xef\xbf\xbd" /* replaces what is not a character */

enum { KIND, HIDDEN, N, MAP, NOTE };

static void make_grid(struct grid *g)
{
    grid_column(g, false, "attention.kind");
    grid_column(g, false, "model.hidden");
    g->column[HIDDEN].values = true;
    grid_column(g, true, "n");
    grid_column(g, true, "test.map");
    grid_column(g, false, "note");
    for (int r = 0; r < 3; r++) {
        grid_row(g);
        grid_set(g, r, KIND, r ? "so\"ft,max" : "co_da & {50%%}");
        grid_set(g, r, HIDDEN, "%d", 100 << r);
        grid_set(g, r, N, "%d", 3 - r);
        if (r < 2)
            grid_set(g, r, MAP, "%s", r ? "-0.25" : "61.123456789");
    }
    grid_set(g, 2, NOTE, "a | b\n1e5");
}

static void a_mark_stands_behind_every_row(void **state)
{
    struct grid g = {0};

    (void)state;
    make_grid(&g);
    grid_mark(&g, "left_out", 2);
    assert_int_equal(g.columns, NOTE + 2);
    assert_int_equal(g.rows, 3);
    assert_string_equal(grid_text(&g, -1, NOTE + 1), "left_out");
    for (int r = 0; r < 3; r++)
        assert_string_equal(grid_text(&g, r, NOTE + 1), "2");
    assert_string_equal(grid_text(&g, 1, MAP), "-0.25");
    assert_string_equal(grid_text(&g, 2, HIDDEN), "400");
    assert_string_equal(grid_text(&g, 2, NOTE), "a | b\n1e5");
    grid_release(&g);
}

static void write_as(const char *format, int most, struct str *out)
{
    struct grid g = {.most = most};
    struct error e = {""};
    const struct format_kind *kind = format_find(format);

    assert_non_null(kind);
    make_grid(&g);
    const struct sheet s = {"wiki_qa", &g, "codarun table x",
                            "one 5% note\nand " PM "\n", 0, false};
    if (kind->write(&s, out, &e))
        fail_msg("%s: %s", format, e.text);
    grid_release(&g);
}

static void expect(const char *format, int most, const char *expected)
{
    struct str out = {0};

    write_as(format, most, &out);
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
}

static void a_format_has_its_name_once(void **state)
{
    struct error e = {""};

    (void)state;
    assert_int_equal(kinds_check(&format_kinds, &e), 0);
    for (const struct kind *const *k = format_kinds.list; *k; k++) {
        struct str out = {0};

        assert_ptr_equal(format_find((*k)->name), *k);
        write_as((*k)->name, 0, &out);
        assert_true(out.len > 0);
        str_release(&out);
    }
    assert_null(format_find("word"));
}

static void rows_left_out_are_counted(void **state)
{
    (void)state;
    expect("markdown", 1,
           "## wiki_qa\n\n"
           "| attention.kind | model.hidden | n | test.map | note |\n"
           "|---|---|---:|---:|---|\n"
           "| co_da & {50%} | 100 | 3 | 61.123456789 |  |\n"
           "2 more: codarun table x\n\n"
           "- one 5% note\n- and " PM "\n");
}

static void latex_escapes_what_it_would_obey(void **state)
{
    (void)state;
    expect("latex", 0,
           "\\begin{table}\n\\centering\n\\caption{wiki\\_qa}\n"
           "\\label{tab:wiki-qa}\n\\begin{tabular}{llrrl}\n\\toprule\n"
           "attention.kind & model.hidden & n & test.map & note \\\\\n"
           "\\midrule\n"
           "co\\_da \\& \\{50\\%\\} & 100 & 3 & 61.123456789 &  \\\\\n"
           "so\"ft,max & 200 & 2 & $-$0.25 &  \\\\\n"
           "so\"ft,max & 400 & 1 &  & a \\textbar{} b 1e5 \\\\\n"
           "\\bottomrule\n\\end{tabular}\n\\end{table}\n"
           "% one 5% note\n% and " PM "\n");
}

/* Otherwise `[` and `*` would belong to the rule or the row end before. */
static void latex_keeps_what_a_row_begins_with(void **state)
{
    static const char *const cell[] = {"[\"+\"]", "*", "a*"};
    struct grid g = {0};
    struct str out = {0};
    struct error e;

    (void)state;
    grid_column(&g, false, "operations");
    for (int i = 0; i < 3; i++)
        grid_set(&g, grid_row(&g), 0, "%s", cell[i]);
    assert_int_equal(
        format_find("latex")->write(&(struct sheet){.grid = &g}, &out, &e), 0);
    assert_non_null(strstr(out.s, "\\midrule\n{}[\"+\"] \\\\\n{}* \\\\\n"
                                  "a* \\\\\n"));
    str_clear(&out);
    assert_int_equal(
        format_find("markdown")->write(&(struct sheet){.grid = &g}, &out, &e),
        0);
    assert_non_null(strstr(out.s, "\n| \\* |\n| a* |\n"));
    str_release(&out);
    grid_release(&g);
}

static void latex_sets_what_heads_share_above_them(void **state)
{
    static const char *const head[] = {"co_da max", "co_da mean", "soft mean"};
    struct grid g = {0};
    const struct sheet s = {.grid = &g};
    struct str out = {0};
    struct error e;

    (void)state;
    grid_column(&g, false, "task");
    for (int c = 0; c < 3; c++)
        g.column[grid_column(&g, true, "%s", head[c])].over = c < 2 ? 5 : 4;
    assert_int_equal(format_find("latex")->write(&s, &out, &e), 0);
    assert_string_equal(
        str_text(&out),
        "\\begin{table}\n\\centering\n\\begin{tabular}{lrrr}\n\\toprule\n"
        " & \\multicolumn{2}{c}{co\\_da} & \\multicolumn{1}{c}{soft} \\\\\n"
        "\\cmidrule(lr){2-3}\\cmidrule(lr){4-4}\n"
        "task & max & mean & mean \\\\\n\\midrule\n"
        "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    str_release(&out);
    grid_release(&g);
}

static void html_means_nothing_that_a_cell_says(void **state)
{
    (void)state;
    expect("html", 2,
           "<div class=\"table\"><table>\n<caption>wiki_qa</caption>\n"
           "<thead>\n<tr><th scope=\"col\">attention.<wbr>kind</th>"
           "<th scope=\"col\">model.<wbr>hidden</th>"
           "<th scope=\"col\" class=\"number\">n</th>"
           "<th scope=\"col\" class=\"number\">test.<wbr>map</th>"
           "<th scope=\"col\">note</th></tr>\n</thead>\n<tbody>\n"
           "<tr><td>co_da &amp; {50%}</td><td>100</td>"
           "<td class=\"number\">3</td>"
           "<td class=\"number\">61.123456789</td><td></td></tr>\n"
           "<tr><td>so&quot;ft,max</td><td>200</td>"
           "<td class=\"number\">2</td><td class=\"number\">-0.25</td>"
           "<td></td></tr>\n</tbody>\n</table></div>\n"
           "<p class=\"more\">1 more: codarun table x\n</p>"
           "<ul class=\"notes\">\n<li>one 5% note</li>\n"
           "<li>and " PM "</li>\n</ul>\n");
}

/* Characters special to HTML, or forbidden in it. */
static void html_is_what_a_text_says(void **state)
{
    struct str out = {0};

    (void)state;
    html_text("<a href=\"x\">'&amp;\r\x1b\n", &out);
    assert_string_equal(str_text(&out),
                        "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;" NONE NONE
                        "\n");
    str_clear(&out);
    html_text("\xff\xc3\xa9\xc2\x85\xef\xbf\xbe\xe2\x82", &out);
    assert_string_equal(str_text(&out), NONE "\xc3\xa9" NONE NONE NONE NONE);
    str_release(&out);
}

/* Numbers are numbers, an empty cell is null, a note is a text. */
static void json_is_one_object(void **state)
{
    (void)state;
    expect("json", 0,
           "{\"format\": \"codarun table 1\", \"title\": \"wiki_qa\", "
           "\"columns\": ["
           "{\"name\": \"attention.kind\", \"type\": \"text\"}, "
           "{\"name\": \"model.hidden\", \"type\": \"int\"}, "
           "{\"name\": \"n\", \"type\": \"int\"}, "
           "{\"name\": \"test.map\", \"type\": \"real\"}, "
           "{\"name\": \"note\", \"type\": \"text\"}], "
           "\"rows\": ["
           "{\"attention.kind\": \"co_da & {50%}\", \"model.hidden\": 100, "
           "\"n\": 3, \"test.map\": 61.123456789, \"note\": null}, "
           "{\"attention.kind\": \"so\\\"ft,max\", \"model.hidden\": 200, "
           "\"n\": 2, \"test.map\": -0.25, \"note\": null}, "
           "{\"attention.kind\": \"so\\\"ft,max\", \"model.hidden\": 400, "
           "\"n\": 1, \"test.map\": null, \"note\": \"a | b\\u000a1e5\"}], "
           "\"notes\": [\"one 5% note\", \"and " PM "\"]}\n");
}

struct row {
    char kind[13];
    long hidden, n;
    double map;
    char note[9];
};

static hid_t row_type(void)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct row));

    H5Tinsert(type, "attention_kind", offsetof(struct row, kind),
              hdf5_text_type(13));
    H5Tinsert(type, "model_hidden", offsetof(struct row, hidden),
              H5T_NATIVE_LONG);
    H5Tinsert(type, "n", offsetof(struct row, n), H5T_NATIVE_LONG);
    H5Tinsert(type, "test_map", offsetof(struct row, map), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "note", offsetof(struct row, note), hdf5_text_type(9));
    return type;
}

static void hdf5_is_a_compound_of_numbers_and_texts(void **state)
{
    struct str out = {0};
    struct error e = {""};
    struct hdf5 h;
    hsize_t n;

    (void)state;
    write_as("hdf5", 0, &out);
    hdf5_open(&h, out.s, out.len, &e);
    hdf5_check_columns(&h, "/table", row_type());
    struct row *row =
        hdf5_get_array(&h, "/table", row_type(), sizeof(struct row), 1, &n);
    char *title = hdf5_get_text(&h, "/", "title");
    char *notes = hdf5_get_text(&h, "/", "notes");

    assert_int_equal(hdf5_close(&h), 0);
    assert_int_equal(n, 3);
    assert_memory_equal(row[0].kind, "co_da & {50%}", 13);
    assert_int_equal(row[2].hidden, 400);
    assert_int_equal(row[1].n, 2);
    assert_true(row[0].map == 61.123456789 && isnan(row[2].map));
    assert_memory_equal(row[2].note, "a | b\n1e5", 9);
    assert_string_equal(title, "wiki_qa");
    assert_string_equal(notes, "one 5% note\nand " PM "\n");
    free(row);
    free(title);
    free(notes);
    str_release(&out);
}

/* Names that are equal without dots and dashes, or when cut to 127 bytes. */
static void hdf5_numbers_what_becomes_one_name(void **state)
{
    char longest[128];
    struct grid g = {0};
    struct str out = {0};
    struct error e = {""};
    struct hdf5 h;

    (void)state;
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    grid_column(&g, true, "test.map");
    grid_column(&g, true, "test-map");
    grid_column(&g, true, "test_map");
    grid_column(&g, true, "%sy", longest);
    grid_column(&g, true, "%sz", longest);
    grid_row(&g);
    if (format_find("hdf5")->write(&(struct sheet){.grid = &g}, &out, &e))
        fail_msg("%s", e.text);
    const hid_t type = H5Tcreate(H5T_COMPOUND, 5 * sizeof(double));

    H5Tinsert(type, "test_map", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "test_map_2", 8, H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "test_map_3", 16, H5T_NATIVE_DOUBLE);
    H5Tinsert(type, longest, 24, H5T_NATIVE_DOUBLE);
    memcpy(longest + 125, "_2", 2);
    H5Tinsert(type, longest, 32, H5T_NATIVE_DOUBLE);
    hdf5_open(&h, out.s, out.len, &e);
    hdf5_check_columns(&h, "/table", type);
    if (hdf5_close(&h))
        fail_msg("%s", e.text);
    grid_release(&g);
    str_release(&out);
}

/* Names such as 1 and 2 are texts unless the column is one of values. */
static void a_type_is_the_narrowest_that_holds_all(void **state)
{
    static const struct {
        bool right, values;
        const char *cell[2];
        enum cell_type type;
    } cases[] = {
        {true, false, {"1", "2"}, CELL_INT},
        {true, false, {"1", "2.5"}, CELL_REAL},
        {true, false, {"2.5", "1"}, CELL_REAL},
        {true, false, {"1", "2 " PM " 3"}, CELL_TEXT},
        {true, false, {"", ""}, CELL_REAL},
        {false, false, {"1", "2"}, CELL_TEXT},
        {false, true, {"1", "2"}, CELL_INT},
        {false, true, {"", "1e-3"}, CELL_REAL},
        {false, true, {"1", "coda"}, CELL_TEXT},
        {false, true, {"", ""}, CELL_TEXT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct grid g = {0};

        grid_column(&g, cases[i].right, "x");
        g.column[0].values = cases[i].values;
        for (int r = 0; r < 2; r++)
            grid_set(&g, grid_row(&g), 0, "%s", cases[i].cell[r]);
        assert_int_equal(grid_type(&g, 0), cases[i].type);
        grid_release(&g);
    }
}

/* In cells, in the title and in notes; characters within names stay. */
static void markdown_escapes_what_it_would_obey(void **state)
{
    struct grid g = {0};
    const struct sheet s = {"_a_ ~b~ c_d", &g, NULL,
                            "p < 0.001 by *_positive\n**b** _c_d\n"
                            "<b> [x](y) `z` &lt; \\\n",
                            0, false};
    struct str out = {0};
    struct error e;

    (void)state;
    grid_column(&g, false, "map_positive");
    grid_set(&g, grid_row(&g), 0, "__init__ ~~a~~ <i> [b] a & b");
    assert_int_equal(format_find("markdown")->write(&s, &out, &e), 0);
    assert_string_equal(str_text(&out),
                        "## \\_a\\_ \\~b\\~ c_d\n\n"
                        "| map_positive |\n|---|\n"
                        "| \\_\\_init\\_\\_ \\~\\~a\\~\\~ \\<i> \\[b] "
                        "a & b |\n\n"
                        "- p < 0.001 by *_positive\n"
                        "- \\*\\*b\\*\\* \\_c_d\n"
                        "- \\<b> \\[x](y) \\`z\\` \\&lt; \\\\\n");
    str_release(&out);
    grid_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_stands_behind_every_row),
        cmocka_unit_test(a_format_has_its_name_once),
        cmocka_unit_test(rows_left_out_are_counted),
        cmocka_unit_test(latex_escapes_what_it_would_obey),
        cmocka_unit_test(latex_keeps_what_a_row_begins_with),
        cmocka_unit_test(latex_sets_what_heads_share_above_them),
        cmocka_unit_test(html_means_nothing_that_a_cell_says),
        cmocka_unit_test(html_is_what_a_text_says),
        cmocka_unit_test(json_is_one_object),
        cmocka_unit_test(hdf5_is_a_compound_of_numbers_and_texts),
        cmocka_unit_test(hdf5_numbers_what_becomes_one_name),
        cmocka_unit_test(a_type_is_the_narrowest_that_holds_all),
        cmocka_unit_test(markdown_escapes_what_it_would_obey),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
