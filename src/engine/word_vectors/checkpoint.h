/*
 * checkpoint.h - how far the learning of word vectors has come, in a file
 * beside the one that they are to be in: FILE.state.
 *
 * It is replaced now and then, never written into, and says of which texts and
 * settings it is; a clock decides when, and nothing of what is learned depends
 * on it.  Writing takes a twentieth of the time at most.  What is no regular
 * file, such as a pipe, has none.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_WORD_VECTORS_CHECKPOINT_H
#define ENGINE_WORD_VECTORS_CHECKPOINT_H

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "engine/word_vectors/tables.h"

struct checkpoint {
    char *path; /* owned; NULL: there is none */
    struct digest identity;
    double seconds; /* between two; 0: one after each step */
    double next;    /* when it is time for one */
};

void checkpoint_init(struct checkpoint *c, const char *file,
                     struct digest identity, double seconds);
void checkpoint_release(struct checkpoint *c);

/* Read what is there: *step is how many steps are done, 0 where there is no
 * file or one that is damaged, which is warned of.  One of other texts or
 * settings is an error, as is another program's. */
int checkpoint_read(const struct checkpoint *c, struct tables *t, int *step,
                    struct error *e);

/* So many steps are done: write it when it is time, or `now`.  Fails where
 * another run of other texts or settings has put its own there meanwhile. */
int checkpoint_write(struct checkpoint *c, const struct tables *t, int step,
                     bool now, struct error *e);

/* The vectors are written: it is of no more use.  Another run's stays, as does
 * another program's. */
void checkpoint_remove(const struct checkpoint *c);

#endif
