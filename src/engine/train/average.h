/*
 * average.h - averages of the parameters over steps, which are evaluated and
 * kept instead of the parameters; training goes on from the parameters
 * themselves.
 *
 * An average follows the parameters: after each step it moves towards them by a
 * share that the kind gives.  So a mean over fixed steps needs one vector, as a
 * moving average does, and neither depends on the clock or on how often a run
 * was interrupted.
 *
 * To add a kind: in train/average.c a table of its fields, share(), first() if
 * it begins late, and a line in the list.  Slices, states, resuming and memory
 * need no change.
 */
#ifndef ENGINE_TRAIN_AVERAGE_H
#define ENGINE_TRAIN_AVERAGE_H

#include <stddef.h>

#include "config/field/field.h"

struct average_kind {
    struct kind is;
    /* The share of the parameters after `step` (from 1) in the average: 0
     * leaves it, 1 makes it equal to them.  NULL: there is no average. */
    double (*share)(const void *conf, long step);
    /* The step that it begins at, and in *field the field that sets it; NULL:
     * the first step. */
    long (*first)(const void *conf, const char **field);
};

extern const struct kinds average_kinds;

/* True if an average is kept beside the parameters. */
bool average_is_kept(const struct chosen *kind);

/* The first step whose average is one. */
long average_first(const struct chosen *kind);

/* Refuse an average that would not begin within `steps`; 0 if these are
 * unknown. */
int average_check(const struct chosen *kind, long steps, struct error *e);

/* average += share (param - average), n elements: any slice, by any thread. */
void average_update(const struct chosen *kind, long step, size_t n,
                    const float *param, float *average);

#endif
