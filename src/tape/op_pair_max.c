/*
 * The greatest of each row of the pairs: what of a query a document's token is
 * nearest to (Seo et al. 2017).
 */
#include "tape/pair_blocks.h"

struct most {
    struct pairs p;
    size_t *place; /* over y: where in x its value is from */
};

/* The place of the greatest of n > 0, the first of equal ones. */
static size_t greatest(const float *x, size_t n)
{
    size_t at = 0;

    for (size_t j = 1; j < n; j++)
        at = x[j] > x[at] ? j : at;
    return at;
}

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

            y->in[0]->grad[m->place[at]] += y->grad[at];
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
    m->place = arena_alloc(t->arena, (node_len(y) + 1) * sizeof(*m->place));
    y->args = m;
    for (int k = 0; k < blocks(p) && !t->dry; k++) {
        const struct block b = block(p, k);

        for (int i = 0; i < b.m; i++) {
            const size_t row = b.at + (size_t)i * (size_t)b.n;
            const size_t at = first_row(p, k) + (size_t)i * (size_t)p->heads;

            if (b.n)
                m->place[at] =
                    row + greatest(x->val + row, (size_t)allowed(&b, i));
            y->val[at] = b.n ? x->val[m->place[at]] : 0.0f;
        }
    }
    return y;
}
