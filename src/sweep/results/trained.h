/*
 * trained.h - a trial that has been trained: what it reads, its model, and the
 * parameters that were kept of it.
 *
 * Parameters are of a state file.  What goes with them - subwords, tags, word
 * vectors that are not trained - comes from the data, which are loaded again
 * the way training loaded them, and must be what they were: each file's digest,
 * each word, class and parameter is held against what the state says.  So there
 * is one way of encoding a text, states stay small where word vectors are
 * large, and every state that was ever kept will do.  For fresh texts of tasks
 * whose words and classes are all that it takes, the state's are taken
 * (common/fresh.h).
 *
 * Threads: one at a time; read-only once loaded.
 */
#ifndef SWEEP_RESULTS_TRAINED_H
#define SWEEP_RESULTS_TRAINED_H

#include "engine/store/state.h"
#include "sweep/results/cached_task.h"

struct trained {
    struct trial_config config;
    const struct task *task; /* of `kept` */
    struct model *model;     /* owned */
    struct state state;
    const float *params; /* the state's: those that evaluations take */
    long step;           /* steps that they have had */
    char *path;          /* the state's; owned */
    char *beside;        /* where the data are looked for; owned */
    struct cached_task kept;
};

/*
 * Trial `number` of those in `dir`, for fresh texts alone or for its
 * examples, too: the first does without the files it can do without.  Its state
 * is `file`, or with NULL
 * the one that results are scored with, of the best parameters, or else the
 * last.  To be released either way; it may not move.
 */
int trained_load(struct trained *t, const struct proposed *of, const char *dir,
                 long number, const char *file, bool fresh, struct error *e);
void trained_release(struct trained *t);

#endif
