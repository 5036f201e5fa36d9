/*
 * params.h - the parameters of a model: one flat vector with named parts.
 *
 * A model declares its parameters once; their values, gradients and moments are
 * flat vectors of the same layout, which the gradient tree, the optimiser and
 * the state files treat as plain arrays.
 *
 * Names consist of scopes: a layer enters its own, declares its parameters by
 * short names, and leaves; so "query" in the scopes "encoder.0" and "self" is
 * "encoder.0.self.query".  An empty scope adds nothing to a name.
 *
 * Initial values are addressed by the parameter's name, so adding a layer does
 * not change the initial values of others.  Two parameters with one name would
 * start equal, so params_check() refuses them.
 */
#ifndef ENGINE_LAYER_PARAMS_H
#define ENGINE_LAYER_PARAMS_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "engine/tape/tape.h"

enum init {
    INIT_ZERO,
    INIT_ONE,
    INIT_GLOROT,  /* uniform +-sqrt(6 / (rows + cols)) */
    INIT_NORMAL,  /* normal, deviation `scale` */
    INIT_UNIFORM, /* uniform +-scale */
    INIT_FAN_IN, /* uniform +-1/sqrt(scale); scale is the number of inputs of an
                    output: PyTorch's default, for weights and biases alike */
    INIT_HE,     /* normal, deviation sqrt(2/scale), scale as before */
    INIT_GIVEN,  /* a copy of `given`, whatever the seed */
    INIT_ORTHOGONAL, /* columns of length `scale`, orthogonal to one another
                        within each block of `rows` columns: square blocks side
                        by side, as gates are */
};

/* Bytes of a name with its terminating NUL: the limit of state files. */
#define PARAM_NAME 64

/* An initial value and its scale. */
struct start {
    enum init init;
    float scale;
};

struct param {
    char name[PARAM_NAME]; /* "encoder.0.self.query"; unique */
    int rows, cols;
    size_t offset; /* in the flat vector */
    enum init init;
    float scale;
    const float *given; /* borrowed [rows x cols], of INIT_GIVEN */
    bool table;         /* only looked up, row by row */
    bool held;          /* not trained */
    bool chosen;        /* initial value is set by the first batch */
};

static inline size_t param_len(const struct param *x)
{
    return (size_t)x->rows * (size_t)x->cols;
}

/* A table that layers read and that is not trained. */
struct fixed_table {
    char name[PARAM_NAME]; /* named like a parameter */
    int rows, cols;
    const float *values; /* borrowed */
};

struct params {
    int n, room;
    struct param *param; /* owned */
    size_t len;          /* of the flat vector */
    size_t fixed;        /* floats of tables that are not trained, or that
                            trained ones started from */
    int tables, tables_room;
    struct fixed_table *table; /* [tables] owned: tables that are not trained */
    int kept, kept_room;
    void **keep;      /* [kept] owned, each block too */
    struct str scope; /* "encoder.0.self." */
    int depth, depth_room;
    size_t *outer; /* [depth] owned: length of `scope` before each was
                      entered */
    char *wrong;   /* owned: an error message for the first name that is
                      refused */
};

/* Enter a scope: names declared from here on begin with it.  Scopes nest to any
 * depth. */
void params_enter(struct params *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
void params_leave(struct params *p);
/* The current scope, "encoder.0.self"; owned by p and valid as long as p is. */
const char *params_scope(struct params *p);

/* Declare a parameter, whose name in the current scope is fmt; returns its
 * number. */
int params_add(struct params *p, int rows, int cols, enum init init,
               float scale, const char *fmt, ...) PRINTF_LIKE(6, 7);
/* As params_add() with a whole name, whatever the scope. */
int params_add_whole(struct params *p, int rows, int cols, enum init init,
                     float scale, const char *name);
/* The number of the parameter with this whole name; -1 if there is none. */
int params_find(const struct params *p, const char *name);

/* Call after all declarations: a name that occurs twice, or is too long for a
 * state file, is an error. */
int params_check(const struct params *p, struct error *e);
void params_release(struct params *p);

/* Take ownership of memory from malloc() that layers read and that is not
 * trained. */
void params_keep(struct params *p, void *values);

/* Record a table that is not trained, for code that needs all that layers read.
 * `name` is its name in the current scope. */
void params_note_table(struct params *p, int rows, int cols,
                       const float *values, const char *name);

/* Fill a flat vector [len] with initial values. */
void params_init(const struct params *p, uint64_t seed, float *val);

/* Parameter number i on a tape; a constant if it is held. */
struct node *params_node(struct tape *t, const struct params *p, int i);

/* Clear the gradients of the parameters that nothing on the tape depends on.
 * Works with and without a call of tape_backward() before it. */
void params_clear_rest(const struct tape *t, const struct params *p);

#endif
