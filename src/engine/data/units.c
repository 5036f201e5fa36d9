#include "engine/data/units.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

const char *const split_names[] = {"train", "valid", "test", NULL};

void units_init(struct units *u, const char *name, int n, int metrics)
{
    *u = (struct units){.n = n, .metrics = metrics};
    snprintf(u->name, sizeof(u->name), "%s", name);
    u->tally =
        memory_zeroed((size_t)n * (size_t)metrics + 1, sizeof(*u->tally));
}

void units_add_ngrams(struct units *u, const int *orders)
{
    memcpy(u->orders, orders, (size_t)u->metrics * sizeof(*orders));
    const size_t all = (size_t)units_orders(u->orders, u->metrics);

    u->ngrams = memory_zeroed((size_t)u->n * all * NGRAM_NUMBERS + 1,
                              sizeof(*u->ngrams));
}

int units_orders(const int *orders, int metric)
{
    int all = 0;

    for (int m = 0; m < metric; m++)
        all += orders[m];
    return all;
}

struct trait *units_new_trait(struct units *u, const char *name)
{
    assert(u->traits < MAX_TRAITS);
    GROW(u->trait, u->traits, u->room);
    struct trait *t = &u->trait[u->traits++];

    *t = (struct trait){0};
    snprintf(t->name, sizeof(t->name), "%s", name);
    return t;
}

int32_t *units_add_trait(struct units *u, const char *name, const char *words)
{
    struct trait *t = units_new_trait(u, name);

    t->words = words ? memory_string(words) : NULL;
    t->value = memory_zeroed((size_t)u->n + 1, sizeof(*t->value));
    return t->value;
}

const struct trait *units_trait(const struct units *u, const char *name)
{
    for (int i = 0; i < u->traits; i++)
        if (!strcmp(u->trait[i].name, name))
            return &u->trait[i];
    return NULL;
}

void units_release(struct units *u)
{
    for (int i = 0; i < u->traits; i++) {
        free(u->trait[i].words);
        free(u->trait[i].value);
    }
    free(u->trait);
    free(u->tally);
    free(u->ngrams);
    *u = (struct units){0};
}

int32_t *units_ngrams(const struct units *u, int metric, int number)
{
    return u->ngrams +
           (size_t)(units_orders(u->orders, metric) * NGRAM_NUMBERS + number) *
               (size_t)u->n;
}

void units_put_ngrams(struct units *u, int i, int metric,
                      const struct ngram_sums *one)
{
    for (int k = 0; k < u->orders[metric]; k++) {
        int32_t *to = units_ngrams(u, metric, NGRAM_NUMBERS * k) + i;

        to[0] = (int32_t)one[k].said;
        to[u->n] = (int32_t)one[k].right;
        to[2 * (size_t)u->n] = (int32_t)one[k].shared;
    }
}

bool units_get_ngrams(const struct units *u, int i, int metric,
                      struct ngram_sums *one)
{
    const size_t n = (size_t)u->n;
    int32_t sign = 0;

    for (int k = 0; k < u->orders[metric]; k++) {
        const int32_t *x = units_ngrams(u, metric, NGRAM_NUMBERS * k) + i;

        one[k] = (struct ngram_sums){x[0], x[n], x[2 * n]};
        sign |= x[0] | x[n] | x[2 * n];
    }
    return sign >= 0;
}

/* Integers: the sum does not depend on the order.  `sign` becomes negative if
 * any number is. */
static long sum_of(const int32_t *x, const uint32_t *times, int n,
                   int32_t *sign)
{
    uint64_t sum = 0;
    int32_t any = 0;

    for (int i = 0; i < n; i++)
        any |= x[i];
    for (int i = 0; i < n; i++)
        sum += (uint64_t)(times ? times[i] : 1) * (uint32_t)x[i];
    *sign |= any;
    return (long)sum;
}

bool units_sums(const struct units *u, int metric, const uint32_t *times,
                struct ngram_sums *sum)
{
    const int32_t *x = units_ngrams(u, metric, 0);
    const size_t n = (size_t)u->n;
    int32_t sign = 0;

    for (int k = 0; k < u->orders[metric]; k++, x += NGRAM_NUMBERS * n) {
        sum[k].said = sum_of(x, times, u->n, &sign);
        sum[k].right = sum_of(x + n, times, u->n, &sign);
        sum[k].shared = sum_of(x + 2 * n, times, u->n, &sign);
    }
    return sign >= 0;
}

void units_spoil(struct units *u, int i)
{
    for (int m = 0; m < u->metrics; m++) {
        if (units_at(u, i, m)->of > 0)
            units_at(u, i, m)->sum = (double)NAN;
        if (u->orders[m])
            units_ngrams(u, m, 0)[i] = -1;
    }
}

double units_mean(const struct units *u, int metric)
{
    struct tally all = {0};

    for (int i = 0; i < u->n; i++) {
        const struct tally *t = units_at(u, i, metric);

        all.sum += t->sum;
        all.of += t->of;
    }
    return 100 * all.sum / all.of;
}
