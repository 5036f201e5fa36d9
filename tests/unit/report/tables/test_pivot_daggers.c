/* Daggers of pivots over made-up folders: hypotheses, pairs, and notes. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/report/tables/pivot_fixture.h"

/* Error is 100 minus map, and `one` is constant: two hypotheses, one for each
 * size, not six. */
static void daggers_are_corrected_for_hypotheses_alone(void **state)
{
    const struct pivot_view view = {.format = format_find("markdown"),
                                    .rows = "model.attention.kind",
                                    .columns = "model.hidden",
                                    .test = &test_kinds[TEST_WELCH]};

    (void)state;
    expect(1, view, NULL, "Holm's correction for 2, over seeds: Welch's t ");
    expect(1, view, NULL,
           "| softmax | 60.19" PM "0.16 |  |  | 39.81" PM "0.16 | 7.00" PM
           "0.00 |");
    expect(1, view, NULL,
           "| coda | 62.28" PM "0.24\xe2\x80\xa1 | 70.50 | -8.22 | 37.72" PM
           "0.24\xe2\x80\xa1 | 7.00" PM "0.00 |");
}

/* Four pairs of equal seed give at best 1/8.  Eight pairs of equal seed and
 * size, if the rows leave out the size, give 1/128; but half of them have no
 * partner if coda has only one size. */
static void pairs_agree_in_all_that_is_swept(void **state)
{
    (void)state;
    expect(1,
           (struct pivot_view){.format = format_find("markdown"),
                               .rows = "model.attention.kind",
                               .columns = "model.hidden",
                               .values = "test.map",
                               .test = &test_kinds[TEST_SIGN_FLIP]},
           NULL, "| coda | 62.28" PM "0.24 | ");
    expect(1,
           (struct pivot_view){.format = format_find("markdown"),
                               .rows = "model.attention.kind",
                               .values = "test.map",
                               .test = &test_kinds[TEST_SIGN_FLIP]},
           NULL, "| coda | 62.53" PM "0.35\xe2\x80\xa1 | ");
    expect(1,
           (struct pivot_view){.format = format_find("markdown"),
                               .rows = "model.attention.kind",
                               .values = "test.map",
                               .test = &test_kinds[TEST_SIGN_FLIP]},
           lose_a_size, "| coda | 62.78" PM "0.24 | ");
}

/* The eight pairs are within each folder: coda is better in all sixteen, though
 * softmax in the second folder is better than coda in the first. */
static void pairs_are_of_one_folder(void **state)
{
    (void)state;
    expect(2,
           (struct pivot_view){.format = format_find("markdown"),
                               .rows = "model.attention.kind",
                               .values = "test.map",
                               .test = &test_kinds[TEST_SIGN_FLIP]},
           NULL, "| coda | 67.53" PM "5.17\xe2\x80\xa1 | ");
}

/* The large trials of coda have other seeds. */
static void have_other_seeds(struct results *s)
{
    for (int i = 12; i < 16; i++) {
        free(s->row[i].config.own);
        s->row[i].config.own =
            memory_format("model.attention.kind: coda\nmodel.hidden: 200\n"
                          "train.seed: %d\ntrain.batch: 32\n",
                          i);
    }
}

static void a_cell_without_pairs_is_not_one_that_does_not_differ(void **state)
{
    const struct pivot_view view = {.format = format_find("markdown"),
                                    .rows = "model.attention.kind",
                                    .columns = "model.hidden",
                                    .values = "test.map",
                                    .test = &test_kinds[TEST_SIGN_FLIP]};

    (void)state;
    expect(1, view, have_other_seeds, "Holm's correction for 1, ");
    expect(
        1, view, have_other_seeds,
        "\n- not tested: 1 cell, for want of trials to set against the first "
        "row's\n");
    expect_not(1, view, NULL, "not tested");
    expect_not(1, view, lose_a_size, "not tested");
}

static void daggers_want_means(void **state)
{
    (void)state;
    refuses((struct pivot_view){.rows = "model.attention.kind",
                                .show = "median,max",
                                .test = &test_kinds[TEST_WELCH]},
            "found --daggers with --show median,max, expected mean among them");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(daggers_are_corrected_for_hypotheses_alone),
        cmocka_unit_test(pairs_agree_in_all_that_is_swept),
        cmocka_unit_test(pairs_are_of_one_folder),
        cmocka_unit_test(a_cell_without_pairs_is_not_one_that_does_not_differ),
        cmocka_unit_test(daggers_want_means),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
