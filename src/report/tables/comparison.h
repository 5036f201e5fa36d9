/*
 * comparison.h - the comparison of two groups of trials by every test of their
 * difference, b minus a.
 *
 * To add a test: write it in significance.h, and a row of test_kinds[] in
 * comparison_tests.c.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_COMPARISON_H
#define REPORT_TABLES_COMPARISON_H

#include "report/statistics/significance.h"
#include "report/tables/groups.h"

struct comparison {
    const struct trial_group *a, *b; /* borrowed */
    int n;                        /* pairs of finished trials of equal seeds,
                                     first within each folder; the rest
                                     across folders where the partner is
                                     unique */
    const struct group_member **x, **y; /* owned [n]: of b, of a */
    struct units difference; /* x minus y, means over the pairs; n = 0 if
                                there is no test over units */
    struct units first; /* of the first pair alone; NaN in metrics whose unit
                           values are not all 0 or 1 of 1 */
    struct units *ngrams; /* owned [2 n]: n-grams of x and y of each pair in
                             turn */
};

/* Compare two groups.  Reads the units of a split again, one trial at a time,
 * for trials that share seeds and answered the same questions from the same
 * files; with SPLIT_NONE reads no units. */
int comparison_init(struct comparison *c, const struct trial_group *a,
                    const struct trial_group *b, enum split split,
                    struct error *e);
void comparison_release(struct comparison *c);

/* True if a metric is a formula (metric/formula.h) of n-grams that all trials
 * have. */
bool comparison_by_formula(const struct comparison *c, const struct measure *m);

struct test_kind {
    const char *name;
    bool seeds;       /* p is over seeds, else over units */
    const char *says; /* one line that describes the method */
    struct test_result (*of)(const struct comparison *c,
                             const struct measure *m);
};
enum {
    TEST_SIGN_FLIP,
    TEST_WILCOXON,
    TEST_WELCH,
    TEST_BOOTSTRAP,
    TEST_RANDOMISATION,
    TEST_MCNEMAR,
    TEST_MCNEMAR_GREATER,
    TEST_MCNEMAR_LESS,
    TESTS
};
extern const struct test_kind test_kinds[TESTS];

/* Append what p is over: "seeds", "questions". */
void test_over(const struct test_kind *t, const struct comparison *c,
               struct str *out);

#endif
