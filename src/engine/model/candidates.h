/*
 * candidates.h - the likeliest of what may come next of hypotheses.
 *
 * What is equally likely stays in the order in which it came.
 */
#ifndef ENGINE_MODEL_CANDIDATES_H
#define ENGINE_MODEL_CANDIDATES_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/arena.h"

struct candidate {
    float log; /* log-probability with it; of a row alone its score */
    int row;   /* that it continues */
    int32_t token;
};

/* The likeliest so far, the first first. */
struct candidates {
    struct candidate *of; /* [room], on the arena */
    int n, room;
};

struct candidates candidates_new(struct arena *a, int room);

/* Unless as many as there is room for are as likely, or it is NaN. */
void candidates_add(struct candidates *c, struct candidate x);

/*
 * In place of what there was the greatest of a row's scores, x [words], of what
 * may be answered: in the order of UNKNOWN, END, words.  Returns log sum exp x.
 * `tops` [candidates_tops(words)] is working space.
 */
float candidates_of_row(struct candidates *c, const float *x, int words,
                        int row, float *tops);
size_t candidates_tops(int words);

#endif
