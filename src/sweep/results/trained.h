/*
 * trained.h - a trained trial: its task, its model, and the parameters that
 * were kept.
 *
 * Parameters are read from a state file.  What belongs to them - subwords,
 * tags, word vectors that are not trained - comes from the data, which are
 * loaded again as training loaded them.  They must be unchanged: each file's
 * digest, each word, class and parameter is compared with the state.  So there
 * is one way of encoding a text, states stay small if word vectors are large,
 * and every state that was ever kept can be used.  For fresh texts of tasks
 * that need words and classes only, those of the state are used
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
    const struct task *task; /* borrowed from `kept` */
    struct model *model;     /* owned */
    struct state state;
    const float *params; /* the state's, as evaluations use them */
    long step;           /* steps that they were trained for */
    char *path;          /* the state's; owned */
    char *beside;        /* where the data are looked up; owned */
    struct cached_task kept;
};

/*
 * Load trial `number` of those in `dir`, for fresh texts alone or also for its
 * examples; with `fresh`, files that are not needed for fresh texts need not be
 * there.  Its state is `file`; if NULL, the one whose scores are the result, of
 * the best parameters, or else the last.  The caller releases *t in either
 * case; it may not move.
 */
int trained_load(struct trained *t, const struct proposed *of, const char *dir,
                 long number, const char *file, bool fresh, struct error *e);
void trained_release(struct trained *t);

#endif
