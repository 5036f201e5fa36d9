/* A table that is too wide for a terminal or a page gets short names and is
 * split into parts; other tables do not. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "config/field/short_names.h"
#include "report/format/format.h"

static void expect_short(const char *const *name, int n,
                         const char *const *expected)
{
    char *shorter[8];

    names_shorten(name, n, shorter);
    for (int i = 0; i < n; i++) {
        assert_string_equal(shorter[i], expected[i]);
        free(shorter[i]);
    }
}

static void a_short_name_is_the_last_part_that_no_other_has(void **state)
{
    (void)state;
    expect_short((const char *[]){"model.attention.kind", "train.seed", "n"}, 3,
                 (const char *[]){"attention", "seed", "n"});
    expect_short((const char *[]){"model.layers", "encoder.model.layers",
                                  "layers", "train.seed", "train.seed"},
                 5,
                 (const char *[]){"model.layers", "encoder.model.layers",
                                  "layers", "seed", "seed"});
    expect_short(
        (const char *[]){"model.attention.beta", "model.cross_attention.beta"},
        2, (const char *[]){"attention.beta", "cross_attention.beta"});
}

static void written(const char *format, const struct sheet *s, struct str *out)
{
    struct error e = {""};

    assert_int_equal(format_write(format_find(format), s, out, &e), 0);
}

/* Make a search of two trials. */
static void make_grid(struct grid *g, bool with_trials)
{
    if (with_trials)
        grid_column(g, true, "trial");
    for (int f = 0; f < 2; f++) {
        const int c = grid_column(
            g, false, "%s", f ? "model.attention.kind" : "train.learning_rate");
        g->column[c].field = true;
    }
    g->keys = g->columns;
    g->short_keys = with_trials;
    grid_reals(g, "test.map");
    grid_column(g, true, "published");
    g->column[g->columns - 1].joined = true;
    grid_column(g, false, "source");
    for (int r = 0; r < 2; r++) {
        int c = 0;

        grid_row(g);
        if (with_trials)
            grid_set(g, r, c++, "%d", r);
        grid_set(g, r, c++, "%s", r ? "0.001" : "0.00029");
        grid_set(g, r, c++, "%s", r ? "coda" : "softmax");
        grid_set(g, r, c++, "%.2f", 61.5 + r);
        grid_set(g, r, ++c, "a paper");
    }
}

static void expect(bool with_trials, int line, const char *expected)
{
    struct grid g = {0};
    struct str out = {0};

    make_grid(&g, with_trials);
    const struct sheet s = {.grid = &g, .line = line};
    written("text", &s, &out);
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
    grid_release(&g);
}

static void names_are_whole_where_there_is_room(void **state)
{
    static const char whole[] =
        "train.learning_rate  model.attention.kind  test.map  published  "
        "source\n"
        "--------------------------------------------------------------------"
        "---\n"
        "0.00029              softmax                  61.50             a "
        "paper\n"
        "0.001                coda                     62.50             a "
        "paper\n";

    (void)state;
    expect(false, 71, whole);
    expect(false, 0, whole);
}

static void short_names_may_do(void **state)
{
    (void)state;
    expect(false, 70,
           "learning_rate  attention  test.map  published  source\n"
           "------------------------------------------------------\n"
           "0.00029        softmax       61.50             a paper\n"
           "0.001          coda          62.50             a paper\n");
}

static void what_is_still_too_wide_is_folded(void **state)
{
    (void)state;
    expect(false, 53,
           "learning_rate  attention  test.map  published\n"
           "---------------------------------------------\n"
           "0.00029        softmax       61.50\n"
           "0.001          coda          62.50\n"
           "\n"
           "learning_rate  attention  source\n"
           "---------------------------------\n"
           "0.00029        softmax    a paper\n"
           "0.001          coda       a paper\n");
}

static void
a_number_alone_names_the_row_where_fields_leave_no_room(void **state)
{
    (void)state;
    expect(true, 40,
           "trial  learning_rate  attention\n"
           "-------------------------------\n"
           "    0  0.00029        softmax\n"
           "    1  0.001          coda\n"
           "\n"
           "trial  test.map  published  source\n"
           "-----------------------------------\n"
           "    0     61.50             a paper\n"
           "    1     62.50             a paper\n");
}

static void a_number_alone_names_it_where_fields_take_half_a_line(void **state)
{
    (void)state;
    expect(true, 52,
           "trial  learning_rate  attention  test.map  published\n"
           "----------------------------------------------------\n"
           "    0  0.00029        softmax       61.50\n"
           "    1  0.001          coda          62.50\n"
           "\n"
           "trial  source\n"
           "--------------\n"
           "    0  a paper\n"
           "    1  a paper\n");
}

static void without_any_room_nothing_is_folded(void **state)
{
    (void)state;
    expect(false, 20,
           "learning_rate  attention  test.map  published  source\n"
           "--------------------\n"
           "0.00029        softmax       61.50             a paper\n"
           "0.001          coda          62.50             a paper\n");
}

static void lines_below_are_cut_at_blanks(void **state)
{
    struct grid g = {0};
    struct str out = {0};

    (void)state;
    grid_column(&g, true, "n");
    const struct sheet s = {.grid = &g,
                            .line = 20,
                            .notes = "scored: 300 questions of the test data\n"
                                     "\n"
                                     "1.0 \xc2\xb1 0.2 \xe2\x80\xa0 a line\n"
                                     "anEndlessWordThatHasNoBlank here\n"
                                     "20 are in this line.\n"};
    written("text", &s, &out);
    assert_string_equal(strstr(str_text(&out), "scored"),
                        "scored: 300\n"
                        "  questions of the\n"
                        "  test data\n"
                        "\n"
                        "1.0 \xc2\xb1 0.2 \xe2\x80\xa0 a line\n"
                        "anEndlessWordThatHasNoBlank\n"
                        "  here\n"
                        "20 are in this line.\n");
    str_release(&out);
    grid_release(&g);
}

