/*
 * Convolution over the rows of segments, as products: the rows that an output
 * reads are contiguous already; they are copied, without those of neighbouring
 * segments, for a block of outputs at a time.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/gemm.h"
#include "engine/kernel/vector.h"
#include "engine/tape/bias.h"
#include "engine/tape/ops.h"

/* Outputs at a time; gemm() sums over the rows of one block. */
#define BLOCK 256

struct convolution_args {
    struct segments seg;
    int width;
};

/* The rows that an output reads, clipped to its segment. */
struct window {
    size_t row;  /* first row of x */
    size_t rows; /* number of rows in the segment, its own among them */
    size_t skip; /* number of missing rows before them */
};

static struct window window(const struct segments *seg, int s, int width, int i)
{
    const int from = i - width / 2, to = from + width;
    const int first = from > seg->at[s] ? from : seg->at[s];
    const int end = to < seg->at[s + 1] ? to : seg->at[s + 1];

    return (struct window){(size_t)first, (size_t)(end - first),
                           (size_t)(first - from)};
}

/* The segment of row i: s or a later one. */
static int segment_of(const struct segments *seg, int s, int i)
{
    while (i >= seg->at[s + 1])
        s++;
    return s;
}

/* seen [rows x width c] = what the outputs from `at` on read. */
static void gather(const struct convolution_args *k, const struct node *x,
                   int at, int rows, float *seen)
{
    const size_t c = (size_t)x->cols, all = (size_t)k->width;

    for (int i = at, s = 0; i < at + rows; i++, seen += all * c) {
        s = segment_of(&k->seg, s, i);
        const struct window w = window(&k->seg, s, k->width, i);

        memset(seen, 0, w.skip * c * sizeof(float));
        memcpy(seen + w.skip * c, x->val + w.row * c,
               w.rows * c * sizeof(float));
        memset(seen + (w.skip + w.rows) * c, 0,
               (all - w.skip - w.rows) * c * sizeof(float));
    }
}

/* Add the gradient of `seen` to dX. */
static void scatter(const struct convolution_args *k, const struct node *x,
                    int at, int rows, const float *seen)
{
    const size_t c = (size_t)x->cols;

    for (int i = at, s = 0; i < at + rows; i++) {
        s = segment_of(&k->seg, s, i);
        const struct window w = window(&k->seg, s, k->width, i);

        vector_add(w.rows * c, seen + w.skip * c, x->grad + w.row * c);
        seen += (size_t)k->width * c;
    }
}

static int block_rows(const struct node *y, int at)
{
    return y->rows - at < BLOCK ? y->rows - at : BLOCK;
}

/* Number of floats that a block reads. */
static size_t seen_len(const struct node *y)
{
    return (size_t)block_rows(y, 0) * (size_t)y->in[1]->rows;
}

static size_t back_scratch(const struct node *y)
{
    return 2 * seen_len(y);
}

static void block_backward(const struct node *y, int at, bool stores,
                           float *seen, float *dseen)
{
    const struct node *x = y->in[0], *w = y->in[1];
    const struct convolution_args *k = y->args;
    const float *dy = y->grad + (size_t)at * (size_t)y->cols;
    const int rows = block_rows(y, at);

    if (w->grad) {
        gather(k, x, at, rows, seen);
        gemm(y->products, 't', 'n', w->rows, w->cols, rows, 1.0f, seen, w->rows,
             dy, w->cols, stores ? 0.0f : 1.0f, w->grad, w->cols);
    }
    if (x->grad) {
        gemm(y->products, 'n', 't', rows, w->rows, w->cols, 1.0f, dy, w->cols,
             w->val, w->cols, 0.0f, dseen, w->rows);
        scatter(k, x, at, rows, dseen);
    }
}

static void convolution_backward(struct tape *t, const struct node *y)
{
    struct node *w = y->in[1];
    float *seen = arena_floats_raw(t->arena, seen_len(y));
    float *dseen = arena_floats_raw(t->arena, seen_len(y));

    node_begin_zeroed(y->in[0]);
    for (int at = 0; at < y->rows; at += BLOCK)
        block_backward(y, at, w->grad && node_begin(w), seen, dseen);
    bias_backward(y);
}

static const struct op convolution = {
    .name = "convolution",
    .backward = convolution_backward,
    .begins = true,
    .scratch = back_scratch,
};

static void forward(const struct node *y, float *seen)
{
    const struct node *x = y->in[0], *w = y->in[1];

    for (int at = 0; at < y->rows; at += BLOCK) {
        const int rows = block_rows(y, at);
        float *out = y->val + (size_t)at * (size_t)y->cols;

        gather(y->args, x, at, rows, seen);
        gemm(y->products, 'n', 'n', rows, w->cols, w->rows, 1.0f, seen, w->rows,
             w->val, w->cols, 0.0f, out, w->cols);
    }
    bias_forward(y);
}

struct node *tape_convolution(struct tape *t, struct node *x, struct node *w,
                              struct node *b, const struct segments *seg)
{
    struct node *y = tape_node(t, &convolution, x->rows, w->cols,
                               (struct node *[]){x, w, b}, 3);
    struct convolution_args *k = arena_alloc(t->arena, sizeof(*k));

    assert(segments_rows(seg) == x->rows && w->rows % x->cols == 0);
    *k = (struct convolution_args){*seg, w->rows / x->cols};
    y->args = k;
    const struct arena_mark m = arena_mark(t->arena);
    float *seen = arena_floats_raw(t->arena, seen_len(y));

    if (!t->dry)
        forward(y, seen);
    arena_rewind(t->arena, m);
    return y;
}
