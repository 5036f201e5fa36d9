/*
 * played.h - what came of a sweep that was played on fleets, for people and
 * programs.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_PLAYED_H
#define SWEEP_SIMULATE_PLAYED_H

#include "sweep/experiment/experiment.h"
#include "sweep/simulate/fleet.h"
#include "sweep/simulate/options.h"
#include "sweep/simulate/picture.h"

struct played {
    const struct experiment *x; /* borrowed, as the two below */
    const struct simulate_options *o;
    const struct prospects *prospects;
    struct fleet_account *account; /* [o->n] owned; of each size of the fleet */
    struct picture picture;        /* of the last; owned */
    struct str
        left_out; /* results whose files are damaged, a line each; owned */
};
void played_release(struct played *p);

/* Append a row for each size, what no number of workers changes, and the
 * picture. */
void played_text(const struct played *p, struct str *out);

/* The same without the picture as one object, times in seconds. */
void played_json(const struct played *p, struct str *out);

#endif
