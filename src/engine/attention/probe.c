#include "engine/attention/probe.h"

#include <assert.h>
#include <math.h>

const char *const probed_names[PROBED] = {
    [PROBED_F_E] = "e", [PROBED_GATE] = "gate", [PROBED_M] = "m"};

struct probe_summary probe_summary(const struct probed_values *v)
{
    const double mean = v->sum / v->n;
    const double variance = v->squares / v->n - mean * mean;

    return (struct probe_summary){mean, sqrt(variance < 0 ? 0 : variance),
                                  v->negative / v->n};
}

/* A NaN is in none, and goes to the lowest. */
static int bin_of(double x)
{
    const double at = (x - PROBE_LOW) * (PROBE_BINS / (PROBE_HIGH - PROBE_LOW));

    return at >= PROBE_BINS ? PROBE_BINS - 1 : at > 0 ? (int)at : 0;
}

static void add_row(void *values, int n, const float *x)
{
    struct probed_values *v = values;

    v->n += n;
    for (int j = 0; j < n; j++) {
        v->sum += x[j];
        v->squares += (double)x[j] * x[j];
        v->negative += x[j] < 0;
        v->bin[bin_of(x[j])]++;
    }
}

static const enum attention_part part_of[PROBED] = {
    [PROBED_F_E] = PART_F_E, [PROBED_GATE] = PART_GATE, [PROBED_M] = PART_M};

static void add(struct probed_values *v, const struct pairs *p,
                const struct node *x)
{
    if (x)
        look_rows(p, x->val, add_row, v);
}

void probe_see(struct look *l, struct tape *t, const struct chosen *kind,
               const struct attend *in)
{
    struct probe *seen = (struct probe *)l; /* `look` comes first */
    const struct arena_mark mark = arena_mark(t->arena);
    const struct attention_parts parts = attention_inspect(t, kind, in);

    assert(!tape_records(t));
    for (int i = 0; i < PROBED && !t->dry; i++)
        add(&seen->of[i], &parts.pairs, parts.part[part_of[i]]);
    arena_rewind(t->arena, mark);
}
