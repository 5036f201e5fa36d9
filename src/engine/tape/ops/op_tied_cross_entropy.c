/*
 * Softmax with cross-entropy over the scores S = X W^T of an embedding shared
 * with the input, one row of W per class.
 *
 * The loss is the root of its tape, so d loss = 1 is known in the forward pass,
 * and both gradients are computed there: dX is saved, dW is stored in w->grad
 * at once.  So there is no second product, and no [n x c] matrix of scores.
 *
 * Rows of X are processed in chunks, and for each chunk the classes in blocks
 * that stay in the cache.  A first pass replaces each block's scores by exp(s -
 * m), and keeps m and their sum for each row; when all blocks are done, a
 * second pass computes gradients from them.  Scores have one class per row, so
 * the rows of X are lanes.
 */
#include <assert.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "engine/kernel/columns.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"
#include "engine/tape/smoothing.h"

#define BLOCK 256 /* classes */
#define LANES 16  /* rows are taken in multiples of this */
#define MOST_ROWS 256
#define MOST_SCORES (1 << 21)

/* A chunk of rows, for which all classes are processed. */
struct row_chunk {
    struct node *w;
    struct smoothing q;
    float weight;
    int n, width;          /* x [n x width] */
    const float *x;        /* borrowed */
    float *transposed;     /* x as [width x n] */
    const int32_t *target; /* [n], borrowed */
    float *dx;             /* [n x width], or NULL: loss only */
    float *score;          /* [classes x n], or NULL: loss only */
    float *most, *sum;     /* [blocks x n]: maximum of a block's scores, sum of
                              its powers */
    float *top;            /* [n]: maximum of all scores */
    float *share;          /* [n]: weight / the sum of all powers */
    float *total;          /* [blocks x n]: sum of a block's scores, if q.other
                              > 0 */
    float *hit;            /* [n] the target's score */
    struct arena *scratch; /* the tape's */
};

static int blocks(int classes)
{
    return (classes + BLOCK - 1) / BLOCK;
}

/* Number of classes in block b. */
static int block_size(const struct row_chunk *k, int b)
{
    const int left = k->w->rows - b * BLOCK;

    return left < BLOCK ? left : BLOCK;
}

static float *block_scores(const struct row_chunk *k, int b)
{
    return k->score + (size_t)b * BLOCK * (size_t)k->n;
}

/* Number of rows whose scores fit in memory. */
static int most_rows(int rows, int classes)
{
    int most = MOST_SCORES / classes / LANES * LANES;

    most = most < 2 * LANES ? 2 * LANES : most > MOST_ROWS ? MOST_ROWS : most;
    return most < rows ? most : rows;
}

/* Rows at once, so that chunks have similar sizes. */
static int chunk_rows(int rows, int classes)
{
    const int most = most_rows(rows, classes);

    if (most == rows)
        return rows;
    const int chunks = (rows + most - 1) / most;
    const int even = (rows + chunks - 1) / chunks;

    return (even + LANES - 1) / LANES * LANES;
}

static void transpose(struct row_chunk *k)
{
    for (int i = 0; i < k->n; i++)
        for (int j = 0; j < k->width; j++)
            k->transposed[(size_t)j * (size_t)k->n + (size_t)i] =
                k->x[(size_t)i * (size_t)k->width + (size_t)j];
}

/* True if row i's target is in block b. */
static bool targets(const struct row_chunk *k, int b, int i)
{
    return k->target[i] / BLOCK == b;
}

/* Index of the target's score among those of that block. */
static size_t target_at(const struct row_chunk *k, int b, int i)
{
    return (size_t)(k->target[i] - b * BLOCK) * (size_t)k->n + (size_t)i;
}

/* Compute S of block b, and what is kept of it for the rows. */
static void block_forward(const struct row_chunk *k, int b, float *s)
{
    const int size = block_size(k, b);
    const size_t at = (size_t)b * (size_t)k->n;

    gemm(k->w->products, 'n', 'n', size, k->n, k->width, 1.0f,
         k->w->val + (size_t)b * BLOCK * (size_t)k->width, k->width,
         k->transposed, k->n, 0.0f, s, k->n);
    for (int i = 0; i < k->n; i++)
        if (targets(k, b, i))
            k->hit[i] = s[target_at(k, b, i)];
    if (k->q.other > 0.0f)
        columns_sum(size, k->n, s, k->total + at);
    columns_exp(size, k->n, s, k->most + at, k->sum + at);
}

static void blocks_forward(const void *of, size_t from, size_t to,
                           struct arena *scratch)
{
    const struct row_chunk *k = of;
    const size_t most = (size_t)block_size(k, 0) * (size_t)k->n;
    float *room = k->score ? NULL : arena_floats_raw(scratch, most);

    for (int b = (int)from; b < (int)to; b++)
        block_forward(k, b, room ? room : block_scores(k, b));
}

/*
 * Combine the blocks: with M the greatest score of a row, the powers of all its
 * classes sum to sum_b exp(m_b - M) sum_b.  `most` becomes the factor that
 * turns a block's powers into probabilities times weight.  Returns sum_i
 * -(sum_c q_c log p_ic): with sum q = 1 that is lse(s) - sum_c q_c s_c.
 */
