/*
 * candidates.h - the likeliest continuations of hypotheses.
 *
 * Equally likely ones stay in the order in which they were added.
 */
#ifndef ENGINE_MODEL_CANDIDATES_H
#define ENGINE_MODEL_CANDIDATES_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/arena.h"

struct candidate {
    float log; /* log-probability with the token; for a single row the token's
                  score */
    int row;   /* the row that it continues */
    int32_t token;
};

/* The likeliest so far, in falling order. */
struct candidates {
    struct candidate *of; /* [room], on the arena */
    int n, room;
};

struct candidates candidates_new(struct arena *a, int room);

/* Does nothing if x is NaN, or if `room` others are at least as likely. */
void candidates_add(struct candidates *c, struct candidate x);

/*
 * Replace the candidates by the greatest scores of a row, x [words], among the
 * tokens that may be an answer: UNKNOWN, END and the words, added in this
 * order.  Returns log sum exp x.  `tops` [candidates_tops(words)] is working
 * space.
 */
float candidates_of_row(struct candidates *c, const float *x, int words,
                        int row, float *tops);
size_t candidates_tops(int words);

#endif
