/*
 * The maximum of each column, segment by segment.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/columns.h"
#include "engine/kernel/team.h"
#include "engine/tape/ops.h"

struct segment_max {
    struct segments seg;
    int32_t *at; /* [seg.n x cols] the maximum's row inside its segment */
};

static void run(const struct node *y, team_piece *piece)
{
    const struct node *x = y->in[0];

    team_run(&(struct team_work){.n = (size_t)y->rows,
                                 .total = TEAM_ELEMENT * (double)node_len(x),
                                 .piece = piece,
                                 .of = y});
}

static void backward_segments(const void *of, size_t from, size_t to,
                              struct arena *scratch)
{
    const struct node *y = of;
    const struct segment_max *k = y->args;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t s = from; s < to; s++) {
        float *dx = y->in[0]->grad + (size_t)k->seg.at[s] * d;

        for (size_t j = 0; segment_len(&k->seg, (int)s) && j < d; j++)
            dx[(size_t)k->at[s * d + j] * d + j] += y->grad[s * d + j];
    }
}

static void max_backward(struct tape *t, const struct node *y)
{
    (void)t;
    run(y, backward_segments);
}

static const struct op segment_max = {
    .name = "segment_max",
    .backward = max_backward,
};

static void forward_segments(const void *of, size_t from, size_t to,
                             struct arena *scratch)
{
    const struct node *y = of;
    const struct segment_max *k = y->args;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t s = from; s < to; s++) {
        const int n = segment_len(&k->seg, (int)s);

        if (n)
            columns_most(n, y->cols, y->in[0]->val + (size_t)k->seg.at[s] * d,
                         NULL, y->val + s * d, k->at + s * d);
        else
            memset(y->val + s * d, 0, d * sizeof(float));
    }
}

struct node *tape_segment_max(struct tape *t, struct node *x,
                              const struct segments *seg)
{
    struct node *y = tape_node(t, &segment_max, seg->n, x->cols, &x, 1);
    struct segment_max *k = arena_alloc(t->arena, sizeof(*k));

    assert(segments_rows(seg) == x->rows);
    *k = (struct segment_max){
        *seg, arena_alloc(t->arena, node_len(y) * sizeof(*k->at))};
    y->args = k;
    if (!t->dry)
        run(y, forward_segments);
    return y;
}
