#include "engine/model/token_products.h"

struct node *query_rows(struct tape *t, struct node *q,
                        const struct segments *seg,
                        const struct packed_column *place)
{
    int32_t *row = arena_ints(t->arena, (size_t)seg->n);

    for (int s = 0; s < seg->n; s++)
        row[s] = seg->at[s] + place->ints[s];
    return tape_lookup(t, q, row, seg->n, 1.0f);
}

/* Pairs of a document's rows with one column have the order of the rows. */
struct node *token_products(struct tape *t, struct node *x,
                            const struct segments *seg, struct node *z)
{
    struct pairs p;

    pairs_init(&p, t->arena, *seg, segments_even(t->arena, seg->n, 1), 1,
               (struct pair_mask){0});
    return tape_pair_dot(t, &p, x, z, 1.0f);
}
