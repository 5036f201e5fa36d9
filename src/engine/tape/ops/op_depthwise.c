/*
 * Depthwise convolution inside segments.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/depthwise.h"
#include "engine/kernel/team.h"
#include "engine/tape/ops.h"

/* One pass: y from x and w, or dX from dY and the reversed taps. */
struct sweep {
    struct segments seg;
    struct taps taps;
    int d;
    const float *w, *x;
    float *y;
    bool stores;
};

/* Pieces may begin at any row; each row uses the rows of its segment only. */
static void sweep_rows(const void *of, size_t from, size_t to,
                       struct arena *scratch)
{
    const struct sweep *k = of;

    (void)scratch;
    for (int s = 0; s < k->seg.n; s++) {
        const int at = k->seg.at[s], end = k->seg.at[s + 1];
        const int a = at > (int)from ? at : (int)from;
        const int b = end < (int)to ? end : (int)to;
        const size_t first = (size_t)at * (size_t)k->d;

        if (a < b)
            depthwise(k->taps, end - at, a - at, b - at, k->d, k->w,
                      k->x + first, k->y + first, k->stores);
    }
}

static double total(const struct node *y, int k)
{
    return TEAM_ELEMENT / 2 * k * (double)node_len(y);
}

static void sweep(const struct node *y, const struct sweep *k)
{
    team_run(&(struct team_work){.n = (size_t)y->rows,
                                 .step = 8,
                                 .total = total(y, k->taps.k),
                                 .piece = sweep_rows,
                                 .of = k});
}

/* dW column by column, in the order of the rows. */
static void dw_columns(const void *of, size_t from, size_t to,
                       struct arena *scratch)
{
    const struct node *y = of, *x = y->in[0], *w = y->in[1];
    const struct segments *seg = y->args;

    (void)scratch;
    for (int s = 0; s < seg->n; s++) {
        const size_t first = (size_t)seg->at[s] * (size_t)y->cols;

        depthwise_weights((struct taps){w->rows, w->rows / 2},
                          segment_len(seg, s), y->cols, (int)from, (int)to,
                          x->val + first, y->grad + first, w->grad);
    }
}

static void dx_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0], *w = y->in[1];
    const int k = w->rows;
    const size_t d = (size_t)w->cols;
    float *turned = arena_floats_raw(t->arena, node_len(w));

    for (int i = 0; i < k; i++)
        memcpy(turned + (size_t)i * d, w->val + (size_t)(k - 1 - i) * d,
               d * sizeof(float));
    sweep(y, &(struct sweep){.seg = *(const struct segments *)y->args,
                             .taps = {k, k - 1 - k / 2},
                             .d = y->cols,
                             .w = turned,
                             .x = y->grad,
                             .y = x->grad,
                             .stores = node_begin(x)});
}

static void depthwise_backward(struct tape *t, const struct node *y)
{
    if (node_begin_zeroed(y->in[1]))
        team_run(&(struct team_work){.n = (size_t)y->cols,
                                     .step = TEAM_COLUMNS,
                                     .total = total(y, y->in[1]->rows),
                                     .piece = dw_columns,
                                     .of = y});
    if (y->in[0]->grad)
        dx_backward(t, y);
}

static const struct op depthwise_op = {
    .name = "depthwise",
    .backward = depthwise_backward,
    .begins = true,
};

struct node *tape_depthwise(struct tape *t, struct node *x, struct node *w,
                            const struct segments *seg)
{
    struct node *y = tape_node(t, &depthwise_op, x->rows, x->cols,
                               (struct node *[]){x, w}, 2);

    assert(segments_rows(seg) == x->rows && w->cols == x->cols && w->rows);
    y->args = segments_keep(t->arena, seg);
    if (!t->dry)
        sweep(y, &(struct sweep){.seg = *seg,
                                 .taps = {w->rows, w->rows / 2},
                                 .d = x->cols,
                                 .w = w->val,
                                 .x = x->val,
                                 .y = y->val,
                                 .stores = true});
    return y;
}
