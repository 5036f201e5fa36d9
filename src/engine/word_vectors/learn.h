/*
 * learn.h - word vectors of a corpus, from its first step to the file.
 *
 * The same text, settings and `numerics` give the same bytes, whatever the
 * processor and however many threads there are, and whether or not it was
 * interrupted: what is begun again goes on from the last checkpoint
 * (checkpoint.h).
 *
 * Threads: it starts its own.
 */
#ifndef ENGINE_WORD_VECTORS_LEARN_H
#define ENGINE_WORD_VECTORS_LEARN_H

#include "base/core/error.h"
#include "engine/word_vectors/running_text.h"
#include "engine/word_vectors/settings.h"

struct vectors_job {
    struct vectors_settings settings; /* filled */
    const char *file;                 /* to be written; borrowed */
    int threads;
    bool force;     /* replace a file that is there by the end */
    double seconds; /* between checkpoints; 0: one after each step */
};

/* Learn of a text that is kept (running_text_keep()) and write the file, in
 * GloVe's text format (language/vectors.h).  1: interrupted()
 * (core/interrupt.h), a checkpoint is written where a step had been done. */
int vectors_learn(const struct vectors_job *job, const struct running_text *r,
                  struct error *e);

#endif
