/*
 * Matrices concatenated by columns, and a range of columns of one.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

/* Copy or add rows of one matrix to another, whole rows or a range of
 * columns. */
struct matrix_copy {
    const float *from;
    float *to;
    size_t from_row, to_row; /* floats from row to row */
    size_t cols;
    bool adds;
};

static void transfer_rows(const void *of, size_t from, size_t to,
                          struct arena *scratch)
{
    const struct matrix_copy *k = of;

    (void)scratch;
    for (size_t i = from; i < to; i++) {
        const float *x = k->from + i * k->from_row;
        float *y = k->to + i * k->to_row;

        if (k->adds)
            vector_add(k->cols, x, y);
        else
            memcpy(y, x, k->cols * sizeof(float));
    }
}

static void copy_matrix(int rows, struct matrix_copy k)
{
    team_run(&(struct team_work){.n = (size_t)rows,
                                 .total = TEAM_ELEMENT * (double)rows *
                                          (double)k.cols,
                                 .piece = transfer_rows,
                                 .of = &k});
}

/* Copy the values of `part` to the columns of `whole` from `at` on. */
static void put(const struct node *part, const struct node *whole, size_t at)
{
    copy_matrix(part->rows, (struct matrix_copy){.from = part->val,
                                                 .to = whole->val + at,
                                                 .from_row = (size_t)part->cols,
                                                 .to_row = (size_t)whole->cols,
                                                 .cols = (size_t)part->cols});
}

/* Take the gradient of `part` from those columns. */
static void take(struct node *part, const struct node *whole, size_t at)
{
    copy_matrix(part->rows,
                (struct matrix_copy){.from = whole->grad + at,
                                     .to = part->grad,
                                     .from_row = (size_t)whole->cols,
                                     .to_row = (size_t)part->cols,
                                     .cols = (size_t)part->cols,
                                     .adds = !node_begin(part)});
}

static void concat_backward(struct tape *t, const struct node *y)
{
    size_t at = 0;

    (void)t;
    for (int i = 0; i < y->inputs; i++) {
        struct node *x = y->in[i];

        if (x->grad)
            take(x, y, at);
        at += (size_t)x->cols;
    }
}

static const struct op concat = {
    .name = "concat",
    .backward = concat_backward,
    .begins = true,
};

struct node *tape_concat_all(struct tape *t, struct node *const *x, int parts)
{
    size_t at = 0;
    int width = 0;

    for (int i = 0; i < parts; i++) {
        assert(x[i]->rows == x[0]->rows);
        width += x[i]->cols;
    }
    struct node *y = tape_node(t, &concat, x[0]->rows, width, x, parts);

    for (int i = 0; i < parts && !t->dry; i++) {
        put(x[i], y, at);
        at += (size_t)x[i]->cols;
    }
    return y;
}

struct node *tape_concat(struct tape *t, struct node *a, struct node *b)
{
    return tape_concat_all(t, (struct node *[]){a, b}, 2);
}

/* --- columns of one ------------------------------------------------------- */

static void columns_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];
    float *dx = node_begin_zeroed(x);
    const int *from = y->args;

    (void)t;
    if (dx)
        copy_matrix(y->rows, (struct matrix_copy){.from = y->grad,
                                                  .to = dx + *from,
                                                  .from_row = (size_t)y->cols,
                                                  .to_row = (size_t)x->cols,
                                                  .cols = (size_t)y->cols,
                                                  .adds = true});
}

static const struct op columns = {
    .name = "columns",
    .backward = columns_backward,
    .begins = true,
};

struct node *tape_columns(struct tape *t, struct node *x, int from, int n)
{
    struct node *y = tape_node(t, &columns, x->rows, n, &x, 1);
    int *at = arena_ints(t->arena, 1);

    assert(from >= 0 && from + n <= x->cols);
    *at = from;
    y->args = at;
    if (!t->dry)
        copy_matrix(x->rows, (struct matrix_copy){.from = x->val + from,
                                                  .to = y->val,
                                                  .from_row = (size_t)x->cols,
                                                  .to_row = (size_t)n,
                                                  .cols = (size_t)n});
    return y;
}
