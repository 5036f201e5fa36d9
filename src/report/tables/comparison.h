/*
 * comparison.h - two groups of trials set against each other: every test there
 * is of their difference, b minus a.
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
    int n;                        /* pairs of finished trials of equal seeds:
                                     of a folder, and of what that leaves over
                                     folders, where it is clear which */
    const struct group_member **x, **y; /* owned [n]: of b, of a */
    struct units difference; /* x minus y, means over the pairs; n = 0: there
                                is no test over units */
    struct units first; /* of the first pair alone; NaN in a metric that is not
                           0 or 1 of 1 in each unit */
    struct units *ngrams; /* owned [2 n]: of x and y of each pair in turn, the
                             n-grams alone */
};

/* Reads the units of the trials of a split again, one by one, where they share
 * seeds and were asked the same questions, of the same files; of SPLIT_NONE
 * none. */
int comparison_init(struct comparison *c, const struct trial_group *a,
                    const struct trial_group *b, enum split split,
                    struct error *e);
void comparison_release(struct comparison *c);

/* Is a metric a formula (metric/formula.h) of n-grams that all trials have? */
bool comparison_by_formula(const struct comparison *c, const struct measure *m);

struct test_kind {
    const char *name;
    bool seeds;       /* p is over seeds; else over units */
    const char *says; /* a line of what was done */
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

/* What p is over: "seeds", "questions". */
void test_over(const struct test_kind *t, const struct comparison *c,
               struct str *out);

#endif
