/* hypotheses.c - what of a table is tested. */
#include "config.h"

#include "report/hypotheses.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "report/statistics.h"

/* Are two measures affine in one another over all trials? */
static bool measures_affine(const struct table *t, int one, int other)
{
    const size_t room = (size_t)t->s->n + 1;
    double *x = memory_zeroed(2 * room, sizeof(*x)), *y = x + room;
    bool both = true;
    int n = 0;

    for (long i = 0; i < t->s->n; i++) {
        const struct results_row *row = &t->s->row[i];

        if (!row->present || row->result.status != TRIAL_FINISHED)
            continue;
        x[n] = measure_value(&t->measure[one], &row->result);
        y[n] = measure_value(&t->measure[other], &row->result);
        both &= isnan(x[n]) == isnan(y[n]);
        n += !isnan(x[n]);
    }
    both = both && affine(x, y, n);
    free(x);
    return both;
}

/* The same in every trial, of more than two: what it has says nothing. */
static bool is_constant(const struct table *t, const struct measure *m)
{
    double first = (double)NAN;
    int n = 0;

    for (long i = 0; i < t->s->n; i++) {
        const struct results_row *row = &t->s->row[i];

        if (!row->present || row->result.status != TRIAL_FINISHED)
            continue;
        const double value = measure_value(m, &row->result);

        if (n++ && value != first)
            return false;
        first = value;
    }
    return n > 2;
}

/* Where there is a test, validation has had its say in choosing. */
void hypotheses_init(struct hypotheses *h, const struct table *t)
{
    bool on_test = false;

    *h = (struct hypotheses){.t = t};
    group_pairs_init(&h->pairs, &t->groups);
    for (int m = 0; m < t->measures; m++)
        on_test |= t->measure[m].test;
    h->split = on_test ? SPLIT_TEST : SPLIT_VALID;
    for (int m = 0; m < t->measures; m++) {
        int k = 0;

        while (k < m && (h->first[k] != k || !measures_affine(t, k, m)))
            k++;
        h->first[m] =
            t->measure[m].test == on_test && !is_constant(t, &t->measure[m])
                ? k
                : -1;
    }
}

void hypotheses_release(struct hypotheses *h)
{
    group_pairs_release(&h->pairs);
}

int hypotheses_each(const struct hypotheses *h,
                    void (*visit)(void *context, const struct comparison *c,
                                  int pair),
                    void *context, struct error *e)
{
    const struct trial_group *group = h->t->groups.group;

    for (int i = 0; i < h->pairs.n; i++) {
        const struct group_pair *p = &h->pairs.pair[i];
        struct comparison c;

        if (comparison_init(&c, &group[p->a], &group[p->b], h->split, e))
            return -1;
        if (c.n)
            visit(context, &c, i);
        comparison_release(&c);
    }
    return 0;
}
