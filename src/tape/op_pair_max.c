/*
 * The greatest of each row of the pairs: what of a query a document's token is
 * nearest to (Seo et al. 2017).
 */
#include "kernel/columns.h"
#include "tape/pair_blocks.h"

struct most {
    struct pairs p;
    int32_t *column; /* over y: where in its row of x its value is from */
};

/* First element of y for a block, whose rows are `heads` apart. */
static size_t first_row(const struct pairs *p, int b)
{
    return (size_t)p->rows.at[b / p->heads] * (size_t)p->heads +
           (size_t)(b % p->heads);
}

static void max_backward(struct tape *t, const struct node *y)
{
    const struct most *m = y->args;

    (void)t;
    for (int k = 0; k < blocks(&m->p); k++) {
        const struct block b = block(&m->p, k);

        for (int i = 0; i < b.m && b.n; i++) {
            const size_t at =
                first_row(&m->p, k) + (size_t)i * (size_t)m->p.heads;
            const size_t row = b.at + (size_t)i * (size_t)b.n;

            y->in[0]->grad[row + (size_t)m->column[at]] += y->grad[at];
        }
    }
}

static const struct op pair_row_max = {
    .name = "pair_row_max",
    .backward = max_backward,
};

struct node *tape_pair_row_max(struct tape *t, const struct pairs *p,
                               struct node *x)
{
    struct node *y =
        tape_node(t, &pair_row_max, segments_rows(&p->rows), p->heads, &x, 1);
    struct most *m = arena_alloc(t->arena, sizeof(*m));

    m->p = *p;
    m->column = arena_alloc(t->arena, (node_len(y) + 1) * sizeof(*m->column));
    y->args = m;
    for (int k = 0; k < blocks(p) && !t->dry; k++) {
        const struct block b = block(p, k);

        for (int i = 0; i < b.m; i++) {
            const size_t at = first_row(p, k) + (size_t)i * (size_t)p->heads;

            y->val[at] = 0.0f;
            if (b.n) /* a row's pairs stand one below the other */
                columns_most(allowed(&b, i), 1,
                             x->val + b.at + (size_t)i * (size_t)b.n, NULL,
                             &y->val[at], &m->column[at]);
        }
    }
    return y;
}
