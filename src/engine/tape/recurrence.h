/*
 * recurrence.h - what LSTM and GRU have in common (op_lstm.c, op_gru.c).
 *
 * At each step the states of the segments that are still active stand one
 * behind the other, so that the product with the recurrent weight is one.  What
 * is kept, gates and states, stands packed as the inputs do: row by row.  The
 * gates of in[0], which has no other use, make way for their values, and these
 * for their gradient.
 *
 * Segments are apart from one another until the gradient of the weight, which
 * is one product over all rows: idle threads take lanes (steps.h) of the rest.
 */
#ifndef ENGINE_TAPE_RECURRENCE_H
#define ENGINE_TAPE_RECURRENCE_H

#include "engine/data/steps.h"
#include "engine/tape/tape.h"

struct recurrence;

/* All steps of the lanes [from, to), either way. */
typedef void recurrence_lanes(const struct recurrence *r, int from, int to,
                              struct arena *scratch);

/* An op on its way. */
struct recurrence {
    const struct node *y; /* [rows x w], of gates in[0] and weight in[1] */
    const struct steps *steps;
    bool fills; /* are the gates' sums to be made lane by lane? */
    recurrence_lanes *lanes;
    float *turned; /* the weight's transpose, on the way back */
    float *second; /* [rows x w] what else the weight's gradient takes */
};

/* How many of the lanes go together: rows enough for a product, and few, so
 * that what they have in flight stays near. */
#define RECURRENCE_LANES 8
/* For a helper: fewer read the weight for little.  Where the bits of a product
 * depend on its rows, all groups are those that there are without helpers. */
#define RECURRENCE_LEAST 4

/* The steps of seg, kept as long as the tape. */
const struct steps *recurrence_steps(struct tape *t, const struct segments *seg,
                                     bool reversed);

/* The way forward: recurrence_run() when the sums of gates that linear_open()
 * gave have been made, or made as lanes need them where these are long. */
void recurrence_forward(struct tape *t, const struct node *y,
                        recurrence_lanes *lanes, size_t floats);

/* r->lanes() over all lanes; each time it takes at most `floats` of scratch,
 * which is all that a dry tape does. */
void recurrence_run(struct tape *t, const struct recurrence *r, size_t floats);

/* Floats that a way back takes in all: the turned weight, and first lanes, then
 * recurrence_all_before(). */
size_t recurrence_scratch(const struct node *y, size_t floats);

/* The row's state one step before, in `of` [rows x w]; zeros at the first. */
const float *recurrence_before(const struct recurrence *r, const float *of,
                               int lane, int step, const float *zeros);

/* Bring near what will be read of a lane at this step, if it has such a one. */
void recurrence_bring(const struct recurrence *r, int lane, int step);

/* Every row's state one step before, on the arena: [rows x w]. */
float *recurrence_all_before(struct arena *a, const struct recurrence *r);

/* u^T, on the arena: [cols x rows]. */
float *recurrence_turn(struct arena *a, const struct node *u);

#endif
