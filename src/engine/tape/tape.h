/*
 * tape.h - reverse-mode differentiation over packed matrices, small and eager.
 *
 * Calling an op computes its value at once and, when the tape records, notes
 * how to go back.  tape_backward() walks the notes in reverse.  Everything a
 * tape makes lives on its arena and ends with arena_reset().
 *
 * Nodes are made in statements of their own: gradients add up in the reverse
 * of that order, which C leaves open among the arguments of a call and the
 * members of an initialiser.
 *
 * A tape serves one grain on one thread.  What it produces depends on the
 * grain, the parameters and addressed randomness alone.
 *
 * To add an op:
 *   1. write ops/op_NAME.c, the forward above its backward, then a `static
 *      const struct op` and what puts a node on the tape.  It takes from the
 *      arena what it will need, and computes nothing when the tape is dry;
 *   2. declare it in tape/ops.h, with shapes and gradient;
 *   3. add `src/engine/tape/ops/op_NAME.c` to ops in src/local.mk;
 *   4. hold its gradient to differences, for each form of the op by a case in
 *      tests/unit/engine/tape/gradients/NAME.h, without which tests are not
 *      built.
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
     * NULL).  y's own gradient is complete and may be used as scratch.  NULL
     * where another op uses y's gradient, whose room then stays taken. */
    void (*backward)(struct tape *t, const struct node *y);
    /* backward() calls node_begin() on each input before it adds, so as to
     * store where it comes first; otherwise the tape zeroes beforehand. */
    bool begins;
    /* backward() adds to the rows of table_grad_rows() where an input has a
     * `table` in place of a gradient. */
    bool by_rows;
    /* Floats of scratch that backward() takes, where they are many; NULL: few.
     */
    size_t (*scratch)(const struct node *y);
};

#define NODE_SAVED 6

/* A matrix [rows x cols] on the tape. */
struct node {
    const struct op *op;
    float *val;         /* [rows * cols] */
    bool wanted;        /* is its gradient? */
    struct spare *room; /* grad's, where it is from the tape */
    float *grad; /* same shape, while tape_backward() needs it: from the first
                    op that adds to it to this node's own; NULL otherwise.  A
                    leaf's and a parameter's is there throughout */
    bool begun;  /* does grad hold a sum yet? */
    struct table_grad *table; /* of a table, in place of grad; or NULL */
    unsigned char products;   /* the tape's, for gemm() */
    int rows, cols;
    int inputs;
    struct node **in;         /* [inputs] NULL: that one is not given */
    float *saved[NODE_SAVED]; /* the op's own, for its backward */
    const void *args;         /* the op's own, on the arena */
    struct node *before;      /* recorded before this one */
};

/* What ops note themselves on.  Parameters are one flat vector: layer/params.h
 * says what is in it. */
struct tape {
    struct arena *arena; /* borrowed */
    const float *params; /* borrowed: every parameter, one behind the other */
    float *grads;        /* borrowed: their gradient, or NULL: no recording;
                            what is there before is forgotten.  Where there are
                            `tables`, without them */
    struct table_grads *tables; /* borrowed: for tape_table(), or NULL */
    enum products products;     /* who makes its nodes' products */
    bool training;              /* dropout is on */
    bool dry; /* nothing is computed: what a grain takes of the arena
                 is found without touching it */
    struct random_key dropout; /* key of the dropout stream */
    uint32_t step;             /* address of this step's randomness */
    uint32_t site;             /* next dropout site; counted by the tape */
    struct observer *observer; /* borrowed: attention/observer.h; or NULL */
    struct node *last;         /* newest recorded node */
    int param_room;
    struct node **param; /* [param_room] by number, when recording; NULL: has
                            not been asked for */
    struct spare *spare; /* room of gradients that were used */
};

/* Begin a grain: forgets every node, keeps arena and buffers as they are.
 * Comes first after each arena_reset(). */
void tape_begin(struct tape *t, uint32_t step);

static inline bool tape_records(const struct tape *t)
{
    return t->grads != NULL;
}

static inline size_t node_len(const struct node *x)
{
    return (size_t)x->rows * (size_t)x->cols;
}

/* A constant on the tape, zeroed, no gradient; fill in its val. */
struct node *tape_constant(struct tape *t, int rows, int cols);

/* The same over memory of the caller's that outlives the tape. */
struct node *tape_borrow(struct tape *t, float *val, int rows, int cols);

/* The same with a gradient: an input of a test or a benchmark. */
struct node *tape_leaf(struct tape *t, int rows, int cols);

/* Parameter `number`, [rows x cols] at `offset` of the flat vector.  When the
 * tape records it is one node for all uses, and its gradient goes to t->grads.
 */
struct node *tape_param(struct tape *t, int number, size_t offset, int rows,
                        int cols);

/* The same of a parameter that is only looked up: where t->tables is there, its
 * gradient goes to it, of no more than the rows that are looked up. */
struct node *tape_table(struct tape *t, int number, size_t offset, int rows,
                        int cols);

/* Where in t->grads that of the parameter at `offset` goes, which is of no
 * table, or where there are none. */
static inline float *tape_grad(const struct tape *t, size_t offset)
{
    return t->grads +
           (t->tables ? param_tables_dense(t->tables->of, offset) : offset);
}

/* Has the gradient of parameter `number` been stored?  If not, nothing depends
 * on it and the caller has to clear it. */
bool tape_param_begun(const struct tape *t, int number);

/*
 * For ops: a new node with room for its value (not zeroed) that depends on
 * `n` inputs.  It is recorded, and has a gradient, when the tape records and
 * any input has one.
 */
struct node *tape_node(struct tape *t, const struct op *op, int rows, int cols,
                       struct node *const *in, int n);

/* Does y need what backward needs?  (Save intermediates only if so.) */
static inline bool node_records(const struct node *y)
{
    return y->wanted;
}

/*
 * For ops with `begins`: may the gradient of x be stored rather than added
 * to?  True once, the first time; x->grad then holds nothing yet, and the
 * caller has to fill all of it.
 */
static inline bool node_begin(struct node *x)
{
    bool first = !x->begun;

    x->begun = true;
    return first;
}

/* For ops with `begins`: the gradient of x, zeroed if it comes first, ready to
 * be added to; NULL when x is NULL or has none. */
float *node_begin_zeroed(struct node *x);

/* For ops with `begins`: dX += d, of one shape, if x has a gradient. */
void node_add_grad(struct node *x, const float *d);

/* For ops with `begins`: dX += dY, of one shape, if x has a gradient.  As the
 * last use of dY, for it may become dX as it is. */
void node_pass_back(const struct node *y, struct node *x);

/* For ops with `begins`: the first gradient of x, another op's value, is d as
 * it stands: of x's shape, and there as long as the tape. */
void node_set_grad(struct node *x, float *d);

/*
 * Go back from `loss` [1 x 1] with d loss = 1, once.  Gradients of the
 * parameters it depends on are stored in t->grads; tape_param_begun() tells of
 * the others. (tape_tied_cross_entropy() does so on the way forward.)
 */
void tape_backward(struct tape *t, struct node *loss);

/* The same from a node of any shape whose gradient is known: dtop, as large as
 * its value. */
void tape_backward_from(struct tape *t, struct node *top, const float *dtop);

#endif
