/*
 * state_metadata.h - what is known of a trial's parameters beside their values,
 * as texts that its state files hold: what is read by them, and what is said.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_TRAIN_STATE_METADATA_H
#define ENGINE_TRAIN_STATE_METADATA_H

#include "engine/model/model.h"
#include "engine/store/state.h"
#include "engine/task/task.h"

/* What every state of a run says alike; owned. */
struct state_metadata {
    bool made;
    char *words[MAX_PARTS], *classes, *features, *sources;
};

void state_metadata_init(struct state_metadata *k, const struct task *t);
void state_metadata_release(struct state_metadata *k);

/* Does a state fit a model that reads these words and says these classes, and
 * do its parameters mean today what they were trained to?  -1 with what
 * differs. */
int state_metadata_check(const struct state_metadata *k, const struct model *m,
                         const struct state *s, struct error *e);

#endif
