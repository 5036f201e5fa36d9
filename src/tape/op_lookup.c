/*
 * Rows of a table by number: embeddings.
 */
#include <assert.h>

#include "kernel/vector.h"
#include "tape/ops.h"

struct lookup {
    const int32_t *id; /* borrowed */
    float scale;
};

/* Rows may repeat, so they are added one after the other, in order. */
static void lookup_backward(struct tape *t, const struct node *y)
{
    const struct lookup *l = y->args;
    struct node *table = y->in[0];
    size_t d = (size_t)y->cols;

    (void)t;
    for (int i = 0; i < y->rows; i++)
        vector_axpy(d, l->scale, y->grad + i * d, table->grad + l->id[i] * d);
}

static const struct op lookup = {.name = "lookup", .backward = lookup_backward};

struct node *tape_lookup(struct tape *t, struct node *table, const int32_t *id,
                         int n, float scale)
{
    struct node *y = tape_node(t, &lookup, n, table->cols, &table, 1);
    struct lookup *l = arena_alloc(t->arena, sizeof(*l));
    size_t d = (size_t)table->cols;

    *l = (struct lookup){.id = id, .scale = scale};
    y->args = l;
    for (int i = 0; i < n; i++) {
        assert(id[i] >= 0 && id[i] < table->rows);
        vector_scale(d, scale, table->val + id[i] * d, y->val + i * d);
    }
    return y;
}
