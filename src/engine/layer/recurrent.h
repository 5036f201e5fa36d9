/*
 * recurrent.h - recurrent layers over packed segments: LSTM or GRU, forward or
 * in both directions, stacked.
 *
 * The outputs of both directions lie side by side, [forward; backward], and are
 * the next layer's inputs.
 */
#ifndef ENGINE_LAYER_RECURRENT_H
#define ENGINE_LAYER_RECURRENT_H

#include "config/field/field.h"
#include "engine/layer/params.h"
#include "engine/tape/ops.h"

enum recurrent_kind {
    RECURRENT_LSTM,
    RECURRENT_GRU,        /* reset after the product, as in cuDNN */
    RECURRENT_GRU_BEFORE, /* reset before the product */
};

/* A GRU's reset as a field's value, and the kind that it selects. */
enum gru_reset { RESET_AFTER, RESET_BEFORE };
extern const char *const gru_reset_names[]; /* ends with NULL */

static inline enum recurrent_kind gru_of(int reset)
{
    return reset == RESET_AFTER ? RECURRENT_GRU : RECURRENT_GRU_BEFORE;
}

/* Fields `reset` and `clip` of a model with GRUs. */
#define GRU_RESET_FIELD(type_, reset_)                                       \
    FIELD_CHOICE(type_, reset, reset_, gru_reset_names,                      \
                 "a GRU's reset after the product with the state, as cuDNN " \
                 "and Lasagne have it, or before it, as Cho et al. 2014 do")
#define GRU_CLIP_FIELD(type_, most_)                                           \
    FIELD_REAL(type_, clip, most_, 0.0, 1e9,                                   \
               "most that an element of a gradient may be inside a step of a " \
               "GRU, either way; 0: any")

/* Initial values of parameters; h is the width. */
enum recurrent_start {
    START_UNIFORM,    /* all +-1/sqrt(h): PyTorch's */
    START_GLOROT,     /* +-sqrt(6 / (inputs + h + gates)), biases 0: Glorot's
                         for one matrix that reads input and state, as in
                         TensorFlow's LSTM cell */
    START_NORMAL,     /* deviation 0.1, biases 0: Lasagne's */
    START_ORTHOGONAL, /* input weights as START_NORMAL, state weights orthogonal
                         for each gate */
};

#define RECURRENT_LAYERS 4

struct recurrent_form {
    enum recurrent_kind kind;
    int in, width, layers; /* layers: 0 means 1 */
    bool both;             /* both directions, else forward only */
    bool two_biases;       /* per gate, as in PyTorch and cuDNN, else one */
    float forget;          /* an LSTM's constant added to the forget gate's
                              bias: 1 in TensorFlow, else 0 */
    float most;            /* a GRU's limit of a gradient's elements inside a
                              step; 0: no limit */
    enum recurrent_start start;
};

struct recurrent {
    struct recurrent_form form;
    /* [1]: the backward direction. second -1: no second bias. */
    struct recurrent_direction {
        int weight, state, bias, second;
    } way[RECURRENT_LAYERS][2];
};

/* How dropout between layers is masked. */
struct recurrent_dropout {
    float rate;
    bool once; /* one mask per sequence, else one per row */
};

/* Parameters "name.0.forward.weight", "state", "bias" and "second": [in x
 * gates], [width x gates], [1 x gates], with PyTorch's order of gates (ops.h).
 */
struct recurrent recurrent_add(struct params *p,
                               const struct recurrent_form *form,
                               const char *name);

/* Columns of the result of recurrent_apply(). */
static inline int recurrent_out(const struct recurrent *r)
{
    return r->form.both ? 2 * r->form.width : r->form.width;
}

/* x [rows x in] to [rows x recurrent_out()].  If the rate is above 0, takes one
 * dropout site between every two layers. */
struct node *recurrent_apply(struct tape *t, const struct params *p,
                             const struct recurrent *r, struct node *x,
                             const struct segments *seg,
                             struct recurrent_dropout drop, const int *example);

/* One step of a forward LSTM of one layer over independent rows: from x [m x
 * in] and the previous state to the next state, [m x width] each. */
struct lstm_state recurrent_step(struct tape *t, const struct params *p,
                                 const struct recurrent *r, struct node *x,
                                 struct lstm_state before);

/* Dropout in either of the two forms, for the input of the first layer or the
 * output of the last. */
struct node *recurrent_drop(struct tape *t, struct node *x,
                            struct recurrent_dropout drop,
                            const struct segments *seg, const int *example);

/* The last forward and the first backward state of each sequence, from the
 * result y of recurrent_apply(): [seg->n x recurrent_out()]; zeros for an empty
 * sequence. */
struct node *recurrent_ends(struct tape *t, const struct recurrent *r,
                            struct node *y, const struct segments *seg);

#endif
