/* Learning curves from made-up histories show the numbers in the result
 * files. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/plot/plot_fixture.h"

enum { ROWS = 3, SHORT = 2 };
enum { STEP, MEAN, LOW, HIGH, COUNT, FIRST, SECOND };

static double measured(int trial, int row)
{
    return 10 * trial + row * row / 3.0;
}

/* Seed 1 of each setting has one row less. */
static void add_history(struct result *r, int trial)
{
    for (int i = 0; i < (trial % SEEDS ? SHORT : ROWS); i++)
        history_add(&r->history, &(struct history_row){
                                     .step = 100 * (i + 1),
                                     .train_loss = 1.0 / (trial + i + 1),
                                     .valid = {measured(trial, i), -1},
                                 });
}

static void expect_setting(const struct page *page, int block, int trial,
                           double (*value)(int trial, int row))
{
    for (int i = 0; i < ROWS; i++) {
        const double a = value(trial, i), b = value(trial + 1, i);
        const bool both = i < SHORT;

        assert_true(page_cell(page, block, i, STEP) == 100 * (i + 1));
        assert_true(page_cell(page, block, i, FIRST) == a);
        assert_true(page_cell(page, block, i, MEAN) ==
                    (both ? (a + b) / 2 : a));
        assert_true(page_cell(page, block, i, LOW) == (both ? fmin(a, b) : a));
        assert_true(page_cell(page, block, i, HIGH) == (both ? fmax(a, b) : a));
        assert_true(page_cell(page, block, i, COUNT) == (both ? 2 : 1));
        if (both)
            assert_true(page_cell(page, block, i, SECOND) == b);
        else
            assert_true(isnan(page_cell(page, block, i, SECOND)));
    }
}

static void rows_are_the_stored_history(void **state)
{
    struct plot_input in = make_input(add_history);
    struct page page;

    (void)state;
    draw_page("curves", &in, &page);
    assert_int_equal(page.n, 1);
    assert_int_equal(page.blocks, 2);
    expect_setting(&page, 0, 0, measured);
    expect_setting(&page, 1, SEEDS, measured);
    assert_non_null(strstr(page.panel[0]->xtitle,
                           "training step (band: range of seeds)"));
    page_release(&page);
    release_input();
}

static double loss(int trial, int row)
{
    return 1.0 / (trial + row + 1);
}

static void a_panel_for_each_metric(void **state)
{
    struct plot_input in = make_input(add_history);
    const char *metric[] = {"valid.em", "loss"};
    struct page page;

    (void)state;
    in.view.metric = metric;
    in.view.metrics = 2;
    draw_page("curves", &in, &page);
    assert_int_equal(page.n, 2);
    expect_setting(&page, 0, 0, measured);
    expect_setting(&page, 3, SEEDS, loss);
    page_release(&page);
    release_input();
}

static void a_band_may_be_the_deviation(void **state)
{
    struct plot_input in = make_input(add_history);
    const double a = measured(0, 0), b = measured(1, 0);
    struct page page;

    (void)state;
    in.view.band = BAND_DEVIATION;
    draw_page("curves", &in, &page);
    assert_float_equal(page_cell(&page, 0, 0, HIGH),
                       (a + b) / 2 + fabs(a - b) / sqrt(2), 1e-6);
    assert_float_equal(page_cell(&page, 0, 0, LOW),
                       (a + b) / 2 - fabs(a - b) / sqrt(2), 1e-6);
    assert_non_null(strstr(page.panel[0]->xtitle,
                           "(band: standard deviation of seeds)"));
    page_release(&page);
    release_input();
}

static void the_best_settings_are_kept(void **state)
{
    struct plot_input in = make_input(add_history);
    struct page page;

    (void)state;
    for (int i = 0; i < TRIALS; i++)
        made_results.row[i].result.valid[0] = i < SEEDS ? 1 : 2;
    in.view.most = 1;
    draw_page("curves", &in, &page);
    assert_int_equal(page.blocks, 1);
    expect_setting(&page, 0, SEEDS, measured);
    assert_non_null(strstr(str_text(&page.notes), "the best 1 of 2 settings"));
    page_release(&page);
    release_input();
}

/* Seeds of one setting in two folders are one curve; a trial in both folders
 * counts once. */
static void folders_come_together(void **state)
{
    struct plot_input in = make_input(add_history);
    struct results part = made_results;
    const struct folder two[] = {{&made_experiment, &part}, made_folder};
    struct page page;

    (void)state;
    part.n = 3; /* the second folder has a trial that the first lacks */
    in.n = 2;
    in.folder = two;
    draw_page("curves", &in, &page);
    assert_int_equal(page.blocks, 2);
    expect_setting(&page, 0, 0, measured);
    expect_setting(&page, 1, SEEDS, measured);
    page_release(&page);
    release_input();
}

/* An axis with curves of two metrics has both names, each once. */
static void folders_of_other_goals_name_both(void **state)
{
    struct plot_input in = make_input(add_history);
    struct experiment other = made_experiment;
    struct results first = made_results, last = made_results;
    const struct folder two[] = {{&made_experiment, &first}, {&other, &last}};
    struct page page;

    (void)state;
    first.n = SEEDS;
    last.row += SEEDS;
    last.n -= SEEDS;
    other.goal = MAP;
    in.n = 2;
    in.folder = two;
    draw_page("curves", &in, &page);
    assert_string_equal(page.panel[0]->ytitle, "valid.em or valid.map");
    page_release(&page);
    release_input();
}

/* No band covers a curve. */
static void bands_lie_below_curves(void **state)
{
    struct plot_input in = make_input(add_history);
    struct page page;

    (void)state;
    draw_page("curves", &in, &page);
    const char *plots = str_text(&page.panel[0]->plots);
    const char *curve = strstr(plots, "linespoints");

    assert_non_null(strstr(plots, "filledcurves lt 2"));
    assert_non_null(curve);
    assert_null(strstr(curve, "filledcurves"));
    page_release(&page);
    release_input();
}

static void curves_are_not_of_test(void **state)
{
    struct plot_input in = make_input(add_history);
    const char *metric[] = {"test.em"};
    struct page page = {0};
    struct error e;

    (void)state;
    in.view.metric = metric;
    in.view.metrics = 1;
    assert_int_equal(plot_kind_find("curves", 6)->draw(&in, &page, &e), -1);
    assert_non_null(strstr(e.text, "found metric 'test.em', expected loss"));
    page_release(&page);
    release_input();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_stored_history),
        cmocka_unit_test(a_panel_for_each_metric),
        cmocka_unit_test(a_band_may_be_the_deviation),
        cmocka_unit_test(the_best_settings_are_kept),
        cmocka_unit_test(folders_come_together),
        cmocka_unit_test(folders_of_other_goals_name_both),
        cmocka_unit_test(bands_lie_below_curves),
        cmocka_unit_test(curves_are_not_of_test),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
