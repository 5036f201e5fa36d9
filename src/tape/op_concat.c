/*
 * Two matrices side by side.
 */
#include <assert.h>
#include <string.h>

#include "kernel/vector.h"
#include "tape/ops.h"

/* One input's columns of dY, which begin at `from`. */
static void part_backward(const struct node *y, struct node *x, int from)
{
    size_t d = (size_t)x->cols;

    if (!x->grad)
        return;
    bool first = node_begin(x);

    for (int i = 0; i < y->rows; i++) {
        const float *dy = y->grad + (size_t)i * y->cols + from;

        if (first)
            memcpy(x->grad + i * d, dy, d * sizeof(float));
        else
            vector_add(d, dy, x->grad + i * d);
    }
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

struct node *tape_concat(struct tape *t, struct node *a, struct node *b)
{
    size_t p = (size_t)a->cols, q = (size_t)b->cols;
    struct node *y = tape_node(t, &concat, a->rows, a->cols + b->cols,
                               (struct node *[]){a, b}, 2);

    assert(a->rows == b->rows);
    for (int i = 0; i < a->rows; i++) {
        memcpy(y->val + i * (p + q), a->val + i * p, p * sizeof(float));
        memcpy(y->val + i * (p + q) + p, b->val + i * q, q * sizeof(float));
    }
    return y;
}
