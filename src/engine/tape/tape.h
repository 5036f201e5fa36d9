/*
 * tape.h - reverse-mode differentiation over packed matrices, small and eager.
 *
 * An op computes its value when it is called and, if the tape records, notes
 * how to compute its gradient. tape_backward() goes through these notes in
 * reverse.  Everything a tape makes lives on its arena and ends with
 * arena_reset().
 *
 * Make each node in a statement of its own: gradients are summed in the reverse
 * order of creation, and C does not define that order among the arguments of a
 * call or the members of an initialiser.
 *
 * A tape serves one grain on one thread.  Its results depend only on the grain,
 * the parameters and addressed randomness.
 *
 * To add an op:
 *   1. write ops/op_NAME.c, the forward above its backward, then a `static
 *      const struct op` and what puts a node on the tape.  It takes from the
 *      arena what it will need, and computes nothing when the tape is dry;
 *   2. declare it in tape/ops.h, with shapes and gradient;
 *   3. add `src/engine/tape/ops/op_NAME.c` to ops in src/local.mk;
 *   4. compare its gradient with finite differences: for each form of the op
 *      add a case to tests/unit/engine/tape/gradients/NAME.h, without which
 *      the tests do not build.
 */
#ifndef ENGINE_TAPE_TAPE_H
#define ENGINE_TAPE_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/arena.h"
#include "base/numbers/random.h"
#include "engine/data/segments.h"
#include "engine/kernel/kernel.h"
#include "engine/tape/param_tables.h"

struct tape;
struct node;
struct observer;

struct op {
    const char *name;
    /* Add to the gradient of every input that has one (in[i]->grad may be
     * NULL). y's own gradient is complete and may be used as scratch.  NULL if
     * another op uses y's gradient, whose memory then stays in use. */
    void (*backward)(struct tape *t, const struct node *y);
    /* backward() calls node_begin() on each input before it adds, so that it
     * can store the first contribution instead of adding it; otherwise the tape
     * zeroes the gradient beforehand. */
    bool begins;
    /* backward() adds to the rows of table_grad_rows() if an input has a
     * `table` instead of a gradient. */
    bool by_rows;
    /* Number of scratch floats of backward(), if it is large; NULL: small. */
    size_t (*scratch)(const struct node *y);
};

#define NODE_SAVED 6

/* A matrix [rows x cols] on the tape. */
struct node {
    const struct op *op;
    float *val;         /* [rows * cols] */
    bool wanted;        /* is its gradient wanted? */
    struct spare *room; /* memory of grad, if it is the tape's */
    float *grad; /* same shape; exists from the first op that adds to it until
                    this node's own backward(), NULL otherwise.  A leaf's and a
                    parameter's always exists */
    bool begun;  /* does grad hold a sum yet? */
    struct table_grad *table; /* a table's gradient, instead of grad; or NULL */
    unsigned char products;   /* the tape's products, for gemm() */
    int rows, cols;
    int inputs;
    struct node **in;         /* [inputs] NULL: that input is not given */
    float *saved[NODE_SAVED]; /* the op's own, for its backward */
    const void *args;         /* the op's own, on the arena */
    struct node *before;      /* the node recorded before this one */
};

/* The record of one pass.  Parameters are one flat vector; layer/params.h
 * describes its layout. */
struct tape {
    struct arena *arena; /* borrowed */
    const float *params; /* borrowed: all parameters, one after another */
    float *grads;        /* borrowed: their gradient, overwritten; NULL: no
                            recording.  If there are `tables`, it does not
                            include them */
    struct table_grads *tables; /* borrowed: for tape_table(), or NULL */
    enum products products;     /* what computes the products of its nodes */
    bool training;              /* dropout is on */
    bool dry; /* nothing is computed: finds the arena memory that a grain needs
                 without touching it */
    struct random_key dropout; /* key of the dropout stream */
    uint32_t step;             /* addresses this step's randomness */
    uint32_t site;             /* next dropout site; counted by the tape */
    struct observer *observer; /* borrowed: attention/observer.h; or NULL */
    struct node *last;         /* newest recorded node */
    int param_room;
    struct node **param; /* [param_room] nodes by number, if recording; NULL:
                            not requested yet */
    struct spare *spare; /* memory of gradients that were used */
};

