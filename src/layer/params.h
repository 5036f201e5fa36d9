/*
 * params.h - the parameters of a model: one flat vector with names in it.
 *
 * A model declares its parameters once; their values, gradients and moments
 * are flat vectors of the same layout, which the gradient tree, the optimiser
 * and the state files treat as plain arrays.
 *
 * Initial values are addressed by the parameter's name, so adding a layer
 * changes no other layer's start.
 */
#ifndef LAYER_PARAMS_H
#define LAYER_PARAMS_H

#include <stddef.h>
#include <stdint.h>

#include "tape/tape.h"

enum init {
    INIT_ZERO,
    INIT_ONE,
    INIT_GLOROT,  /* uniform +-sqrt(6 / (rows + cols)) */
    INIT_NORMAL,  /* normal, deviation `scale` */
    INIT_UNIFORM, /* uniform +-scale */
    INIT_FAN_IN, /* uniform +-1/sqrt(scale); scale is how many inputs one output
                    has: PyTorch's default, for weights and biases alike */
    INIT_HE,     /* normal, deviation sqrt(2/scale), scale as before */
    INIT_GIVEN,  /* as `given` is, whatever the seed */
    INIT_ORTHOGONAL, /* columns of length `scale` at right angles to one
                        another, among each `rows` of them: square blocks side
                        by side, as gates are */
};

struct param {
    char name[64]; /* "encoder.0.self.query"; unique */
    int rows, cols;
    size_t offset; /* in the flat vector */
    enum init init;
    float scale;
    const float *given; /* borrowed [rows x cols], of INIT_GIVEN */
    bool table;         /* is only looked up, row by row */
    bool held;          /* is not trained */
    bool chosen;        /* has its first value from the first batch */
};

static inline size_t param_len(const struct param *x)
{
    return (size_t)x->rows * (size_t)x->cols;
}

/* A table that layers read and nothing trains. */
struct fixed_table {
    char name[64]; /* as a parameter would have it */
    int rows, cols;
    const float *values; /* borrowed */
};

struct params {
    int n, room;
    struct param *param; /* owned */
    size_t len;          /* of the flat vector */
    size_t fixed;        /* floats of tables that are not trained, or that
                            trained ones began as */
    int tables, tables_room;
    struct fixed_table *table; /* [tables] owned: those that are not trained */
    int kept, kept_room;
    float **keep; /* [kept] owned, each too */
};

/* Declare a parameter; returns its number.  fmt is its name. */
int params_add(struct params *p, int rows, int cols, enum init init,
               float scale, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));
void params_release(struct params *p);

/* Take over an array from malloc() that layers read, but nothing trains. */
void params_keep(struct params *p, float *values);

/* Note a table that is not trained, for who wants all that layers read. */
void params_note_table(struct params *p, int rows, int cols,
                       const float *values, const char *name);

/* Fill a flat vector [len] with initial values. */
void params_init(const struct params *p, uint64_t seed, float *val);

/* Parameter number i on a tape; of one that is held it is a constant. */
struct node *params_node(struct tape *t, const struct params *p, int i);

/* After tape_backward(), or without: clear the gradients of the parameters
 * that nothing on the tape depends on. */
void params_clear_rest(const struct tape *t, const struct params *p);

#endif
