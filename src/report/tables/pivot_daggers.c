/* pivot_daggers.c - marks the rows of a pivot that differ from the first. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/task/task.h"
#include "report/tables/pivot_internal.h"

/* The tests, with p for every cell and measure; NaN if it is not tested. */
struct marks {
    const struct pivot *p;
    const struct test_kind *test;
    int *first; /* owned: for each measure, the first that it is affine in; -1
                   if it is equal in all trials */
    double *value; /* owned [rows x columns x measures] */
};

static size_t place_of(const struct pivot *p, int row, int column, int measure)
{
    const size_t cell = (size_t)row * (size_t)p->column.n + (size_t)column;

    return cell * (size_t)p->plan.measures + (size_t)measure;
}

static size_t places(const struct pivot *p)
{
    return place_of(p, p->row.n, 0, 0);
}

/* Find the measures that are affine functions of others, as in
 * measures_firsts(). */
static void find_first(struct marks *k, const struct folder *folder, int n)
{
    const struct pivot_plan *plan = &k->p->plan;
    const struct results **s = memory_new((size_t)n * sizeof(*s));

    for (int i = 0; i < n; i++)
        s[i] = folder[i].s;
    measures_firsts(plan->measure, plan->measures, s, n, k->first);
    free(s);
}

static bool is_of(const struct marks *k, int m, bool test)
{
    return k->first[m] == m && k->p->plan.measure[m].test == test;
}

/* Compare a cell with that of the first row, in the metrics of one split. */
static int compare(struct marks *k, int row, int column, bool on_test,
                   struct error *e)
{
    const struct pivot *p = k->p;
    const struct trial_group *a = pivot_cell(p, 0, column),
                             *b = pivot_cell(p, row, column);
    const enum split split = k->test->seeds ? SPLIT_NONE
                             : on_test      ? SPLIT_TEST
                                            : SPLIT_VALID;
    struct comparison c;
    bool any = false;

    for (int m = 0; m < p->plan.measures; m++)
        any |= is_of(k, m, on_test);
    if (!a || !b || !any)
        return 0;
    if (comparison_init(&c, a, b, split, e))
        return -1;
    for (int m = 0; m < p->plan.measures; m++)
        if (is_of(k, m, on_test))
            k->value[place_of(p, row, column, m)] =
                k->test->of(&c, &p->plan.measure[m]).p;
    comparison_release(&c);
    return 0;
}

static int compare_all(struct marks *k, struct error *e)
{
    for (int r = 1; r < k->p->row.n; r++)
        for (int c = 0; c < k->p->column.n; c++)
            if (compare(k, r, c, false, e) || compare(k, r, c, true, e))
                return -1;
    return 0;
}

/* True if a cell has something to test and no test was made. */
static bool is_untested(const struct marks *k, int row, int column)
{
    bool any = false, tested = false;

    for (int m = 0; m < k->p->plan.measures; m++)
        if (k->first[m] == m) {
            any = true;
            tested |= !isnan(k->value[place_of(k->p, row, column, m)]);
        }
    const struct trial_group *g = pivot_cell(k->p, row, column);

    return any && !tested && g && group_finished(g);
}

static int count_untested(const struct marks *k)
{
    int n = 0;

    for (int r = 1; r < k->p->row.n; r++)
        for (int c = 0; c < k->p->column.n; c++)
            n += is_untested(k, r, c);
    return n;
}

/* Set the daggers; each measure gets those of the first that it is affine
 * in. */
static void set_daggers(struct pivot *p, const struct marks *k)
{
    const size_t n = places(p);
    double *corrected = memory_new((n + 1) * sizeof(*corrected));

    p->hypotheses = holm(k->value, (int)n, corrected);
    p->daggers = memory_zeroed(n + 1, sizeof(*p->daggers));
    for (int r = 1; r < p->row.n; r++)
        for (int c = 0; c < p->column.n; c++)
            for (int m = 0; m < p->plan.measures; m++) {
                if (k->first[m] < 0)
                    continue;
                const double is = corrected[place_of(p, r, c, k->first[m])];

                p->daggers[place_of(p, r, c, m)] = (is <= 0.05) + (is <= 0.01);
            }
    free(corrected);
}

int pivot_daggers(struct pivot *p, const struct folder *folder, int n,
                  const struct test_kind *test, struct error *e)
{
    struct marks k = {.p = p, .test = test};
    const size_t room = (size_t)p->plan.measures + 1;

    k.first = memory_zeroed(room, sizeof(*k.first));
    k.value = memory_new((places(p) + 1) * sizeof(*k.value));
    for (size_t i = 0; i < places(p); i++)
        k.value[i] = (double)NAN;
    find_first(&k, folder, n);
    const int failed = compare_all(&k, e);

    if (!failed) {
        set_daggers(p, &k);
        p->untested = count_untested(&k);
    }
    free(k.first);
    free(k.value);
    return failed;
}
