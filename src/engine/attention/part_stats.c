#include "engine/attention/part_stats.h"

#include <assert.h>
#include <math.h>

const char *const stats_part_names[STATS_PARTS] = {
    [STATS_F_E] = "e", [STATS_GATE] = "gate", [STATS_M] = "m"};

struct part_stats_summary part_stats_summary(const struct value_stats *v)
{
    const double mean = v->sum / v->n;
    const double variance = v->squares / v->n - mean * mean;

    return (struct part_stats_summary){mean, sqrt(variance < 0 ? 0 : variance),
                                       v->negative / v->n};
}

/* A NaN fails both comparisons, and goes to the lowest bin. */
static int bin_of(double x)
{
    const double at = (x - STATS_LOW) * (STATS_BINS / (STATS_HIGH - STATS_LOW));

    return at >= STATS_BINS ? STATS_BINS - 1 : at > 0 ? (int)at : 0;
}

static void add_row(void *values, int n, const float *x)
{
    struct value_stats *v = values;

    v->n += n;
    for (int j = 0; j < n; j++) {
        v->sum += x[j];
        v->squares += (double)x[j] * x[j];
        v->negative += x[j] < 0;
        v->bin[bin_of(x[j])]++;
    }
}

static const enum attention_part part_of[STATS_PARTS] = {
    [STATS_F_E] = PART_F_E, [STATS_GATE] = PART_GATE, [STATS_M] = PART_M};

static void add(struct value_stats *v, const struct pairs *p,
                const struct node *x)
{
    if (x)
        observer_rows(p, x->val, add_row, v);
}

void part_stats_observe(struct observer *l, struct tape *t,
                        const struct chosen *kind, const struct attend *in)
{
    struct part_stats *seen =
        (struct part_stats *)l; /* `observer` comes first */
    const struct arena_mark mark = arena_mark(t->arena);
    const struct attention_parts parts = attention_inspect(t, kind, in);

    assert(!tape_records(t));
    for (int i = 0; i < STATS_PARTS && !t->dry; i++)
        add(&seen->of[i], &parts.pairs, parts.part[part_of[i]]);
    arena_rewind(t->arena, mark);
}
