/* trait_values.c - sums over units, by the values of a trait. */
#include "config.h"

#include "report/answers/trait_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/metric/formula.h"

/* --- from a trial's units ------------------------------------------------- */

struct unit_value {
    int32_t value;
    int unit;
};

static int by_value(const void *a, const void *b)
{
    const struct unit_value *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

/* Sort units by value; equal ones keep their order. */
static struct unit_value *sorted(const struct units *u, const struct trait *t)
{
    struct unit_value *p = memory_new((size_t)u->n * sizeof(*p));

    for (int i = 0; i < u->n; i++)
        p[i] = (struct unit_value){t->value[i], i};
    qsort(p, (size_t)u->n, sizeof(*p), by_value);
    return p;
}

static int all_orders(const struct trait_values *v)
{
    return units_orders(v->orders, v->metrics);
}

static void add_tally(struct tally *to, struct tally x)
{
    to->sum += x.sum;
    to->of += x.of;
}

static void add_ngrams(struct ngram_sums *to, const struct ngram_sums *x, int n)
{
    for (int k = 0; k < n; k++) {
        to[k].said += x[k].said;
        to[k].right += x[k].right;
        to[k].shared += x[k].shared;
    }
}

/* Return what a unit adds to a metric; for a formula also its n-grams. */
static struct tally tally_of(const struct units *u, int unit, int metric,
                             struct ngram_sums *ngrams)
{
    if (!u->orders[metric])
        return *units_at(u, unit, metric);
    return (struct tally){
        .sum = units_get_ngrams(u, unit, metric, ngrams) ? 0 : (double)NAN,
        .of = 1};
}

static void add_unit(struct trait_values *v, const struct units *u, int unit)
{
    const size_t at = (size_t)v->n - 1;
    struct tally *tally = v->tally + at * (size_t)v->metrics;
    struct ngram_sums *ngrams = v->ngrams + at * (size_t)all_orders(v);
    bool counts = false;

    for (int m = 0; m < v->metrics; m++) {
        struct ngram_sums one[MAX_ORDERS];
        const struct tally t = tally_of(u, unit, m, one);

        add_tally(&tally[m], t);
        add_ngrams(ngrams, one, v->orders[m]);
        ngrams += v->orders[m];
        counts |= t.of > 0;
    }
    v->units[at] += counts;
}

static int count_values(const struct unit_value *p, int n)
{
    int values = n > 0;

    for (int i = 1; i < n; i++)
        values += p[i].value != p[i - 1].value;
    return values;
}

void trait_values_take(struct trait_values *v, const struct units *u,
                       const struct trait *t)
{
    struct unit_value *p = sorted(u, t);
    const size_t n = (size_t)count_values(p, u->n);

    v->metrics = u->metrics;
    memcpy(v->orders, u->orders, sizeof(v->orders));
    v->value = memory_zeroed(n, sizeof(*v->value));
    v->units = memory_zeroed(n, sizeof(*v->units));
    v->tally = memory_zeroed(n * (size_t)v->metrics, sizeof(*v->tally));
    v->ngrams =
        memory_zeroed(n * (size_t)all_orders(v) + 1, sizeof(*v->ngrams));
    for (int i = 0; i < u->n; i++) {
        if (!i || p[i].value != p[i - 1].value)
            v->value[v->n++] = p[i].value;
        add_unit(v, u, p[i].unit);
    }
    free(p);
}

/* --- sums of them --------------------------------------------------------- */

static void add_value(struct trait_sum *to, const struct trait_values *v,
                      int value)
{
    const struct tally *tally = v->tally + (size_t)value * (size_t)v->metrics;
    const struct ngram_sums *ngrams =
        v->ngrams + (size_t)value * (size_t)all_orders(v);

    to->units += v->units[value];
    for (int m = 0; m < v->metrics; m++) {
        add_tally(&to->tally[m], tally[m]);
        add_ngrams(to->ngrams[m], ngrams, v->orders[m]);
        ngrams += v->orders[m];
    }
}

struct trait_sum trait_values_sum(const struct trait_values *v, struct bin bin)
{
    struct trait_sum all = {0};

    memcpy(all.orders, v->orders, sizeof(all.orders));
    for (int i = 0; i < v->n; i++)
        if (v->value[i] >= bin.from && v->value[i] <= bin.to)
            add_value(&all, v, i);
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
    free(v->tally);
    free(v->ngrams);
}
