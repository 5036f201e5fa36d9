/*
 * Softmax with cross-entropy over the scores X W^T of an embedding shared with
 * the input.
 *
 * Scores are made and used a tile of classes at a time, so that a tile's
 * product, its maxima and its exponentials find it in the cache, and BLAS
 * copies each row of W once for all rows of X.  The first pass over the tiles
 * keeps the scores and finds log sum exp of each row as it goes; the second
 * turns them into gradients.
 *
 * The loss is the root of its tape, so d loss = 1 is known on the way forward
 * and both gradients are taken there: dX is saved, dW is added to w->grad at
 * once.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "kernel/gemm.h"
#include "kernel/vector.h"
#include "tape/ops.h"
#include "tape/smoothing.h"

#define TILE 512                 /* classes */
#define SCORES ((size_t)1 << 23) /* held at once, of all tiles */

/* What is found of a row on the way over the tiles. */
struct row {
    float most, sum; /* greatest score; sum of exp(score - most) */
    double hit;      /* the target's score */
    double total;    /* sum of scores */
};

/* Rows [first, first + n) of X, with their scores. */
struct chunk {
    struct node *x, *w, *y;
    const int32_t *target; /* [n] */
    int first, n;
    float *score; /* tile by tile, [n x its width] each */
    struct row *row;
};

static int chunk_rows(int rows, int classes)
{
    size_t most = SCORES / (size_t)classes;

    most = most < 256 ? 256 : most;
    return (size_t)rows < most ? rows : (int)most;
}

size_t tied_scratch(int rows, int classes)
{
    return (size_t)chunk_rows(rows, classes) *
           ((size_t)classes + sizeof(struct row) / sizeof(float));
}

static int tile_width(const struct chunk *c, int from)
{
    return c->w->rows - from < TILE ? c->w->rows - from : TILE;
}

static float *tile_scores(const struct chunk *c, int from)
{
    return c->score + (size_t)from * (size_t)c->n;
}

/* y = exp(x - by); n <= TILE. */
static void exp_less(int n, const float *x, float by, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] - by;
    vector_exp((size_t)n, y, y);
}

/* Take a row's scores of one tile into account. */
static void meet(struct row *r, int width, const float *x, int hit)
{
    float most = vector_max((size_t)width, x), e[TILE];

    if (!(most <= r->most)) { /* also when it is no number */
        r->sum *= expf(r->most - most);
        r->most = most;
    }
    exp_less(width, x, r->most, e);
    r->sum += vector_sum((size_t)width, e);
    r->total += vector_sum((size_t)width, x);
    if (hit >= 0 && hit < width)
        r->hit = x[hit];
}

static void score_tile(const struct chunk *c, int from)
{
    const struct node *x = c->x, *w = c->w;
    const int width = tile_width(c, from);
    float *score = tile_scores(c, from);

    gemm('n', 't', c->n, width, x->cols, 1.0f,
         x->val + (size_t)c->first * x->cols, x->cols,
         w->val + (size_t)from * w->cols, w->cols, 0.0f, score, width);
    for (int i = 0; i < c->n; i++)
        meet(&c->row[i], width, score + (size_t)i * width, c->target[i] - from);
}

/* Scores become (p - q) * weight, then gradients of X and W. */
static void go_back(const struct chunk *c, int from, struct smoothing q,
                    float weight, bool w_begins)
{
    const struct node *x = c->x, *w = c->w;
    const int width = tile_width(c, from);
    const size_t at = (size_t)c->first * x->cols;
    float *d = tile_scores(c, from);

    for (int i = 0; i < c->n; i++) {
        const struct row *r = &c->row[i];
        const int hit = c->target[i] - from;
        float *restrict p = d + (size_t)i * width;

        exp_less(width, p, r->most + logf(r->sum), p);
        for (int k = 0; k < width; k++)
            p[k] = (p[k] - q.other) * weight;
        if (hit >= 0 && hit < width)
            p[hit] -= q.target * weight;
    }
    gemm('n', 'n', c->n, x->cols, width, 1.0f, d, width,
         w->val + (size_t)from * w->cols, w->cols, from ? 1.0f : 0.0f,
         c->y->saved[0] + at, x->cols);
    if (w->grad)
        gemm('t', 'n', width, w->cols, c->n, 1.0f, d, width, x->val + at,
             x->cols, w_begins ? 0.0f : 1.0f, w->grad + (size_t)from * w->cols,
             w->cols);
}

/* With sum q = 1, -sum_c q_c log p_c is lse(x) - sum_c q_c x_c. */
static double chunk_loss(const struct chunk *c, struct smoothing q)
{
    double loss = 0.0;

    for (int i = 0; i < c->n; i++) {
        const struct row *r = &c->row[i];
        loss += (double)(r->most + logf(r->sum)) - q.target * r->hit -
                q.other * r->total;
    }
    return loss;
}

static double chunk_run(const struct chunk *c, struct smoothing q, float weight)
{
    for (int i = 0; i < c->n; i++) {
        assert(c->target[i] >= 0 && c->target[i] < c->w->rows);
        c->row[i] = (struct row){.most = -INFINITY};
    }
    for (int from = 0; from < c->w->rows; from += TILE)
        score_tile(c, from);
    if (node_records(c->y)) {
        const bool begins = c->w->grad && node_begin(c->w);
        for (int from = 0; from < c->w->rows; from += TILE)
            go_back(c, from, q, weight, begins);
    }
    return chunk_loss(c, q);
}

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

struct node *tape_tied_cross_entropy(struct tape *t, struct node *x,
                                     struct node *w, const int32_t *target,
                                     float smoothing, float weight)
{
    struct node *y =
        tape_node(t, &tied_cross_entropy, 1, 1, (struct node *[]){x, w}, 2);
    const int most = chunk_rows(x->rows, w->rows);
    double loss = 0.0;

    assert(x->cols == w->cols);
    if (node_records(y))
        y->saved[0] = arena_floats_raw(t->arena, node_len(x));
    struct arena_mark m = arena_mark(t->arena);
    struct chunk c = {
        .x = x,
        .w = w,
        .y = y,
        .score = arena_floats_raw(t->arena, (size_t)most * (size_t)w->rows),
        .row = arena_alloc(t->arena, (size_t)most * sizeof(struct row)),
    };

    for (; c.first < x->rows; c.first += most) {
        c.n = x->rows - c.first < most ? x->rows - c.first : most;
        c.target = target + c.first;
        loss += chunk_run(&c, smooth(smoothing, w->rows), weight);
    }
    arena_rewind(t->arena, m);
    y->val[0] = (float)(loss * weight);
    return y;
}