static void latex_fits_the_page_and_marks_the_best(void **state)
{
    struct grid g = {0};
    struct str out = {0};

    (void)state;
    grid_column(&g, false, "model");
    g.keys = g.columns;
    for (int c = 0; c < 3; c++) {
        grid_reals(&g, c == 2 ? "spread" : c ? "test.error" : "test.map");
        g.column[1 + c].better = c == 2 ? 0 : c ? -1 : 1;
    }
    for (int r = 0; r < 3; r++) {
        grid_row(&g);
        grid_set(&g, r, 0, "a model with a name of %d characters", 35 + r);
        grid_set(&g, r, 1, r ? "61.50 \xc2\xb1 1.25" : "9.75");
        grid_set(&g, r, 2, r == 2 ? "-0.50" : "3.00");
        grid_set(&g, r, 3, "%d.00", r);
    }
    const struct sheet s = {.grid = &g};
    written("latex", &s, &out);
    assert_string_equal(
        str_text(&out),
        "\\begin{table}\n\\centering\n"
        "\\begin{tabular}{lrr}\n\\toprule\n"
        "model & test.map & test.error \\\\\n\\midrule\n"
        "a model with a name of 35 characters & 9.75 & 3.00 \\\\\n"
        "a model with a name of 36 characters & "
        "\\textbf{61.50} $\\pm$ 1.25 & 3.00 \\\\\n"
        "a model with a name of 37 characters & "
        "\\textbf{61.50} $\\pm$ 1.25 & \\textbf{$-$0.50} \\\\\n"
        "\\bottomrule\n\\end{tabular}\n"
        "\n\\medskip\n\n"
        "\\begin{tabular}{lr}\n\\toprule\n"
        "model & spread \\\\\n\\midrule\n"
        "a model with a name of 35 characters & 0.00 \\\\\n"
        "a model with a name of 36 characters & 1.00 \\\\\n"
        "a model with a name of 37 characters & 2.00 \\\\\n"
        "\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    str_release(&out);
    grid_release(&g);
}

/* Check that a LaTeX table contains these lines. */
static void expect_lines(const struct str *out, const char *expected)
{
    if (!strstr(str_text(out), expected))
        fail_msg("found no %s in %s", expected, str_text(out));
}

static void shared_heads_stand_above_each_part(void **state)
{
    struct grid g = {0};
    struct str out = {0};

    (void)state;
    grid_column(&g, false, "batch");
    g.keys = 1;
    for (int c = 0; c < 6; c++) {
        const char *of = c < 2 ? "softmax" : c < 4 ? "coda" : "sparsemax";

        grid_reals(&g, "%s %s", of, c % 2 ? "max" : "a mean of numbers");
        g.column[1 + c].over = (int)strlen(of);
        g.column[1 + c].joined = c % 2;
    }
    grid_row(&g);
    for (int c = 0; c < 7; c++)
        grid_set(&g, 0, c, "%d", c);
    const struct sheet s = {.grid = &g};
    written("latex", &s, &out);
    expect_lines(&out, "\n & \\multicolumn{2}{c}{softmax} & "
                       "\\multicolumn{2}{c}{coda} \\\\\n"
                       "\\cmidrule(lr){2-3}\\cmidrule(lr){4-5}\n"
                       "batch & a mean of numbers & max & "
                       "a mean of numbers & max \\\\\n");
    expect_lines(&out, "\n & \\multicolumn{2}{c}{sparsemax} \\\\\n"
                       "\\cmidrule(lr){2-3}\n"
                       "batch & a mean of numbers & max \\\\\n");
    str_release(&out);
    grid_release(&g);
}

static void what_is_equal_everywhere_is_not_the_best(void **state)
{
    struct grid g = {0};

    (void)state;
    grid_reals(&g, "test.map");
    g.column[0].better = 1;
    for (int r = 0; r < 3; r++) {
        grid_row(&g);
        grid_set(&g, r, 0, "%s", r < 2 ? "50.00 \xc2\xb1 1.00" : "");
        assert_false(grid_is_best(&g, r, 0));
    }
    grid_set(&g, 2, 0, "49.99");
    assert_true(grid_is_best(&g, 0, 0));
    assert_true(grid_is_best(&g, 1, 0));
    assert_false(grid_is_best(&g, 2, 0));
    grid_release(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_name_is_the_last_part_that_no_other_has),
        cmocka_unit_test(names_are_whole_where_there_is_room),
        cmocka_unit_test(short_names_may_do),
        cmocka_unit_test(what_is_still_too_wide_is_folded),
        cmocka_unit_test(
            a_number_alone_names_the_row_where_fields_leave_no_room),
        cmocka_unit_test(a_number_alone_names_it_where_fields_take_half_a_line),
        cmocka_unit_test(without_any_room_nothing_is_folded),
        cmocka_unit_test(lines_below_are_cut_at_blanks),
        cmocka_unit_test(latex_fits_the_page_and_marks_the_best),
        cmocka_unit_test(shared_heads_stand_above_each_part),
        cmocka_unit_test(what_is_equal_everywhere_is_not_the_best),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