static double join_blocks(struct row_chunk *k)
{
    const int n = k->n, count = blocks(k->w->rows);
    double loss = 0.0;

    columns_shift(count, n, k->most, k->top);
    vector_exp((size_t)count * (size_t)n, k->most, k->most);
    for (int i = 0; i < n; i++) {
        double all = 0.0, plain = 0.0;

        for (int b = 0; b < count; b++)
            all += (double)k->most[b * n + i] * k->sum[b * n + i];
        for (int b = 0; k->q.other > 0.0f && b < count; b++)
            plain += k->total[b * n + i];
        loss += k->top[i] + natural_log(all) - (double)k->q.target * k->hit[i] -
                k->q.other * plain;
        k->share[i] = (float)(k->weight / all);
    }
    for (int b = 0; b < count; b++)
        for (int i = 0; i < n; i++)
            k->most[b * n + i] *= k->share[i];
    return loss;
}

/* dS = (p - q) weight; dX += dS W, and dW += dS^T X.  Blocks run one after
 * another, because dX is a sum over them; threads share their products. */
static void block_backward(const struct row_chunk *k, int b, float *dw,
                           float beta)
{
    const int size = block_size(k, b), width = k->width;
    const size_t at = (size_t)b * BLOCK * (size_t)width;
    float *d = block_scores(k, b);

    columns_scale(size, k->n, k->most + (size_t)b * (size_t)k->n,
                  k->q.other * k->weight, d);
    for (int i = 0; i < k->n; i++)
        if (targets(k, b, i))
            d[target_at(k, b, i)] -= k->q.target * k->weight;
    gemm(k->w->products, 't', 'n', k->n, width, size, 1.0f, d, k->n,
         k->w->val + at, width, b == 0 ? 0.0f : 1.0f, k->dx, width);
    if (dw)
        gemm(k->w->products, 'n', 'n', size, width, k->n, 1.0f, d, k->n, k->x,
             width, beta, dw + at, width);
}

/* One chunk forward and backward; returns its loss before it is weighted. */
static double chunk_run(struct row_chunk *k)
{
    for (int i = 0; i < k->n; i++)
        assert(k->target[i] >= 0 && k->target[i] < k->w->rows);
    transpose(k);
    team_run(&(struct team_work){.n = (size_t)blocks(k->w->rows),
                                 .total = TEAM_PRODUCT * k->w->rows * k->n *
                                          k->width,
                                 .piece = blocks_forward,
                                 .of = k,
                                 .scratch = k->scratch});

    const double loss = join_blocks(k);

    if (!k->dx)
        return loss;
    const float beta = k->w->grad && node_begin(k->w) ? 0.0f : 1.0f;

    for (int b = 0; b < blocks(k->w->rows); b++)
        block_backward(k, b, k->w->grad, beta);
    return loss;
}

static void tied_backward(struct tape *t, const struct node *y)
{
    (void)t;
    assert(y->grad[0] == 1.0f);
    node_add_grad(y->in[0], y->saved[0]);
}

static const struct op tied_cross_entropy = {
    .name = "tied_cross_entropy",
    .backward = tied_backward,
    .begins = true,
};

/* Memory for chunks of up to n rows. */
static struct row_chunk chunk_new(struct arena *a, const struct node *y, int n)
{
    const int classes = y->in[1]->rows, count = blocks(classes);
    const size_t rows = (size_t)n;

    return (struct row_chunk){
        .w = y->in[1],
        .width = y->in[0]->cols,
        .transposed = arena_floats_raw(a, rows * (size_t)y->in[0]->cols),
        .score = node_records(y) ? arena_floats_raw(a, rows * (size_t)classes)
                                 : NULL,
        .most = arena_floats_raw(a, rows * (size_t)count),
        .sum = arena_floats_raw(a, rows * (size_t)count),
        .top = arena_floats_raw(a, rows),
        .share = arena_floats_raw(a, rows),
        .total = arena_floats_raw(a, rows * (size_t)count),
        .hit = arena_floats_raw(a, rows),
        .scratch = a,
    };
}

struct node *tape_tied_cross_entropy(struct tape *t, struct node *x,
                                     struct node *w, const int32_t *target,
                                     float smoothing, float weight)
{
    struct node *y =
        tape_node(t, &tied_cross_entropy, 1, 1, (struct node *[]){x, w}, 2);
    const int most = chunk_rows(x->rows, w->rows);
    double loss = 0.0;

    assert(x->cols == w->cols && (!w->wanted || w->grad));
    if (node_records(y))
        y->saved[0] = arena_floats_raw(t->arena, node_len(x));
    struct arena_mark mark = arena_mark(t->arena);
    struct row_chunk k = chunk_new(t->arena, y, most);

    k.q = smooth(smoothing, w->rows);
    k.weight = weight;
    for (int i = 0; i < x->rows && !t->dry; i += most) {
        const size_t at = (size_t)i * (size_t)x->cols;

        k.n = x->rows - i < most ? x->rows - i : most;
        k.x = x->val + at;
        k.dx = node_records(y) ? y->saved[0] + at : NULL;
        k.target = target + i;
        loss += chunk_run(&k);
    }
    arena_rewind(t->arena, mark);
    if (!t->dry)
        y->val[0] = (float)(loss * weight);
    return y;
}
