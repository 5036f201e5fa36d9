/* Pictures of swept fields from made-up results: points are the stored values,
 * and axes cover the values of the fields. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/plot/runs_fixture.h"

#include "report/plot/fields.h"
#include "report/plot/ticks.h"

static void points_are_the_stored_values(void **state)
{
    struct plot_input in = make_runs();
    const char *rate[] = {"train.learning_rate"};
    struct page page;
    int row = 0;

    (void)state;
    in.view.parameter = rate;
    in.view.parameters = 1;
    draw_page("metric", &in, &page);
    assert_int_equal(page.n, 1);
    for (int i = 0; i < RUNS; i++) {
        if (i == 3)
            continue;
        assert_true(page_cell(&page, 0, row, 0) == rate_of(i));
        assert_true(page_cell(&page, 0, row, 1) == goal_of(i));
        assert_true(page_cell(&page, 0, row, 2) == i);
        row++;
    }
    assert_non_null(strstr(str_text(&page.panel[0]->settings), "logscale x"));
    page_release(&page);
    release_input();
}

/* Check the texts of the marks that have one: "1e-3 0.01 ". */
static void expect_marks(double low, double high, int marks, const char *texts)
{
    struct str said = {0};
    struct tick m = {0};

    while (tick_next(&m, low, high)) {
        marks--;
        if (*m.text)
            str_addf(&said, "%s ", m.text);
        assert_true(m.at >= low && m.at <= high);
        assert_true(!*m.text || strtod(m.text, NULL) == m.at);
    }
    assert_string_equal(str_text(&said), texts);
    assert_int_equal(marks, 0);
    str_release(&said);
}

static void factors_are_marked_by_powers_of_ten(void **state)
{
    (void)state;
    expect_marks(1e-4, 0.1, 28, "1e-4 1e-3 0.01 0.1 ");
    expect_marks(0.3, 2e4, 45, "1 10 100 1000 1e4 ");
    expect_marks(5.14e-5, 1.88e-3, 14, "1e-4 2e-4 5e-4 1e-3 ");
    expect_marks(2.01, 2.01 * TICKS_FACTOR, 8, "5 10 ");
    expect_marks(1e-12, 1, 109, "1e-12 1e-10 1e-8 1e-6 1e-4 0.01 1 ");
}

/* At most ten, fewer if their texts would touch. */
static void steps_between_marks_have_room(void **state)
{
    (void)state;
    assert_true(tick_step(0, 4000, 80) == 500);
    assert_true(tick_step(0, 4000, 35) == 1000);
    assert_true(tick_step(0, 4000, 20) == 2000);
    assert_true(tick_step(0, 4000, 1) == 5000);
    assert_true(tick_step(0, 19, 80) == 2);
    assert_true(tick_step(-0.25, 0.25, 80) == 0.05);
    assert_true(tick_step(-0.25, 0.25, 40) == 0.1);
    assert_true(tick_step(5e6, 5e6 + 100, 400) == 10);
    assert_true(tick_step(0, 3e-9, 80) == 5e-10);
}

/* Those on the axis that do not overlap. */
static void values_of_a_list_are_marks(void **state)
{
    struct parameter p = {
        .n = 5,
        .value = (char *[]){"1", "16", "17", "32", "64", "8", "9", "", "10"}};
    const struct plot_field f = {
        .parameter = &p, .numbers = true, .low = 16, .high = 64};
    double x[MARKS_LISTED];

    (void)state;
    assert_int_equal(plot_field_listed(&f, 0.08, x), 3);
    assert_true(x[0] == 16 && x[1] == 32 && x[2] == 64);
    p.n = MARKS_LISTED;
    assert_int_equal(plot_field_listed(&f, 0.08, x), 3);
    p.n = MARKS_LISTED + 1;
    assert_int_equal(plot_field_listed(&f, 0.08, x), 0);
}

/* An axis too short for powers of ten. */
static void a_short_axis_of_factors_has_marks(void **state)
{
    struct plot_input in = make_runs();
    const char *rate[] = {"train.learning_rate"};
    struct page page;

    (void)state;
    made_results.n = 3;
    in.view.parameter = rate;
    in.view.parameters = 1;
    draw_page("metric", &in, &page);
    const char *marks = str_text(&page.panel[0]->xtics);

    assert_non_null(strstr(marks, "\"1e-4\" 0.0001, \"2e-4\" "));
    assert_non_null(strstr(marks, "\"5e-4\" "));
    assert_non_null(strstr(marks, "\"\" 0.0003 1, ")); /* a small mark */
    page_release(&page);
    made_results.row[0].result.status = TRIAL_FAILED;
    draw_page("metric", &in, &page); /* from 0.001 to 0.0019 */
    assert_null(strstr(str_text(&page.panel[0]->settings), "logscale x"));
    assert_int_equal(page.panel[0]->xtics.len, 0);
    page_release(&page);
    made_results.n = RUNS;
    release_input();
}

/* Words: each has its place, with its mean. */
static void words_stand_side_by_side(void **state)
{
    struct plot_input in = make_runs();
    struct page page;
    double sum = 0;

    (void)state;
    draw_page("metric", &in, &page);
    assert_int_equal(page.n, 3); /* none for the seed, which has one value */
    assert_null(strstr(str_text(&page.panel[2]->settings), "logscale x"));
    for (int i = 0; i < RUNS; i += 2) {
        assert_true(page_cell(&page, 0, i / 2, 0) == 0);
        assert_true(page_cell(&page, 0, i / 2, 1) == goal_of(i));
        sum += goal_of(i);
    }
    assert_true(page_cell(&page, 1, 0, 1) == sum / (RUNS / 2));
    assert_true(page_cell(&page, 1, 1, 2) == RUNS / 2 - 1);
    assert_non_null(strstr(str_text(&page.data), "\t0\tsoftmax\n"));
    assert_non_null(strstr(str_text(&page.data), "\t5\tcoda\n"));
    page_release(&page);
    release_input();
}

