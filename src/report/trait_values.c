/* trait_values.c - what units add up to, by the values of a trait. */
#include "config.h"

#include "report/trait_values.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "task/formula.h"

/* --- from a trial's units ------------------------------------------------- */

struct place {
    int32_t value;
    int unit;
};

static int by_value(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

/* Units by rising value, equal ones as they were. */
static struct place *sorted(const struct units *u, const struct trait *t)
{
    struct place *p = memory_new((size_t)u->n * sizeof(*p));

    for (int i = 0; i < u->n; i++)
        p[i] = (struct place){t->value[i], i};
    qsort(p, (size_t)u->n, sizeof(*p), by_value);
    return p;
}

/* What a unit adds to a metric, or of one that is a formula whether it does. */
static struct tally tally_of(const struct units *u, int unit, int metric)
{
    struct ngram_sums one[MAX_ORDERS];

    if (!u->orders[metric])
        return *units_at(u, unit, metric);
    return (struct tally){
        .sum = units_get_ngrams(u, unit, metric, one) ? 0 : (double)NAN,
        .of = 1};
}

static void add_unit(struct trait_values *v, const struct units *u, int unit)
{
    const int at = v->n - 1;
    const int numbers = NGRAM_NUMBERS * units_orders(u, u->metrics);
    bool counts = false;

    for (int m = 0; m < u->metrics; m++) {
        const struct tally t = tally_of(u, unit, m);
        struct tally *to = units_at(&v->sum, at, m);

        to->sum += t.sum;
        to->of += t.of;
        counts |= t.of > 0;
    }
    for (int k = 0; k < numbers; k++)
        units_ngrams(&v->sum, 0, k)[at] += units_ngrams(u, 0, k)[unit];
    v->units[at] += counts;
}

static int count_values(const struct place *p, int n)
{
    int values = n > 0;

    for (int i = 1; i < n; i++)
        values += p[i].value != p[i - 1].value;
    return values;
}

void trait_values_take(struct trait_values *v, const struct units *u,
                       const struct trait *t)
{
    struct place *p = sorted(u, t);
    const int n = count_values(p, u->n);

    v->value = memory_zeroed((size_t)n, sizeof(*v->value));
    v->units = memory_zeroed((size_t)n, sizeof(*v->units));
    units_init(&v->sum, u->name, n, u->metrics);
    units_add_ngrams(&v->sum, u->orders);
    for (int i = 0; i < u->n; i++) {
        if (!i || p[i].value != p[i - 1].value)
            v->value[v->n++] = p[i].value;
        add_unit(v, u, p[i].unit);
    }
    free(p);
}

/* --- sums of them --------------------------------------------------------- */

static void add_metric(struct trait_sum *to, const struct trait_values *v,
                       int value, int metric)
{
    const struct tally *t = units_at(&v->sum, value, metric);
    struct ngram_sums x[MAX_ORDERS];

    to->tally[metric].sum += t->sum;
    to->tally[metric].of += t->of;
    to->orders[metric] = v->sum.orders[metric];
    if (to->orders[metric])
        units_get_ngrams(&v->sum, value, metric, x);
    for (int k = 0; k < to->orders[metric]; k++) {
        to->ngrams[metric][k].said += x[k].said;
        to->ngrams[metric][k].right += x[k].right;
        to->ngrams[metric][k].shared += x[k].shared;
    }
}

struct trait_sum trait_values_sum(const struct trait_values *v, struct bin bin)
{
    struct trait_sum all = {0};

    for (int i = 0; i < v->n; i++) {
        if (v->value[i] < bin.from || v->value[i] > bin.to)
            continue;
        all.units += v->units[i];
        for (int m = 0; m < v->sum.metrics; m++)
            add_metric(&all, v, i, m);
    }
    return all;
}

double trait_sum_metric(const struct trait_sum *sum, const char *name,
                        int metric)
{
    const struct tally *t = &sum->tally[metric];
    const int orders = sum->orders[metric];
    const struct formula *f = orders ? formula_find(name) : NULL;

    if (!f || t->of == 0 || isnan(t->sum))
        return 100 * t->sum / t->of;
    return f->of(sum->ngrams[metric], orders);
}

void trait_values_release(struct trait_values *v)
{
    free(v->value);
    free(v->units);
    units_release(&v->sum);
}
