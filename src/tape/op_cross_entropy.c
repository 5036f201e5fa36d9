/*
 * Softmax with cross-entropy, fused: over given scores, and over scores that
 * an embedding shared with the input gives (never stored whole).
 */
#include <assert.h>
#include <string.h>

#include "kernel/gemm.h"
#include "kernel/vector.h"
#include "tape/ops.h"

/* How the target's probability is spread; see ops.h. */
struct smoothing {
    float target; /* added to the target beyond `other` */
    float other;  /* on every class */
};

static struct smoothing smooth(float smoothing, int classes)
{
    if (classes == 1) /* there is nothing to spread to */
        return (struct smoothing){.target = 1.0f};
    float other = smoothing / (float)(classes - 1);

    return (struct smoothing){.target = 1.0f - smoothing - other,
                              .other = other};
}

/* Ties go to the lower class. */
static bool on_top(const float *x, int classes, int target)
{
    for (int c = 0; c < classes; c++)
        if (x[c] > x[target] || (x[c] == x[target] && c < target))
            return false;
    return x[target] == x[target];
}

/*
 * One row: scores x become (p - q) * weight; returns -sum_c q_c log p_c.
 * With sum q = 1 that is lse(x) - sum_c q_c x_c.
 */
static double row_loss(float *x, int classes, int32_t target,
                       struct smoothing q, float weight, int *correct)
{
    double sum = q.other > 0.0f ? vector_sum((size_t)classes, x) : 0.0;
    double hit = x[target];

    if (correct)
        *correct += on_top(x, classes, target);
    double lse = vector_softmax((size_t)classes, x, x);

    for (int c = 0; c < classes; c++)
        x[c] = (x[c] - q.other) * weight;
    x[target] -= q.target * weight;
    return lse - q.target * hit - q.other * sum;
}

static void cross_entropy_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];

    (void)t;
    vector_axpy(node_len(x), y->grad[0], y->saved[0], x->grad);
}

static const struct op cross_entropy = {
    .name = "cross_entropy",
    .backward = cross_entropy_backward,
};

struct node *tape_cross_entropy(struct tape *t, struct node *scores,
                                const int32_t *target, float smoothing,
                                float weight, int *correct)
{
    struct node *y = tape_node(t, &cross_entropy, 1, 1, &scores, 1);
    int classes = scores->cols;
    struct smoothing q = smooth(smoothing, classes);
    float *d = arena_floats_raw(t->arena, node_len(scores));
    double loss = 0.0;

    if (correct)
        *correct = 0;
    memcpy(d, scores->val, node_len(scores) * sizeof(float));
    for (int i = 0; i < scores->rows; i++) {
        assert(target[i] >= 0 && target[i] < classes);
        loss += row_loss(d + (size_t)i * classes, classes, target[i], q, weight,
                         correct);
    }
    y->val[0] = (float)(loss * weight);
    y->saved[0] = d;
    return y;
}

/* Rows whose scores are held at once.  Each chunk has BLAS copy all of w, so
 * there should be many; their scores should stay near. */
static int chunk_rows(int rows, int classes)
{
    int most = (1 << 21) / classes;

    most = most < 32 ? 32 : most > 256 ? 256 : most;
    return rows < most ? rows : most;
}

size_t tied_scratch(int rows, int classes)
{
    return (size_t)chunk_rows(rows, classes) * (size_t)classes;
}

/* Ask for the row that comes next: a chunk is larger than the cache nearby,
 * and a row's first pass would wait for each of its lines. */
static void prefetch_row(const float *x, int classes)
{
    for (int c = 0; c < classes; c += 16)
        __builtin_prefetch(x + c, 1, 2);
}

/*
 * The loss is the root of its tape, so d loss = 1 is known on the way forward
 * and both gradients are taken there, while a chunk's scores are in cache:
 * dX is saved, dW is added to w->grad at once.  Neither a second product nor
 * [n x c] scores are needed.
 */
static void tied_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];

    (void)t;
    assert(y->grad[0] == 1.0f);
    if (x->grad && node_begin(x))
        memcpy(x->grad, y->saved[0], node_len(x) * sizeof(float));
    else if (x->grad)
        vector_add(node_len(x), y->saved[0], x->grad);
}

static const struct op tied_cross_entropy = {
    .name = "tied_cross_entropy",
    .backward = tied_backward,
    .begins = true,
};

/* Gradients of rows [i, i + n) from d [n x c], the scores' gradient. */
static void tied_gradients(const struct node *y, int i, int n, const float *d)
{
    const struct node *x = y->in[0];
    struct node *w = y->in[1];
    size_t at = (size_t)i * x->cols;

    gemm('n', 'n', n, x->cols, w->rows, 1.0f, d, w->rows, w->val, w->cols, 0.0f,
         y->saved[0] + at, x->cols);
    if (!w->grad)
        return;
    float beta = node_begin(w) ? 0.0f : 1.0f;

    gemm('t', 'n', w->rows, w->cols, n, 1.0f, d, w->rows, x->val + at, x->cols,
         beta, w->grad, w->cols);
}

struct node *tape_tied_cross_entropy(struct tape *t, struct node *x,
                                     struct node *w, const int32_t *target,
                                     float smoothing, float weight)
{
    struct node *y =
        tape_node(t, &tied_cross_entropy, 1, 1, (struct node *[]){x, w}, 2);
    struct smoothing q = smooth(smoothing, w->rows);
    int chunk = chunk_rows(x->rows, w->rows);
    double loss = 0.0;

    assert(x->cols == w->cols);
    if (node_records(y))
        y->saved[0] = arena_floats_raw(t->arena, node_len(x));
    struct arena_mark m = arena_mark(t->arena);
    float *d = arena_floats_raw(t->arena, tied_scratch(x->rows, w->rows));

    for (int i = 0; i < x->rows; i += chunk) {
        int n = x->rows - i < chunk ? x->rows - i : chunk;

        gemm('n', 't', n, w->rows, x->cols, 1.0f, x->val + (size_t)i * x->cols,
             x->cols, w->val, w->cols, 0.0f, d, w->rows);
        for (int r = 0; r < n; r++) {
            assert(target[i + r] >= 0 && target[i + r] < w->rows);
            if (r + 1 < n)
                prefetch_row(d + (size_t)(r + 1) * w->rows, w->rows);
            loss += row_loss(d + (size_t)r * w->rows, w->rows, target[i + r], q,
                             weight, NULL);
        }
        if (node_records(y))
            tied_gradients(y, i, n, d);
    }
    arena_rewind(t->arena, m);
    y->val[0] = (float)(loss * weight);
    return y;
}
