/* comparison_tests.c - the tests of a comparison. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/comparison.h"

/* --- over seeds ------------------------------------------------------------
 */

static struct verdict
of_pairs(const struct comparison *c, const struct measure *m,
         struct verdict (*test)(const double *x, const double *y, int n))
{
    double *x = memory_zeroed(2 * (size_t)c->n + 1, sizeof(*x)), *y = x + c->n;
    int n = 0;

    for (int i = 0; i < c->n; i++) {
        x[n] = measure_value(m, &c->x[i]->row->result);
        y[n] = measure_value(m, &c->y[i]->row->result);
        n += !isnan(x[n]) && !isnan(y[n]);
    }
    const struct verdict o = test(x, y, n);

    free(x);
    return o;
}

static struct verdict sign_flip(const struct comparison *c,
                                const struct measure *m)
{
    return of_pairs(c, m, sign_flip_test);
}

static struct verdict wilcoxon(const struct comparison *c,
                               const struct measure *m)
{
    return of_pairs(c, m, wilcoxon_test);
}

static struct verdict welch(const struct comparison *c, const struct measure *m)
{
    const size_t room = (size_t)c->a->n + (size_t)c->b->n + 1;
    double *x = memory_zeroed(room, sizeof(*x)), *y = x + c->b->n;
    const int nx = measure_group(m, c->b, x), ny = measure_group(m, c->a, y);
    const struct verdict o = welch_test(x, nx, y, ny);

    free(x);
    return o;
}

/* --- over units ------------------------------------------------------------
 */

static struct verdict of_units(const struct comparison *c,
                               const struct units *u, const struct measure *m,
                               struct verdict (*test)(const struct tally *d,
                                                      int n))
{
    const int k = u->n ? measure_place(m, &c->x[0]->row->result) : -1;
    struct tally *d = memory_new(((size_t)u->n + 1) * sizeof(*d));
    const int n = k >= 0 && k < u->metrics ? u->n : 0;

    for (int i = 0; i < n; i++)
        d[i] = *units_at(u, i, k);
    const struct verdict o = test(d, n);

    free(d);
    return o;
}

static struct verdict bootstrap(const struct comparison *c,
                                const struct measure *m)
{
    return of_units(c, &c->difference, m, bootstrap_test);
}

static struct verdict randomisation(const struct comparison *c,
                                    const struct measure *m)
{
    return of_units(c, &c->difference, m, randomisation_test);
}

static struct verdict mcnemar(const struct comparison *c,
                              const struct measure *m)
{
    return of_units(c, &c->first, m, mcnemar_test);
}

const struct test_kind test_kinds[TESTS] = {
    [TEST_SIGN_FLIP] = {"sign-flip", true,
                        "exact sign-flip test on pairs of equal seed (beyond "
                        "20 of them 2^20 drawn signs)",
                        sign_flip},
    [TEST_WILCOXON] = {"wilcoxon", true,
                       "Wilcoxon's signed-rank test on pairs of equal seed "
                       "that differ, exact up to 50",
                       wilcoxon},
    [TEST_WELCH] = {"welch", true,
                    "Welch's t test of all finished trials, paired or not",
                    welch},
    [TEST_BOOTSTRAP] = {"bootstrap", false,
                        "paired bootstrap of each unit's mean over seeds, "
                        "10000 draws",
                        bootstrap},
    [TEST_RANDOMISATION] = {"randomisation", false,
                            "paired randomisation of each unit's mean over "
                            "seeds, all choices of signs or 10000 draws",
                            randomisation},
    [TEST_MCNEMAR] = {"mcnemar", false,
                      "McNemar's exact test of the first pair of equal seed "
                      "alone, where a unit is right or wrong",
                      mcnemar},
};
_Static_assert(BOOTSTRAP_DRAWS == 10000 && RANDOMISATION_DRAWS == 10000 &&
                   PAIRED_EXACT == 20 && WILCOXON_EXACT == 50,
               "as the lines above say");

void test_over(const struct test_kind *t, const struct comparison *c,
               struct str *out)
{
    if (t->seeds)
        str_adds(out, "seeds");
    else
        str_addf(out, "%ss", c->difference.name);
}
