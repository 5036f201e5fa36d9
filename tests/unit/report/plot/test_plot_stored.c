/* Pictures of what result files store about questions and attentions: they show
 * the stored numbers, and these add up. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/plot/plot_fixture.h"

#include "engine/attention/part_stats.h"

enum { PLACE, MEAN, LOW, HIGH, COUNT, UNITS };

/* Return the metric of a trial over the questions with this value of a
 * trait. */
static double stored(int trial, const int32_t *trait, int32_t value, int metric)
{
    struct result r;
    double sum = 0, of = 0;

    fill_result(&r, trial);
    for (int q = 0; q < QUESTIONS; q++)
        if (trait[q] == value) {
            sum += units_at(&r.units[SPLIT_TEST], q, metric)->sum;
            of += units_at(&r.units[SPLIT_TEST], q, metric)->of;
        }
    for (int k = 0; k < SPLITS; k++)
        units_release(&r.units[k]);
    return 100 * sum / of;
}

static void expect(const struct page *page, int block, int row, int trial,
                   const int32_t *trait, int32_t value)
{
    const double a = stored(trial, trait, value, EM);
    const double b = stored(trial + 1, trait, value, EM);

    assert_true(page_cell(page, block, row, PLACE) == row);
    assert_float_equal(page_cell(page, block, row, MEAN), (a + b) / 2, 1e-9);
    assert_float_equal(page_cell(page, block, row, LOW), fmin(a, b), 1e-9);
    assert_float_equal(page_cell(page, block, row, HIGH), fmax(a, b), 1e-9);
    assert_true(page_cell(page, block, row, COUNT) == SEEDS);
}

/* Check that the first block has the number of questions with each of n values,
 * without question 3, which counts in no metric. */
static void expect_counts(const struct page *page, const int32_t *trait,
                          const int32_t *value, int n)
{
    int units[QUESTIONS] = {0}, most = 0;

    for (int i = 0; i < n; i++) {
        for (int q = 0; q < QUESTIONS; q++)
            units[i] += q != 3 && trait[q] == value[i];
        most = units[i] > most ? units[i] : most;
    }
    for (int i = 0; i < n; i++) {
        assert_true(page_cell(page, 0, i, 0) == i);
        assert_float_equal(page_cell(page, 0, i, 1), (double)units[i] / most,
                           1e-9);
        assert_true(page_cell(page, 0, i, 2) == units[i]);
    }
}

static void rows_are_what_the_units_add_up_to(void **state)
{
    struct plot_input in = make_input(NULL);
    struct page page;

    (void)state;
    draw_page("type", &in, &page);
    assert_int_equal(page.blocks, 3);
    expect_counts(&page, types, (int32_t[]){0, 2}, 2);
    for (int g = 0; g < 2; g++) {
        expect(&page, 1 + g, 0, SEEDS * g, types, 0);
        expect(&page, 1 + g, 1, SEEDS * g, types, 2);
    }
    assert_non_null(strstr(str_text(&page.data), "\tname\n0\t"));
    assert_non_null(strstr(page.panel[0]->xtitle,
                           "(whiskers: range of seeds)"));
    page_release(&page);
    draw_page("length", &in, &page);
    expect(&page, 2, 0, SEEDS, lengths, 0);
    /* 0, 1, 7, 25 and 30: an empty place if values between are missing */
    for (int i = 0; i < 5; i++) {
        assert_true(page_cell(&page, 0, i, 0) == (i < 2 ? i : 2 * i - 1));
        assert_true(page_cell(&page, 2, i, PLACE) == page_cell(&page, 0, i, 0));
    }
    assert_true(page_cell(&page, 0, 4, 2) == 3);
    assert_string_equal(page.panel[0]->ytitle, "test.em");
    page_release(&page);
    release_input();
}

static void another_trait_may_be_named(void **state)
{
    struct plot_input in = make_input(NULL);
    struct page page;
    struct error e;

    (void)state;
    in.view.by = "type";
    draw_page("length", &in, &page);
    expect(&page, 1, 1, 0, types, 2);
    page_release(&page);
    page = (struct page){0};
    in.view.by = "tpe";
    assert_int_equal(plot_kind_find("type", 4)->draw(&in, &page, &e), -1);
    assert_non_null(strstr(e.text, "did you mean 'type'"));
    page_release(&page);
    release_input();
}

