/*
 * A product whose matrix depends on the segment: [x_i; z_s; x_i * z_s] W for
 * the rows i of segment s.  With W = [P; Q; R] it is x_i (P + z_s R) + z_s Q, a
 * product a third as large, whose inputs need not be concatenated.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

/* A third of W, or of its gradient. */
enum { OF_X, OF_Z, OF_BOTH };

static float *third(const struct node *y, float *w, int which)
{
    return w + (size_t)which * node_len(y->in[2]) / 3;
}

/* The work for one segment. */
struct segment_weight {
    const struct node *y;
    int s;
    float *own; /* [d x n]: P + z_s R, or its gradient */
};

static void each_row(const struct segment_weight *a, team_piece *piece)
{
    const double elements = (double)node_len(a->y->in[2]);

    team_run(&(struct team_work){.n = (size_t)a->y->in[0]->cols,
                                 .step = 8,
                                 .total = TEAM_ELEMENT * elements,
                                 .piece = piece,
                                 .of = a});
}

static void make_rows(const void *of, size_t from, size_t to,
                      struct arena *scratch)
{
    const struct segment_weight *a = of;
    const struct node *y = a->y, *z = y->in[1], *w = y->in[2];
    const size_t n = (size_t)y->cols;
    const float *by = z->val + (size_t)a->s * (size_t)z->cols;

    (void)scratch;
    for (size_t k = from; k < to; k++) {
        float *row = a->own + k * n;

        memcpy(row, third(y, w->val, OF_X) + k * n, n * sizeof(*row));
        vector_axpy(n, by[k], third(y, w->val, OF_BOTH) + k * n, row);
    }
}

/* dP += G, dR += z_s G, dz_s += G R, where G is the gradient of P + z_s R. */
static void spread_rows(const void *of, size_t from, size_t to,
                        struct arena *scratch)
{
    const struct segment_weight *a = of;
    const struct node *y = a->y, *z = y->in[1], *w = y->in[2];
    const size_t n = (size_t)y->cols, at = (size_t)a->s * (size_t)z->cols;

    (void)scratch;
    for (size_t k = from; k < to; k++) {
        const float *g = a->own + k * n;

        if (w->grad) {
            vector_add(n, g, third(y, w->grad, OF_X) + k * n);
            vector_axpy(n, z->val[at + k], g,
                        third(y, w->grad, OF_BOTH) + k * n);
        }
        if (z->grad)
            z->grad[at + k] +=
                vector_dot(n, g, third(y, w->val, OF_BOTH) + k * n);
    }
}

/* The gradient of the part that z_s adds to all rows of its segment: dr
 * [segments x n]. */
static void shared_backward(const struct node *y, const float *dr)
{
    const struct node *z = y->in[1], *w = y->in[2], *b = y->in[3];
    const size_t n = (size_t)y->cols;

    for (int s = 0; b && b->grad && s < z->rows; s++)
        vector_add(n, dr + (size_t)s * n, b->grad);
    if (w->grad)
        gemm(y->products, 't', 'n', z->cols, y->cols, z->rows, 1.0f, z->val,
             z->cols, dr, y->cols, 1.0f, third(y, w->grad, OF_Z), y->cols);
    if (z->grad)
        gemm(y->products, 'n', 't', z->rows, z->cols, y->cols, 1.0f, dr,
             y->cols, third(y, w->val, OF_Z), y->cols, 1.0f, z->grad, z->cols);
}

static void segment_backward(const struct segment_weight *a, int at, int rows,
                             float *dr)
{
    const struct node *y = a->y, *x = y->in[0];
    const size_t n = (size_t)y->cols;
    const float *dy = y->grad + (size_t)at * n;
    const size_t first = (size_t)at * (size_t)x->cols;

    memset(dr, 0, n * sizeof(*dr));
    for (int i = 0; i < rows; i++)
        vector_add(n, dy + (size_t)i * n, dr);
    if (x->grad) {
        each_row(a, make_rows);
        gemm(y->products, 'n', 't', rows, x->cols, y->cols, 1.0f, dy, y->cols,
             a->own, y->cols, 1.0f, x->grad + first, x->cols);
    }
    gemm(y->products, 't', 'n', x->cols, y->cols, rows, 1.0f, x->val + first,
         x->cols, dy, y->cols, 0.0f, a->own, y->cols);
    each_row(a, spread_rows);
}

static size_t own_len(const struct node *y)
{
    return (size_t)y->in[0]->cols * (size_t)y->cols;
}

static size_t back_scratch(const struct node *y)
{
    return own_len(y) + (size_t)y->in[1]->rows * (size_t)y->cols;
}

static void backward(struct tape *t, const struct node *y)
{
    const struct segments *seg = y->args;
    float *own = arena_floats_raw(t->arena, own_len(y));
    float *dr = arena_floats_raw(t->arena, (size_t)seg->n * (size_t)y->cols);

    for (int s = 0; s < seg->n; s++)
        segment_backward(&(struct segment_weight){y, s, own}, seg->at[s],
                         segment_len(seg, s), dr + (size_t)s * (size_t)y->cols);
    shared_backward(y, dr);
}

static const struct op segment_linear = {
    .name = "segment_linear",
    .backward = backward,
    .scratch = back_scratch,
};

static void forward(const struct node *y, const struct segments *seg,
                    float *own, float *shared)
{
    const struct node *x = y->in[0], *z = y->in[1], *w = y->in[2];
    const struct node *b = y->in[3];
    const size_t n = (size_t)y->cols;

    gemm(y->products, 'n', 'n', z->rows, y->cols, z->cols, 1.0f, z->val,
         z->cols, third(y, w->val, OF_Z), y->cols, 0.0f, shared, y->cols);
    for (int s = 0; s < seg->n; s++) {
        const struct segment_weight a = {y, s, own};
        float *r = shared + (size_t)s * n;
        const int at = seg->at[s];

        if (b)
            vector_add(n, b->val, r);
        each_row(&a, make_rows);
        gemm(y->products, 'n', 'n', segment_len(seg, s), y->cols, x->cols, 1.0f,
             x->val + (size_t)at * (size_t)x->cols, x->cols, own, y->cols, 0.0f,
             y->val + (size_t)at * n, y->cols);
        for (int i = at; i < seg->at[s + 1]; i++)
            vector_add(n, r, y->val + (size_t)i * n);
    }
}

struct node *tape_segment_linear(struct tape *t, struct node *x, struct node *z,
                                 struct node *w, struct node *b,
                                 const struct segments *seg)
{
    struct node *y = tape_node(t, &segment_linear, x->rows, w->cols,
                               (struct node *[]){x, z, w, b}, 4);
    struct segments *args = arena_alloc(t->arena, sizeof(*args));

    assert(segments_rows(seg) == x->rows && z->rows == seg->n);
    assert(z->cols == x->cols && w->rows == 3 * x->cols);
    *args = *seg;
    y->args = args;
    const struct arena_mark m = arena_mark(t->arena);
    float *own = arena_floats_raw(t->arena, own_len(y));
    float *shared = arena_floats_raw(t->arena, (size_t)seg->n * w->cols);

    if (!t->dry)
        forward(y, seg, own, shared);
    arena_rewind(t->arena, m);
    return y;
}
