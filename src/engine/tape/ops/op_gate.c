/*
 * A gate between two matrices: highway layers, fusions.
 */
#include <assert.h>

#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

/* The gradients, and whether each is stored rather than added.  Each takes a
 * pass of its own over a run that is in the L1 cache. */
struct gate_grads {
    const struct node *y;
    bool first[3];
};

static void backward_run(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct gate_grads *k = of;
    struct node *const *in = k->y->in;
    const float *dy = k->y->grad + from, *g = in[0]->val + from;
    const float *a = in[1]->val + from, *b = in[2]->val + from;
    const size_t n = to - from;

    (void)scratch;
    if (in[0]->grad)
        (k->first[0] ? vector_mul_minus
                     : vector_muladd_minus)(n, dy, a, b, in[0]->grad + from);
    if (in[1]->grad)
        (k->first[1] ? vector_mul : vector_muladd)(n, dy, g,
                                                   in[1]->grad + from);
    if (in[2]->grad)
        (k->first[2] ? vector_mul_rest
                     : vector_muladd_rest)(n, dy, g, in[2]->grad + from);
}

static void each_run(const struct node *y, team_piece *piece, const void *of)
{
    team_run(
        &(struct team_work){.n = node_len(y),
                            .step = 1024,
                            .total = 3 * TEAM_ELEMENT * (double)node_len(y),
                            .piece = piece,
                            .of = of});
}

static void gate_backward(struct tape *t, const struct node *y)
{
    struct gate_grads k = {.y = y};

    (void)t;
    for (int i = 0; i < 3; i++)
        k.first[i] = y->in[i]->grad && node_begin(y->in[i]);
    each_run(y, backward_run, &k);
}

static const struct op gate = {
    .name = "gate",
    .backward = gate_backward,
    .begins = true,
};

static void forward_run(const void *of, size_t from, size_t to,
                        struct arena *scratch)
{
    const struct node *y = of;
    struct node *const *in = y->in;

    (void)scratch;
    vector_mix(to - from, in[0]->val + from, in[1]->val + from,
               in[2]->val + from, y->val + from);
}

struct node *tape_gate(struct tape *t, struct node *g, struct node *a,
                       struct node *b)
{
    struct node *y =
        tape_node(t, &gate, g->rows, g->cols, (struct node *[]){g, a, b}, 3);

    assert(a->rows == g->rows && a->cols == g->cols);
    assert(b->rows == g->rows && b->cols == g->cols);
    if (!t->dry)
        each_run(y, forward_run, y);
    return y;
}