/* --- histograms ----------------------------------------------------------- */

enum { EVALUATIONS = 7 };

static int64_t count_in(int which, int evaluation, int bin)
{
    return which == STATS_GATE ? 0 : bin * (evaluation + 1) + which;
}

/* The gate has none, as in kinds without a gate. */
static void add_histograms(struct result *r, int trial)
{
    for (int i = 0; i < EVALUATIONS; i++) {
        struct part_stats seen = PART_STATS_INIT;

        history_add(&r->history, &(struct history_row){.step = 10 * i + trial});
        for (int k = 0; k < STATS_PARTS; k++)
            for (int b = 0; b < STATS_BINS; b++)
                seen.of[k].bin[b] = count_in(k, i, b);
        history_inspect(&r->history, &seen, true);
    }
}

static void bins_are_the_stored_counts(void **state)
{
    static const int drawn[] = {0, 2, 4, 6};
    struct plot_input in = make_input(add_histograms);
    struct page page;

    (void)state;
    in.view.trials = 1;
    in.view.trial[0] = 2;
    draw_page("histograms", &in, &page);
    assert_int_equal(page.n, 2);
    assert_int_equal(page.blocks, 8);
    for (int block = 0; block < 8; block++) {
        const int which = block < 4 ? STATS_F_E : STATS_M;
        double share = 0;

        for (int b = 0; b < STATS_BINS; b++) {
            assert_true(page_cell(&page, block, b, 0) ==
                        -1 + (b + 0.5) / (STATS_BINS / 2));
            assert_true(page_cell(&page, block, b, 1) ==
                        count_in(which, drawn[block % 4], b));
            share += page_cell(&page, block, b, 2);
        }
        assert_float_equal(share, 1, 1e-9);
    }
    assert_non_null(strstr(str_text(&page.data),
                           "after step 22; the bins at the ends hold all "
                           "beyond\n"));
    assert_non_null(strstr(str_text(&page.panel[0]->settings),
                           "set xrange [-0.96875:1]")); /* bin 0 is empty */
    assert_string_equal(page.panel[0]->xtitle,
                        "value, at 4 of 7 evaluations (the bins at the ends "
                        "hold all beyond)");
    page_release(&page);
    release_input();
}

static void without_histograms_it_says_so(void **state)
{
    struct plot_input in = make_input(NULL);
    struct page page = {0};
    struct error e;

    (void)state;
    assert_int_equal(plot_kind_find("histograms", 10)->draw(&in, &page, &e),
                     -1);
    assert_non_null(strstr(e.text, "found no histograms"));
    in.view.trials = 1;
    in.view.trial[0] = 77;
    assert_int_equal(plot_kind_find("histograms", 10)->draw(&in, &page, &e),
                     -1);
    assert_non_null(strstr(e.text, "found trial 77 of"));
    page_release(&page);
    release_input();
}

static void keep_within(struct result *r, int trial)
{
    add_histograms(r, trial);
    for (int k = 0; k < STATS_PARTS; k++)
        for (int i = 0; i < EVALUATIONS; i++) {
            struct histogram *h = &r->history.histogram[k][i];

            h->bin[0] = h->bin[STATS_BINS - 1] = 0;
        }
}

static void ends_are_not_spoken_of_where_they_are_empty(void **state)
{
    struct plot_input in = make_input(keep_within);
    struct page page;

    (void)state;
    draw_page("histograms", &in, &page);
    assert_null(strstr(str_text(&page.data), "beyond"));
    assert_null(strstr(page.panel[0]->xtitle, "beyond"));
    page_release(&page);
    release_input();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_the_units_add_up_to),
        cmocka_unit_test(another_trait_may_be_named),
        cmocka_unit_test(bins_are_the_stored_counts),
        cmocka_unit_test(without_histograms_it_says_so),
        cmocka_unit_test(ends_are_not_spoken_of_where_they_are_empty),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
