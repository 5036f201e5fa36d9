/* Pictures of a whole search from made-up results: its trials across all
 * fields, and in their order. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/plot/runs_fixture.h"

#include "report/plot/settings.h"

/* An axis covers the smallest to the largest value, on a logarithmic scale if
 * the field has one; a trial without a value passes below it. */
static void lines_cross_axes_at_their_values(void **state)
{
    struct plot_input in = make_runs();
    struct page page;
    int without = 0;

    (void)state;
    draw_page("parallel", &in, &page);
    for (int i = 0; i < RUNS - 1; i++) {
        const int row = 4 * i, trial = (int)page_cell(&page, 0, row, 3);
        const double share = page_cell(&page, 0, row + 1, 1);

        assert_true(page_cell(&page, 0, row, 1) == trial % 2);
        assert_float_equal(rate_of(0) *
                               pow(rate_of(RUNS - 1) / rate_of(0), share),
                           rate_of(trial), 1e-9);
        if (trial == 4)
            without += page_cell(&page, 0, row + 2, 1) < -0.05 &&
                       isnan(page_cell(&page, 0, row + 2, 4));
        else
            assert_float_equal(page_cell(&page, 0, row + 2, 1),
                               (hidden_of(trial) - 10) / 9, 1e-9);
        assert_true(page_cell(&page, 0, row + 3, 4) == goal_of(trial));
        if (i)
            assert_true(page_cell(&page, 0, row, 2) >=
                        page_cell(&page, 0, row - 4, 2));
    }
    assert_int_equal(without, 1);
    assert_non_null(strstr(str_text(&page.data), "\ttrain.learning_rate\n"));
    assert_non_null(strstr(str_text(&page.panel[0]->settings),
                           "set label \"none\" at first 2, -0.1"));
    page_release(&page);
    release_input();
}

/* Each finished trial in order, and the best so far. */
static void a_history_has_the_best_so_far(void **state)
{
    struct plot_input in = make_runs();
    struct page page;
    double best = -1;
    int row = 0;

    (void)state;
    draw_page("history", &in, &page);
    for (int i = 0; i < RUNS; i++) {
        if (i == 3) /* it failed */
            continue;
        best = goal_of(i) > best ? goal_of(i) : best;
        assert_true(page_cell(&page, 0, row, 0) == i);
        assert_true(page_cell(&page, 0, row, 1) == goal_of(i));
        assert_true(page_cell(&page, 0, row, 2) == best);
        row++;
    }
    page_release(&page);
    made_experiment.search.maximize = false;
    draw_page("history", &in, &page);
    assert_true(page_cell(&page, 0, RUNS - 2, 2) < best);
    page_release(&page);
    release_input();
}

/* A list's numbers are marked, and no others. */
static void values_of_a_list_are_marked(void **state)
{
    static char ten[] = "10", most[] = "16.5", other[] = "90";
    static char *values[] = {ten, most, other};
    struct plot_input in = make_runs();
    struct parameter listed[4];
    struct page page;

    (void)state;
    memcpy(listed, parameters, sizeof(listed));
    listed[2].n = 3;
    listed[2].value = values;
    made_experiment.search.space = (struct space){4, listed};
    draw_page("parallel", &in, &page);
    const char *said = str_text(&page.panel[0]->settings);

    assert_non_null(strstr(said, "set label \"10\" at first 2, 0.0000"));
    assert_non_null(strstr(said, "set label \"16.5\" at first 2, 0.7222"));
    assert_null(strstr(said, "\"90\""));
    assert_null(strstr(said, "at first 2, 0.5000"));
    page_release(&page);
    release_input();
}

static void many_axes_have_room_for_their_names(void **state)
{
    static struct parameter long_names[8];
    struct plot_input in = make_runs();
    struct page page;

    (void)state;
    for (int i = 0; i < 8; i++) {
        long_names[i] = parameters[1];
        long_names[i].name = "train.learning_rate";
    }
    made_experiment.search.space = (struct space){8, long_names};
    draw_page("parallel", &in, &page);
    assert_true(page.panel[0]->width > 9 * 13 * CHARACTER_WIDTH);
    page_release(&page);
    release_input();
}

/* Three fields are too many for names in labels: the names are above the
 * legend, once.  Trial 4 has no `hidden`, and its other values keep their
 * places. */
static void a_legend_of_many_fields_has_values_alone(void **state)
{
    struct plot_input in = make_runs();
    const struct plot_input two = {
        2, (const struct folder[]){made_folder, made_folder}, in.view};
    struct plot_settings s;
    struct panel panel = {0};

    (void)state;
    settings_init(&s, &in, RUNS);
    assert_string_equal(s.setting[1].label, "1: coda 0.001 17");
    assert_string_equal(s.setting[3].label, "4: softmax 0.0037 -");
    settings_legend(&s, &in, &panel);
    assert_non_null(
        strstr(str_text(&panel.settings),
               "set key title \"trial: attention learning\\137rate hidden\""));
    settings_release(&s);
    str_release(&panel.settings);
    settings_init(&s, &two, RUNS);
    assert_string_equal(s.setting[1].label, "trial 1");
    settings_legend(&s, &two, &panel);
    assert_int_equal(panel.settings.len, 0);
    settings_release(&s);
    release_input();
}

/* An axis of percentages ends at 100, whatever the margin is. */
static void an_axis_of_per_cent_ends_at_100(void **state)
{
    struct plot_input in = make_runs();
    struct page page;

    (void)state;
    draw_page("history", &in, &page);
    assert_non_null(
        strstr(str_text(&page.panel[0]->settings), "set yrange [0<*:*<100]"));
    page_release(&page);
    release_input();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_cross_axes_at_their_values),
        cmocka_unit_test(a_history_has_the_best_so_far),
        cmocka_unit_test(values_of_a_list_are_marked),
        cmocka_unit_test(many_axes_have_room_for_their_names),
        cmocka_unit_test(a_legend_of_many_fields_has_values_alone),
        cmocka_unit_test(an_axis_of_per_cent_ends_at_100),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
