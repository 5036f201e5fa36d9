/*
 * part_stats.h - how the parts of M are distributed in the attentions of a
 * model while it answers (Tay et al. 2019, figure 2).
 *
 *     struct part_stats seen = PART_STATS_INIT;
 *     tape.observer = &seen.observer;
 *     model_outcome(&tape, model, &grain);
 *     part_stats_summary(&seen.of[STATS_M])
 *
 * Every attention on the tape adds its allowed pairs, of all segments and
 * heads, in a fixed order: the values of f_e(E), of the gate (with its scale)
 * and of M as it pools a_out, without dropout.  Kinds without a gate add M
 * only.
 *
 * Sums are doubles, so their last bits depend on the order in which tapes use
 * one part_stats.
 *
 * Threads: one part_stats belongs to one tape at a time.
 * Errors:  none; a NaN makes the sums NaN, and is counted in the lowest bin.
 */
#ifndef ENGINE_ATTENTION_PART_STATS_H
#define ENGINE_ATTENTION_PART_STATS_H

#include <stdint.h>

#include "engine/attention/attention.h"
#include "engine/attention/observer.h"

enum stats_part { STATS_F_E, STATS_GATE, STATS_M, STATS_PARTS };
/* Names in files: "e", which is f_e(E) and not PART_E, "gate" and "m". */
extern const char *const stats_part_names[STATS_PARTS];

/* Bins of equal width from STATS_LOW to STATS_HIGH.  The first and the last
 * also count what lies beyond. */
#define STATS_BINS 64
#define STATS_LOW (-1.0)
#define STATS_HIGH 1.0

struct value_stats {
    double n, sum, squares, negative; /* negative: number of values below 0 */
    int64_t bin[STATS_BINS];
};

struct part_stats {
    struct observer observer; /* part_stats_observe() */
    struct value_stats of[STATS_PARTS];
};

/* Mean, standard deviation (divisor n) and share of negative values; all NaN if
 * there are no values. */
struct part_stats_summary {
    double mean, spread, negative;
};
struct part_stats_summary part_stats_summary(const struct value_stats *v);

void part_stats_observe(struct observer *l, struct tape *t,
                        const struct chosen *kind, const struct attend *in);
#define PART_STATS_INIT                              \
    {                                                \
        .observer.on_attention = part_stats_observe, \
    }

#endif
