/*
 * Two matrices side by side.
 */
#include <assert.h>
#include <string.h>

#include "kernel/team.h"
#include "kernel/vector.h"
#include "tape/ops.h"

/* One input's columns of dY, which begin at `at`. */
struct part {
    const struct node *y;
    struct node *x;
    size_t at;
    bool first;
};

static void part_rows(const void *of, size_t from, size_t to,
                      struct arena *scratch)
{
    const struct part *p = of;
    const size_t d = (size_t)p->x->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++) {
        const float *dy = p->y->grad + i * (size_t)p->y->cols + p->at;

        if (p->first)
            memcpy(p->x->grad + i * d, dy, d * sizeof(float));
        else
            vector_add(d, dy, p->x->grad + i * d);
    }
}

static void part_backward(const struct node *y, struct node *x, int at)
{
    if (!x->grad)
        return;
    const struct part p = {y, x, (size_t)at, node_begin(x)};

    team_run(&(struct team_work){.n = (size_t)y->rows,
                                 .total = TEAM_ELEMENT * (double)node_len(x),
                                 .piece = part_rows,
                                 .of = &p});
}

static void concat_backward(struct tape *t, const struct node *y)
{
    (void)t;
    part_backward(y, y->in[0], 0);
    part_backward(y, y->in[1], y->in[0]->cols);
}

static const struct op concat = {
    .name = "concat",
    .backward = concat_backward,
    .begins = true,
};

static void concat_rows(const void *of, size_t from, size_t to,
                        struct arena *scratch)
{
    const struct node *y = of, *a = y->in[0], *b = y->in[1];
    const size_t p = (size_t)a->cols, q = (size_t)b->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++) {
        float *row = y->val + i * (p + q);

        memcpy(row, a->val + i * p, p * sizeof(float));
        memcpy(row + p, b->val + i * q, q * sizeof(float));
    }
}

struct node *tape_concat(struct tape *t, struct node *a, struct node *b)
{
    struct node *y = tape_node(t, &concat, a->rows, a->cols + b->cols,
                               (struct node *[]){a, b}, 2);

    assert(a->rows == b->rows);
    if (t->dry)
        return y;
    team_run(&(struct team_work){.n = (size_t)y->rows,
                                 .total = TEAM_ELEMENT * (double)node_len(y),
                                 .piece = concat_rows,
                                 .of = y});
    return y;
}
