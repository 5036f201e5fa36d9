/*
 * checkpoint.h - the state of learning word vectors, in a file beside the
 * output file: FILE.state.
 *
 * It is replaced as a whole from time to time, and contains a digest of the
 * texts and settings.  A clock decides when; nothing that is learned depends on
 * it.  Writing takes at most a twentieth of the time.  Outputs that are not
 * regular files, such as pipes, have no checkpoint.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_WORD_VECTORS_CHECKPOINT_H
#define ENGINE_WORD_VECTORS_CHECKPOINT_H

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "engine/word_vectors/tables.h"

struct checkpoint {
    char *path; /* owned; NULL: no checkpoints */
    struct digest identity;
    double seconds; /* between two checkpoints; 0: one after each step */
    double next;    /* time of the next one */
};

void checkpoint_init(struct checkpoint *c, const char *file,
                     struct digest identity, double seconds);
void checkpoint_release(struct checkpoint *c);

/* Read the checkpoint. *step is the number of steps done, 0 if there is no file
 * or if it is damaged, with a warning.  A checkpoint of other texts or settings
 * is an error, and so is another program's file. */
int checkpoint_read(const struct checkpoint *c, struct tables *t, int *step,
                    struct error *e);

/* Write a checkpoint after `step` steps if it is time, or if `now`.  Fails if a
 * run with other texts or settings has written its own to the same file. */
int checkpoint_write(struct checkpoint *c, const struct tables *t, int step,
                     bool now, struct error *e);

/* Remove the checkpoint once the vectors are written.  Another run's or another
 * program's file stays. */
void checkpoint_remove(const struct checkpoint *c);

#endif
