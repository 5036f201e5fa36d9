/*
 * ensemble_choice.h - which of the trials that could be combined are, by the
 * goal on the validation data (Kadlec et al. 2016, and the ensembles of their
 * program).
 *
 * Best share: the best so many of them, rounded down.  Greedy: from the best
 * on, in that order, each with which the combined answers are better than
 * without it. Equal ones stand in the order that they are combined in.  All
 * have one goal, or it is an error: which one counted would depend on the order
 * of folders.
 */
#ifndef CMD_ENSEMBLE_ENSEMBLE_CHOICE_H
#define CMD_ENSEMBLE_ENSEMBLE_CHOICE_H

#include "cmd/ensemble/ensemble_members.h"

struct ensemble_choice {
    double best; /* share, above 0, one trial at least; 0: all */
    bool greedy;
};

static inline bool ensemble_chooses(const struct ensemble_choice *c)
{
    return c->best > 0 || c->greedy;
}

/* Settle m->taken and what order[] has, of trials that agree. */
int ensemble_choose(struct ensemble_members *m, const struct task *t,
                    enum ensemble_by by, const struct ensemble_choice *how,
                    struct error *e);

/* What was done, appended; nothing where all are taken. */
void ensemble_choice_note(const struct ensemble_members *m,
                          const struct task *t,
                          const struct ensemble_choice *how, struct str *out);

#endif
