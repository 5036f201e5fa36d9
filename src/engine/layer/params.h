/*
 * params.h - the parameters of a model: one flat vector with names in it.
 *
 * A model declares its parameters once; their values, gradients and moments
 * are flat vectors of the same layout, which the gradient tree, the optimiser
 * and the state files treat as plain arrays.
 *
 * Names are made of scopes: a layer enters its own, declares its parameters by
 * short names, and leaves, so "query" is "encoder.0.self.query" in scopes
 * "encoder.0" and "self".  An empty scope adds nothing to a name.
 *
 * Initial values are addressed by the parameter's name, so adding a layer
 * changes no other layer's start, and two parameters of one name would start
 * alike: params_check() refuses them.
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
    INIT_FAN_IN, /* uniform +-1/sqrt(scale); scale is how many inputs one output
                    has: PyTorch's default, for weights and biases alike */
    INIT_HE,     /* normal, deviation sqrt(2/scale), scale as before */
    INIT_GIVEN,  /* as `given` is, whatever the seed */
    INIT_ORTHOGONAL, /* columns of length `scale` at right angles to one
                        another, among each `rows` of them: square blocks side
                        by side, as gates are */
};

/* Bytes of a name with its end: state files hold no more. */
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
    char name[PARAM_NAME]; /* as a parameter would have it */
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
    void **keep;      /* [kept] owned, each too */
    struct str scope; /* "encoder.0.self." */
    int depth, depth_room;
    size_t *outer; /* [depth] owned: its length before each was entered */
    char *wrong;   /* owned: the first name that is refused, and why */
};

/* Names from here on begin with this one; scopes nest, to any depth. */
void params_enter(struct params *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
void params_leave(struct params *p);
/* "encoder.0.self", where that was entered; owned by p, as long as p is. */
const char *params_scope(struct params *p);

/* Declare a parameter; returns its number.  fmt is its name in its scope. */
int params_add(struct params *p, int rows, int cols, enum init init,
               float scale, const char *fmt, ...) PRINTF_LIKE(6, 7);
/* The same by its whole name, whatever the scope. */
int params_add_whole(struct params *p, int rows, int cols, enum init init,
                     float scale, const char *name);
/* The number of the parameter of this whole name; -1: there is none. */
int params_find(const struct params *p, const char *name);

/* Once all are declared: a name that is there twice, or too long for a state
 * file, is an error that says which. */
int params_check(const struct params *p, struct error *e);
void params_release(struct params *p);

/* Take over memory from malloc() that layers read, but nothing trains. */
void params_keep(struct params *p, void *values);

/* Note a table that is not trained, for who wants all that layers read.
 * `name` is its name in its scope. */
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
