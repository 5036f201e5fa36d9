/*
 * simulated_names.h - what trials are called that nobody trains.
 *
 * Trials of one name are duplicates, of which one is run: so a name has to be
 * the same wherever the configuration is.  To bind that takes longer than all
 * else about a trial that is simulated; where trials with other values are sure
 * to differ, the values' text is name enough.
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

/* `bound`: by their configurations in any case, as result files are named. */
void simulated_names_init(struct simulated_names *n, const struct experiment *x,
                          bool bound);
void simulated_names_release(struct simulated_names *n);

/* As struct fleet's name(). */
int simulated_names_get(void *naming, const struct assignment *a,
                        struct digest *name, struct error *e);

#endif