/* Begin a grain: forget all nodes, keep arena and buffers.  Must be the first
 * call after each arena_reset(). */
void tape_begin(struct tape *t, uint32_t step);

static inline bool tape_records(const struct tape *t)
{
    return t->grads != NULL;
}

static inline size_t node_len(const struct node *x)
{
    return (size_t)x->rows * (size_t)x->cols;
}

/* A zeroed constant on the tape, without gradient; the caller fills in val. */
struct node *tape_constant(struct tape *t, int rows, int cols);

/* A constant over the caller's memory, which must outlive the tape. */
struct node *tape_borrow(struct tape *t, float *val, int rows, int cols);

/* A zeroed node with a gradient: an input of a test or a benchmark. */
struct node *tape_leaf(struct tape *t, int rows, int cols);

/* Parameter `number`, [rows x cols] at `offset` of the flat vector.  If the
 * tape records, all uses share one node, and its gradient is stored in
 * t->grads. */
struct node *tape_param(struct tape *t, int number, size_t offset, int rows,
                        int cols);

/* As tape_param() for a parameter that is only looked up: if t->tables is set,
 * its gradient is stored there, for the rows that are looked up only. */
struct node *tape_table(struct tape *t, int number, size_t offset, int rows,
                        int cols);

/* Where in t->grads the gradient of the parameter at `offset` is stored.  The
 * parameter is not a table, or the tape has no tables. */
static inline float *tape_grad(const struct tape *t, size_t offset)
{
    return t->grads +
           (t->tables ? param_tables_dense(t->tables->of, offset) : offset);
}

/* True if the gradient of parameter `number` has been stored.  If not, nothing
 * depends on it and the caller has to clear it. */
bool tape_param_begun(const struct tape *t, int number);

/*
 * For ops: a new node with memory for its value (not zeroed) that depends on
 * `n` inputs.  It is recorded, and has a gradient, if the tape records and any
 * input has a gradient.
 */
struct node *tape_node(struct tape *t, const struct op *op, int rows, int cols,
                       struct node *const *in, int n);

/* True if backward() will run for y; save intermediates only then. */
static inline bool node_records(const struct node *y)
{
    return y->wanted;
}

/*
 * For ops with `begins`: true if the gradient of x may be stored rather than
 * added to.  True only at the first call; x->grad then holds nothing yet, and
 * the caller has to fill all of it.
 */
static inline bool node_begin(struct node *x)
{
    bool first = !x->begun;

    x->begun = true;
    return first;
}

/* For ops with `begins`: the gradient of x, zeroed at its first use, ready to
 * be added to; NULL if x is NULL or has none. */
float *node_begin_zeroed(struct node *x);

/* For ops with `begins`: dX += d, of the same shape, if x has a gradient. */
void node_add_grad(struct node *x, const float *d);

/* For ops with `begins`: dX += dY, of the same shape, if x has a gradient.
 * Must be the last use of dY, because its memory may become dX. */
void node_pass_back(const struct node *y, struct node *x);

/* For ops with `begins`: use d, a value of another op, as the first gradient of
 * x. d has x's shape and lives as long as the tape. */
void node_set_grad(struct node *x, float *d);

/*
 * Run the backward pass from `loss` [1 x 1] with d loss = 1, once.  Gradients
 * of the parameters that it depends on are stored in t->grads;
 * tape_param_begun() tells which these are. (tape_tied_cross_entropy() stores
 * its own in the forward pass.)
 */
void tape_backward(struct tape *t, struct node *loss);

/* As tape_backward() from a node of any shape whose gradient is given: dtop, as
 * large as its value. */
void tape_backward_from(struct tape *t, struct node *top, const float *dtop);

#endif
