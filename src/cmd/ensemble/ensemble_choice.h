/*
 * ensemble_choice.h - choosing which trials to combine, by the goal on the
 * validation data (Kadlec et al. 2016, and the ensembles of their program).
 *
 * Best: the given fraction of trials, rounded down, from the best.  Greedy:
 * starting with the best, each trial in order of the goal is added if the
 * combined answers are better with it than without.  Trials with equal goals
 * are ordered as they are combined.  All must have the same goal; otherwise the
 * choice would depend on the order of folders, and it is an error.
 */
#ifndef CMD_ENSEMBLE_ENSEMBLE_CHOICE_H
#define CMD_ENSEMBLE_ENSEMBLE_CHOICE_H

#include "cmd/ensemble/ensemble_members.h"

struct ensemble_choice {
    double best; /* fraction, above 0, at least one trial; 0 for all */
    bool greedy;
};

static inline bool ensemble_chooses(const struct ensemble_choice *c)
{
    return c->best > 0 || c->greedy;
}

/* Set m->taken and m->order for trials that agree. */
int ensemble_choose(struct ensemble_members *m, const struct task *t,
                    enum ensemble_by by, const struct ensemble_choice *how,
                    struct error *e);

/* Append a note on the choice; nothing if all trials are taken. */
void ensemble_choice_note(const struct ensemble_members *m,
                          const struct task *t,
                          const struct ensemble_choice *how, struct str *out);

#endif
