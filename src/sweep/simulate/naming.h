/*
 * naming.h - what trials are called that nobody trains.
 *
 * Trials of one name are twins, of which one is run: so a name has to be the
 * same wherever the configuration is.  To bind that takes longer than all else
 * about a trial that is played; where trials with other values are sure to
 * differ, the values' text is name enough.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_NAMING_H
#define SWEEP_SIMULATE_NAMING_H

#include "sweep/experiment/experiment.h"

struct naming {
    const struct experiment *x; /* borrowed */
    bool by_text;
    struct str text; /* owned */
};

/* `bound`: by their configurations in any case, as result files are named. */
void naming_init(struct naming *n, const struct experiment *x, bool bound);
void naming_release(struct naming *n);

/* As struct fleet's name(). */
int naming_name(void *naming, const struct assignment *a, struct digest *name,
                struct error *e);

#endif
