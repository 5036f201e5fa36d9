/*
 * learn.h - learns word vectors from a corpus and writes the file.
 *
 * The same text, settings and `numerics` give the same bytes, whatever the
 * processor and the number of threads, and whether or not the run was
 * interrupted: a second run continues from the last checkpoint (checkpoint.h).
 *
 * Threads: it starts its own.
 */
#ifndef ENGINE_WORD_VECTORS_LEARN_H
#define ENGINE_WORD_VECTORS_LEARN_H

#include "base/core/error.h"
#include "engine/word_vectors/running_text.h"
#include "engine/word_vectors/settings.h"

struct vectors_job {
    struct vectors_settings settings; /* filled by vectors_settings_fill() */
    const char *file;                 /* output file; borrowed */
    int threads;
    bool force;     /* replace a file that exists when learning ends */
    double seconds; /* between checkpoints; 0: one after each step */
};

/* Learn from a text after running_text_keep() and write the file, in GloVe's
 * text format (language/vectors.h).  Returns 1 if it was interrupted()
 * (core/interrupt.h); then a checkpoint is written if a step had been done. */
int vectors_learn(const struct vectors_job *job, const struct running_text *r,
                  struct error *e);

#endif
