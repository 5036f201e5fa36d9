/*
 * state_metadata.h - what a trial's parameters mean, as texts in its state
 * files: words, classes, features and files that were read.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_TRAIN_STATE_METADATA_H
#define ENGINE_TRAIN_STATE_METADATA_H

#include "engine/model/model.h"
#include "engine/store/state.h"
#include "engine/task/task.h"

/* The texts that all states of a run share; owned. */
struct state_metadata {
    bool made;
    char *words[MAX_PARTS], *classes, *features, *sources;
};

void state_metadata_init(struct state_metadata *k, const struct task *t);
void state_metadata_release(struct state_metadata *k);

/* Check that a state fits a model with these words and classes, and that its
 * parameters mean the same now as when they were trained.  -1 with the
 * difference. */
int state_metadata_check(const struct state_metadata *k, const struct model *m,
                         const struct state *s, struct error *e);

#endif
