/*
 * recurrence.h - shared parts of LSTM and GRU (op_lstm.c, op_gru.c).
 *
 * At each step the states of the segments that are still active lie one after
 * another, so that one product applies the recurrent weight to all of them.
 * Gates and states that are kept for backward are packed as the inputs are, row
 * by row.  The gates of in[0], which has no other use, are overwritten by their
 * activations, and these by their gradient.
 *
 * Segments are independent except for the gradient of the weight, which is one
 * product over all rows; idle threads take over lanes (steps.h) of the rest.
 */
#ifndef ENGINE_TAPE_RECURRENCE_H
#define ENGINE_TAPE_RECURRENCE_H

#include "engine/data/steps.h"
#include "engine/tape/tape.h"

struct recurrence;

/* All steps of the lanes [from, to), forward or backward. */
typedef void recurrence_lanes(const struct recurrence *r, int from, int to,
                              struct arena *scratch);

/* One pass of an op. */
struct recurrence {
    const struct node *y; /* [rows x w], of gates in[0] and weight in[1] */
    const struct steps *steps;
    bool fills; /* are the gates' sums computed lane by lane? */
    recurrence_lanes *lanes;
    float *turned; /* the weight's transpose, in the backward pass */
    float *second; /* [rows x w] the second factor of the weight's gradient */
};

/* Lanes that are processed together: enough rows for a product, and few enough
 * that their data stays in the cache. */
#define RECURRENCE_LANES 8
/* The least for a helper thread: with fewer, reading the weight costs too much.
 * If the bits of a product depend on its number of rows, the groups are always
 * those used without helpers. */
#define RECURRENCE_LEAST 4

/* The steps of seg, which live as long as the tape. */
const struct steps *recurrence_steps(struct tape *t, const struct segments *seg,
                                     bool reversed);

/* The forward pass: recurrence_run(), after computing the sums of gates that
 * linear_open() prepared; if segments are long, lanes compute them as they need
 * them. */
void recurrence_forward(struct tape *t, const struct node *y,
                        recurrence_lanes *lanes, size_t floats);

/* Run r->lanes() over all lanes; each call takes at most `floats` of scratch.
 * A dry tape takes only this scratch. */
void recurrence_run(struct tape *t, const struct recurrence *r, size_t floats);

/* Scratch floats of a backward pass: the transposed weight, and the larger of
 * what lanes and recurrence_all_before() take. */
size_t recurrence_scratch(const struct node *y, size_t floats);

/* The row's state one step before, in `of` [rows x w]; zeros at the first
 * step. */
const float *recurrence_before(const struct recurrence *r, const float *of,
                               int lane, int step, const float *zeros);

/* Prefetch what will be read of a lane at this step, if the lane has that
 * step. */
void recurrence_bring(const struct recurrence *r, int lane, int step);

/* The state one step before for every row, on the arena: [rows x w]. */
float *recurrence_all_before(struct arena *a, const struct recurrence *r);

/* The transpose of u, on the arena: [cols x rows]. */
float *recurrence_turn(struct arena *a, const struct node *u);

#endif
