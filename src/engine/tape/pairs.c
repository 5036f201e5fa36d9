#include "engine/tape/pairs.h"

#include <assert.h>
#include <string.h>

void pairs_init(struct pairs *p, struct arena *a, struct segments rows,
                struct segments cols, int heads, struct pair_mask mask)
{
    size_t *at = arena_alloc(a, ((size_t)rows.n * heads + 1) * sizeof(*at));

    assert(rows.n == cols.n && heads > 0);
    *p = (struct pairs){
        .rows = rows, .cols = cols, .heads = heads, .mask = mask, .at = at};
    at[0] = 0;
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);

        at[k + 1] = at[k] + pair_block_len(&b);
    }
}

struct node *pair_node(struct tape *t, const struct op *op,
                       const struct pairs *p, struct node *x)
{
    struct node *y = tape_node(t, op, x->rows, x->cols, &x, 1);
    struct pairs *args = arena_alloc(t->arena, sizeof(*args));

    *args = *p;
    y->args = args;
    if (!t->dry)
        memset(y->val, 0, node_len(y) * sizeof(float));
    return y;
}