/* The goal depends mostly on the kind. */
static void the_field_that_matters_comes_first(void **state)
{
    struct plot_input in = make_runs();
    struct page page;

    (void)state;
    draw_page("importance", &in, &page);
    assert_true(page_cell(&page, 0, 0, 3) == 0);
    assert_true(page_cell(&page, 0, 0, 0) > 0.8);
    assert_true(page_cell(&page, 0, 1, 0) < 0.2);
    assert_non_null(
        strstr(str_text(&page.data), "\t0\t0\t0\tmodel.attention.kind\n"));
    assert_non_null(strstr(str_text(&page.data),
                           "model.attention.kind \u00d7 model.hidden\n"));
    assert_non_null(strstr(page.panel[0]->xtitle,
                           "share of what the forest explains (whiskers: "
                           "deviation over trees)"));
    assert_int_equal(page.notes.len, 0);
    page_release(&page);
    release_input();
}

/* The kind, and the rate 8 or 13 times, which adds nothing. */
static void no_field_is_left_out_for_a_pair(void **state)
{
    static struct parameter many[14];
    struct plot_input in = make_runs();
    struct page page;

    (void)state;
    for (int i = 0; i < 14; i++)
        many[i] = parameters[i > 0];
    made_experiment.search.space = (struct space){9, many};
    draw_page("importance", &in, &page);
    for (int row = 0; row < 9; row++)
        assert_true(page_cell(&page, 0, row, 2) < 12);
    assert_string_equal(str_text(&page.notes),
                        "importance: 12 of 45 are drawn: all fields, then the "
                        "largest pairs up to 12 bars\n");
    page_release(&page);
    made_experiment.search.space.n = 14;
    draw_page("importance", &in, &page);
    for (int row = 0; row < 14; row++)
        assert_true(page_cell(&page, 0, row, 2) == row);
    page_release(&page);
    release_input();
}

/* By an unrelated field a forest can distinguish the trials it has seen, but
 * not others. */
static void luck_is_not_said_to_be_explained(void **state)
{
    struct plot_input in = make_runs();
    const char *kind[] = {"model.attention.kind"}, *hidden[] = {"model.hidden"};
    struct page page;

    (void)state;
    in.view.parameters = 1;
    in.view.parameter = hidden;
    draw_page("importance", &in, &page);
    assert_string_equal(page.panel[0]->title,
                        "of the variance of valid.map none is explained");
    assert_true(page_cell(&page, 0, 0, 0) == 1);
    page_release(&page);
    in.view.parameter = kind;
    draw_page("importance", &in, &page);
    assert_non_null(strstr(page.panel[0]->title, " 0.9"));
    assert_non_null(strstr(str_text(&page.data), "(out-of-bag R\u00b2 0.9"));
    page_release(&page);
    release_input();
}

static void refuses(const char *kind, const struct plot_input *in,
                    const char *why)
{
    struct page page = {0};
    struct error e;

    assert_int_equal(plot_kind_find(kind, strlen(kind))->draw(in, &page, &e),
                     -1);
    assert_non_null(strstr(e.text, why));
    page_release(&page);
}

static void what_cannot_be_drawn_is_said(void **state)
{
    struct plot_input in = make_runs();
    const char *other[] = {"train.batch"};

    (void)state;
    made_results.n = 9;
    refuses("importance", &in, "found 8 trials with valid.map, expected 10");
    in.view.parameter = other;
    in.view.parameters = 1;
    refuses("metric", &in, "found parameter 'train.batch', expected one");
    in.view.parameters = 0;
    made_results.n = 1;
    refuses("parallel", &in, "found no swept field with two values");
    made_results.n = RUNS;
    release_input();
}

static void a_metric_that_is_best_low_is_so(void **state)
{
    struct plot_input in = make_runs();
    const struct folder *f = in.folder;
    const struct measure goal = {.metric = 0, .name = "valid.accuracy"};
    const struct measure low = {.metric = 2, .name = "test.unparsed"};
    const struct measure high = {.metric = 1, .name = "test.execution"};

    (void)state;
    assert_true(plot_maximizes(f, &low)); /* the task is unknown */
    free(f->s->row[0].config.own);
    f->s->row[0].config.own = memory_string("task.kind: text2code\n");
    assert_true(plot_maximizes(f, &goal));
    assert_true(plot_maximizes(f, &high));
    assert_false(plot_maximizes(f, &low));
    made_experiment.search.maximize = false;
    assert_false(plot_maximizes(f, &goal));
    made_experiment.goal = 2; /* independent of the task */
    made_experiment.search.maximize = true;
    assert_true(plot_maximizes(f, &low));
    release_input();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_the_stored_values),
        cmocka_unit_test(factors_are_marked_by_powers_of_ten),
        cmocka_unit_test(steps_between_marks_have_room),
        cmocka_unit_test(values_of_a_list_are_marks),
        cmocka_unit_test(a_short_axis_of_factors_has_marks),
        cmocka_unit_test(words_stand_side_by_side),
        cmocka_unit_test(the_field_that_matters_comes_first),
        cmocka_unit_test(no_field_is_left_out_for_a_pair),
        cmocka_unit_test(luck_is_not_said_to_be_explained),
        cmocka_unit_test(a_metric_that_is_best_low_is_so),
        cmocka_unit_test(what_cannot_be_drawn_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
