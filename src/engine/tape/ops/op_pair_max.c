/*
 * The maximum of each row of the pairs: for a document's token the closest
 * token of the query (Seo et al. 2017).
 */
#include "engine/kernel/columns.h"
#include "engine/tape/ops.h"

struct most {
    struct pairs p;
    int32_t *place; /* for each element of y: which of its row's allowed pairs
                       is the maximum */
};

static void max_backward(struct tape *t, const struct node *y)
{
    const struct most *m = y->args;
    const int heads = m->p.heads;

    (void)t;
    for (int k = 0; k < pairs_blocks(&m->p); k++) {
        const struct pair_block b = pairs_block(&m->p, k);
        const size_t first = pairs_row(&m->p, k, heads);

        EACH_RUN (r, &b) {
            const size_t at = first + (size_t)r.row * (size_t)heads;

            if (r.n)
                y->in[0]->grad[m->p.at[k] + r.at + (size_t)m->place[at]] +=
                    y->grad[at];
        }
    }
}

static const struct op pair_row_max = {
    .name = "pair_row_max",
    .backward = max_backward,
};

static void block_most(const struct most *m, int k, struct node *y)
{
    const struct pair_block b = pairs_block(&m->p, k);
    const size_t first = pairs_row(&m->p, k, m->p.heads);

    EACH_RUN (r, &b) {
        const size_t at = first + (size_t)r.row * (size_t)m->p.heads;

        y->val[at] = 0.0f;
        if (r.n) /* a row's pairs, as one column */
            columns_most((int)r.n, 1, y->in[0]->val + m->p.at[k] + r.at, NULL,
                         &y->val[at], &m->place[at]);
    }
}

struct node *tape_pair_row_max(struct tape *t, const struct pairs *p,
                               struct node *x)
{
    struct node *y =
        tape_node(t, &pair_row_max, segments_rows(&p->rows), p->heads, &x, 1);
    struct most *m = arena_alloc(t->arena, sizeof(*m));

    m->p = *p;
    m->place = arena_alloc(t->arena, (node_len(y) + 1) * sizeof(*m->place));
    y->args = m;
    for (int k = 0; k < pairs_blocks(p) && !t->dry; k++)
        block_most(m, k, y);
    return y;
}
