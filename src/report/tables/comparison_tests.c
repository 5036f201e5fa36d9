/* comparison_tests.c - the tests of a comparison. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/metric/formula.h"
#include "report/tables/comparison.h"

/* --- over seeds ----------------------------------------------------------- */

static struct test_result
of_pairs(const struct comparison *c, const struct measure *m,
         struct test_result (*test)(const double *x, const double *y, int n))
{
    double *x = memory_zeroed(2 * (size_t)c->n + 1, sizeof(*x)), *y = x + c->n;
    int n = 0;

    for (int i = 0; i < c->n; i++) {
        x[n] = measure_value(m, &c->x[i]->row->result);
        y[n] = measure_value(m, &c->y[i]->row->result);
        n += !isnan(x[n]) && !isnan(y[n]);
    }
    const struct test_result o = test(x, y, n);

    free(x);
    return o;
}

static struct test_result sign_flip(const struct comparison *c,
                                    const struct measure *m)
{
    return of_pairs(c, m, sign_flip_test);
}

static struct test_result wilcoxon(const struct comparison *c,
                                   const struct measure *m)
{
    return of_pairs(c, m, wilcoxon_test);
}

static struct test_result welch(const struct comparison *c,
                                const struct measure *m)
{
    const size_t room = (size_t)c->a->n + (size_t)c->b->n + 1;
    double *x = memory_zeroed(room, sizeof(*x)), *y = x + c->b->n;
    const int nx = measure_group(m, c->b, x), ny = measure_group(m, c->a, y);
    const struct test_result o = welch_test(x, nx, y, ny);

    free(x);
    return o;
}

/* --- over units ----------------------------------------------------------- */

/* Return the index of a metric in the units; -1 if they do not have it. */
static int metric_of(const struct comparison *c, const struct measure *m)
{
    const int k =
        c->difference.n ? measure_place(m, &c->x[0]->row->result) : -1;

    return k < c->difference.metrics ? k : -1;
}

static struct test_result
of_units(const struct comparison *c, const struct units *u,
         const struct measure *m,
         struct test_result (*test)(const struct tally *d, int n))
{
    const int k = metric_of(c, m), n = k >= 0 ? u->n : 0;
    struct tally *d = memory_new(((size_t)u->n + 1) * sizeof(*d));

    for (int i = 0; i < n; i++)
        d[i] = *units_at(u, i, k);
    const struct test_result o = test(d, n);

    free(d);
    return o;
}

/* A metric that is a formula, over the trials of a comparison. */
struct compared {
    const struct comparison *c;
    const struct formula *formula; /* NULL if it is not one, or some trials lack
                                      n-grams */
    int metric;
    uint32_t *times; /* [units] scratch: how often each is drawn */
};

static struct compared by_formula(const struct comparison *c,
                                  const struct measure *m)
{
    const int k = metric_of(c, m);
    const int orders = k < 0 ? 0 : c->ngrams[0].orders[k];
    bool all = orders > 0;

    for (int i = 0; i < 2 * c->n && all; i++)
        all = c->ngrams[i].orders[k] == orders;
    return (struct compared){
        .c = c,
        .formula = all ? formula_find(c->x[0]->row->result.metric[k]) : NULL,
        .metric = k,
    };
}

bool comparison_by_formula(const struct comparison *c, const struct measure *m)
{
    return by_formula(c, m).formula;
}

/* Return the mean over seeds of the differences in each pair's metric on the
 * drawn units. */
static double formula_difference(const void *of, const int *unit, int n)
{
    const struct compared *x = of;
    double sum = 0;

    memset(x->times, 0, (size_t)n * sizeof(*x->times));
    for (int i = 0; i < n; i++)
        x->times[unit[i]]++;
    for (int i = 0; i < 2 * x->c->n; i++)
        sum += (i % 2 ? -1 : 1) *
               formula_value(x->formula, &x->c->ngrams[i], x->metric, x->times);
    return sum / x->c->n;
}

static struct test_result bootstrap(const struct comparison *c,
                                    const struct measure *m)
{
    struct compared x = by_formula(c, m);

    if (!x.formula)
        return of_units(c, &c->difference, m, bootstrap_test);
    x.times = memory_new((size_t)c->difference.n * sizeof(*x.times));
    const struct test_result o =
        bootstrap_of(&(struct resampled){.n = c->difference.n,
                                         .size = 100,
                                         .difference = formula_difference,
                                         .of = &x});

    free(x.times);
    return o;
}

static struct test_result randomisation(const struct comparison *c,
                                        const struct measure *m)
{
    return of_units(c, &c->difference, m, randomisation_test);
}

static struct test_result mcnemar_both(const struct tally *d, int n)
{
    return mcnemar_test(d, n, SIDE_BOTH);
}

static struct test_result mcnemar_greater(const struct tally *d, int n)
{
    return mcnemar_test(d, n, SIDE_GREATER);
}

static struct test_result mcnemar_less(const struct tally *d, int n)
{
    return mcnemar_test(d, n, SIDE_LESS);
}

static struct test_result first_differs(const struct comparison *c,
                                        const struct measure *m)
{
    return of_units(c, &c->first, m, mcnemar_both);
}

static struct test_result first_is_greater(const struct comparison *c,
                                           const struct measure *m)
{
    return of_units(c, &c->first, m, mcnemar_greater);
}

static struct test_result first_is_less(const struct comparison *c,
                                        const struct measure *m)
{
    return of_units(c, &c->first, m, mcnemar_less);
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
                        "paired bootstrap of the metric's mean over seeds, "
                        "10000 draws of units",
                        bootstrap},
    [TEST_RANDOMISATION] = {"randomisation", false,
                            "paired randomisation of each unit's mean over "
                            "seeds, all choices of signs or 10000 draws",
                            randomisation},
    [TEST_MCNEMAR] = {"mcnemar", false,
                      "McNemar's exact test of the first pair of equal seed "
                      "alone, where a unit is right or wrong",
                      first_differs},
    [TEST_MCNEMAR_GREATER] =
        {"mcnemar-greater", false,
         "McNemar's exact test, one-sided, of the first pair "
         "of equal seed alone: is `to` right more often "
         "than chance explains?",
         first_is_greater},
    [TEST_MCNEMAR_LESS] = {"mcnemar-less", false,
                           "McNemar's exact test, one-sided, of the first pair "
                           "of equal seed alone: is `to` right less often "
                           "than chance explains?",
                           first_is_less},
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
