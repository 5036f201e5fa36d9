/*
 * probe.h - a look inside the attentions of a model while it answers: how what
 * M is made of is distributed (Tay et al. 2019, figure 2).
 *
 *     struct probe seen = PROBE_INIT;
 *     tape.look = &seen.look;
 *     model_outcome(&tape, model, &grain);
 *     probe_summary(&seen.of[PROBED_M])
 *
 * Every attention on the tape adds its allowed pairs, of all segments and
 * heads, in one order: of f_e(E), of the gate (whatever it is scaled by
 * included) and of M as a_out is pooled with it, without dropout.  Kinds that
 * have no gate give M alone.
 *
 * Sums are doubles, so they depend on the order in which tapes use one probe.
 *
 * Threads: one probe belongs to one tape at a time.
 * Errors:  none; a NaN makes sums NaN, and counts in the lowest bin.
 */
#ifndef ENGINE_ATTENTION_PROBE_H
#define ENGINE_ATTENTION_PROBE_H

#include <stdint.h>

#include "engine/attention/attention.h"
#include "engine/attention/look.h"

enum probed { PROBED_F_E, PROBED_GATE, PROBED_M, PROBED };
/* As files have them: "e", which is f_e(E) and no PART_E, "gate" and "m". */
extern const char *const probed_names[PROBED];

/* Bins of equal width from PROBE_LOW to PROBE_HIGH; the outermost have what
 * lies beyond, too. */
#define PROBE_BINS 64
#define PROBE_LOW (-1.0)
#define PROBE_HIGH 1.0

struct probed_values {
    double n, sum, squares, negative; /* negative: how many are below 0 */
    int64_t bin[PROBE_BINS];
};

struct probe {
    struct look look; /* probe_see() */
    struct probed_values of[PROBED];
};

/* Mean, standard deviation (divisor n) and share of negative values; all NaN
 * of no values. */
struct probe_summary {
    double mean, spread, negative;
};
struct probe_summary probe_summary(const struct probed_values *v);

void probe_see(struct look *l, struct tape *t, const struct chosen *kind,
               const struct attend *in);
#define PROBE_INIT             \
    {                          \
        .look.see = probe_see, \
    }

#endif
