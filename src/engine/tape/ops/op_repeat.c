/*
 * The numbers of one row, each repeated several times.
 */
#include <assert.h>

#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

static void repeat_backward(struct tape *t, const struct node *y)
{
    const struct node *x = y->in[0];
    const int times = y->cols / x->cols;

    (void)t;
    for (int i = 0; i < x->cols; i++)
        x->grad[i] += vector_sum((size_t)times, y->grad + i * times);
}

static const struct op repeat = {
    .name = "repeat",
    .backward = repeat_backward,
};

struct node *tape_repeat(struct tape *t, struct node *x, int cols)
{
    struct node *y = tape_node(t, &repeat, 1, cols, &x, 1);

    assert(x->rows == 1 && cols % x->cols == 0);
    for (int j = 0; j < cols && !t->dry; j++)
        y->val[j] = x->val[j / (cols / x->cols)];
    return y;
}
