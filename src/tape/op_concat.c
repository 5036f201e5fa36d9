/*
 * Matrices side by side, and some columns of one.
 */
#include <assert.h>
#include <string.h>

#include "kernel/team.h"
#include "kernel/vector.h"
#include "tape/ops.h"

/* Rows of one matrix copied, or added, to columns of another or from them. */
struct transfer {
    const float *from;
    float *to;
    size_t from_row, to_row; /* floats from row to row */
    size_t cols;
    bool adds;
};

static void transfer_rows(const void *of, size_t from, size_t to,
                          struct arena *scratch)
{
    const struct transfer *k = of;

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

static void transfer(int rows, struct transfer k)
{
    team_run(&(struct team_work){.n = (size_t)rows,
                                 .total = TEAM_ELEMENT * (double)rows *
                                          (double)k.cols,
                                 .piece = transfer_rows,
                                 .of = &k});
}

/* All of `part` to the columns of `whole` from `at` on. */
static void put(const struct node *part, const float *from,
                const struct node *whole, size_t at, float *to, bool adds)
{
    transfer(part->rows,
             (struct transfer){from, to + at, (size_t)part->cols,
                               (size_t)whole->cols, (size_t)part->cols, adds});
}

/* And back. */
static void take(const struct node *part, float *to, const struct node *whole,
                 size_t at, const float *from, bool adds)
{
    transfer(part->rows,
             (struct transfer){from + at, to, (size_t)whole->cols,
                               (size_t)part->cols, (size_t)part->cols, adds});
}

static void concat_backward(struct tape *t, const struct node *y)
{
    size_t at = 0;

    (void)t;
    for (int i = 0; i < NODE_INPUTS && y->in[i]; i++) {
        struct node *x = y->in[i];

        if (x->grad)
            take(x, x->grad, y, at, y->grad, !node_begin(x));
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
        put(x[i], x[i]->val, y, at, y->val, false);
        at += (size_t)x[i]->cols;
    }
    return y;
}

struct node *tape_concat(struct tape *t, struct node *a, struct node *b)
{
    return tape_concat_all(t, (struct node *[]){a, b}, 2);
}

static void columns_backward(struct tape *t, const struct node *y)
{
    const int *first = y->args;

    (void)t;
    put(y, y->grad, y->in[0], (size_t)*first, y->in[0]->grad, true);
}

static const struct op columns = {
    .name = "columns",
    .backward = columns_backward,
};

struct node *tape_columns(struct tape *t, struct node *x, int first, int n)
{
    struct node *y = tape_node(t, &columns, x->rows, n, &x, 1);
    int *args = arena_ints(t->arena, 1);

    assert(first >= 0 && n >= 0 && first + n <= x->cols);
    *args = first;
    y->args = args;
    if (!t->dry)
        take(y, y->val, x, (size_t)first, x->val, false);
    return y;
}
