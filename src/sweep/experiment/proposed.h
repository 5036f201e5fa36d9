/*
 * proposed.h - what the trials of a sweep are, as far as that is known.
 *
 * Of most searches the experiment alone says what each trial is.  What a search
 * that learns has proposed, what a scheduler has let begin from another trial's
 * state, and what another codarun may have drawn otherwise stand in the journal
 * alone: whoever reads it puts them in here, in order.
 *
 * Threads: one at a time while it is told; read-only afterwards.
 */
#ifndef SWEEP_EXPERIMENT_PROPOSED_H
#define SWEEP_EXPERIMENT_PROPOSED_H

#include "sweep/experiment/experiment.h"

/* With its first field set it was told of nothing. */
struct proposed {
    const struct experiment *x; /* borrowed */
    long n, room;
    size_t *place; /* [n] 1 + where its values stand among those that it was
                      told, 0: it was dropped; owned */
    struct assignments values;
};
void proposed_release(struct proposed *p);

/* Is there anything to be told that an experiment does not know? */
bool proposed_matters(const struct experiment *x);

/* What was proposed, or was dropped and is no trial.  Forgotten where the
 * experiment knows it. */
void proposed_add(struct proposed *p, const struct assignment *a);
void proposed_drop(struct proposed *p, const struct assignment *a);

/* The same as experiment_known() and its kin, of those told as well. */
long proposed_known(const struct proposed *p);
bool proposed_has(const struct proposed *p, long i);
struct assignment proposed_assignment(const struct proposed *p, long i);
int proposed_trial(const struct proposed *p, long i, struct trial_config *c,
                   struct error *e);

#endif
