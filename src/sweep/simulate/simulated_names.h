/*
 * simulated_names.h - names of trials that are only simulated.
 *
 * Trials of one name are duplicates, of which one is run: so two trials must
 * have one name if and only if their configurations are equal.  Binding a
 * configuration takes longer than all else about a simulated trial; if trials
 * with different values always differ, the text of the values is used as the
 * name.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_SIMULATED_NAMES_H
#define SWEEP_SIMULATE_SIMULATED_NAMES_H

#include "sweep/experiment/experiment.h"

struct simulated_names {
    const struct experiment *x; /* borrowed */
    bool by_text;
    struct str text; /* owned */
};

/* `bound`: always name by configuration, as result files are named. */
void simulated_names_init(struct simulated_names *n, const struct experiment *x,
                          bool bound);
void simulated_names_release(struct simulated_names *n);

/* The name() of struct fleet. */
int simulated_names_get(void *naming, const struct assignment *a,
                        struct digest *name, struct error *e);

#endif
