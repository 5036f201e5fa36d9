/*
 * Maxout (Goodfellow et al. 2013): the maximum of each unit's pieces.
 */
#include <assert.h>

#include "engine/kernel/columns.h"
#include "engine/kernel/team.h"
#include "engine/tape/ops.h"

struct maxout {
    int pieces;
    struct segments seg; /* of the rows; empty without a second addend */
    int32_t *at;         /* [rows x units] which piece was the maximum */
};

static void run(const struct node *y, size_t n, team_piece *piece)
{
    team_run(
        &(struct team_work){.n = n,
                            .total = TEAM_ELEMENT * (double)node_len(y->in[0]),
                            .piece = piece,
                            .of = y});
}

/* d += dy at the pieces that were the maximum. */
static void scatter(size_t units, const int32_t *at, const float *dy, float *d)
{
    for (size_t u = 0; u < units; u++)
        d[(size_t)at[u] * units + u] += dy[u];
}

static void backward_rows(const void *of, size_t from, size_t to,
                          struct arena *scratch)
{
    const struct node *y = of, *x = y->in[0];
    const struct maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        scatter(units, k->at + i * units, y->grad + i * units,
                x->grad + i * (size_t)x->cols);
}

static void backward_segments(const void *of, size_t from, size_t to,
                              struct arena *scratch)
{
    const struct node *y = of, *r = y->in[1];
    const struct maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    (void)scratch;
    for (size_t s = from; s < to; s++)
        for (size_t i = (size_t)k->seg.at[s]; i < (size_t)k->seg.at[s + 1]; i++)
            scatter(units, k->at + i * units, y->grad + i * units,
                    r->grad + s * (size_t)r->cols);
}

static void maxout_backward(struct tape *t, const struct node *y)
{
    const struct maxout *k = y->args;

    (void)t;
    if (y->in[0]->grad)
        run(y, (size_t)y->rows, backward_rows);
    if (y->in[1] && y->in[1]->grad)
        run(y, (size_t)k->seg.n, backward_segments);
}

static const struct op maxout = {
    .name = "maxout",
    .backward = maxout_backward,
};

static void row_forward(const struct node *y, size_t i, const float *plus)
{
    const struct node *x = y->in[0];
    const struct maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    columns_most(k->pieces, y->cols, x->val + i * (size_t)x->cols, plus,
                 y->val + i * units, k->at + i * units);
}

static void forward_rows(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    (void)scratch;
    for (size_t i = from; i < to; i++)
        row_forward(of, i, NULL);
}

static void forward_segments(const void *of, size_t from, size_t to,
                             struct arena *scratch)
{
    const struct node *y = of, *r = y->in[1];
    const struct maxout *k = y->args;

    (void)scratch;
    for (size_t s = from; s < to; s++)
        for (size_t i = (size_t)k->seg.at[s]; i < (size_t)k->seg.at[s + 1]; i++)
            row_forward(y, i, r->val + s * (size_t)r->cols);
}

static struct node *make(struct tape *t, struct node *x, struct node *r,
                         struct segments seg, int pieces)
{
    struct node *y = tape_node(t, &maxout, x->rows, x->cols / pieces,
                               (struct node *[]){x, r}, 2);
    struct maxout *k = arena_alloc(t->arena, sizeof(*k));

    assert(pieces >= 1 && x->cols % pieces == 0);
    *k = (struct maxout){pieces, seg,
                         arena_alloc(t->arena, node_len(y) * sizeof(*k->at))};
    y->args = k;
    return y;
}

struct node *tape_maxout(struct tape *t, struct node *x, int pieces)
{
    struct node *y = make(t, x, NULL, (struct segments){0}, pieces);

    if (!t->dry)
        run(y, (size_t)y->rows, forward_rows);
    return y;
}

struct node *tape_segment_maxout(struct tape *t, struct node *x, struct node *r,
                                 const struct segments *seg, int pieces)
{
    struct node *y = make(t, x, r, *seg, pieces);

    assert(segments_rows(seg) == x->rows);
    assert(r->rows == seg->n && r->cols == x->cols);
    if (!t->dry)
        run(y, (size_t)seg->n, forward_segments);
    return y;
}
