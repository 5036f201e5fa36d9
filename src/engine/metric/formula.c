#include "engine/metric/formula.h"

#include <math.h>
#include <string.h>

#include "engine/metric/bleu.h"
#include "engine/metric/chrf.h"

static const struct formula formulas[] = {
    {"bleu", bleu_score},
    {"chrf", chrf_score},
};
#define FORMULAS (sizeof(formulas) / sizeof(*formulas))

_Static_assert(BLEU_ORDERS <= MAX_ORDERS &&
                   CHRF_ORDERS(CHRF_WORDS) <= MAX_ORDERS,
               "units have room for their n-grams");

const struct formula *formula_find(const char *metric)
{
    for (size_t i = 0; i < FORMULAS; i++)
        if (!strcmp(formulas[i].metric, metric))
            return &formulas[i];
    return NULL;
}

double formula_value(const struct formula *f, const struct units *u, int metric,
                     const uint32_t *times)
{
    struct ngram_sums sum[MAX_ORDERS];

    return units_sums(u, metric, times, sum) ? f->of(sum, u->orders[metric])
                                             : (double)NAN;
}
