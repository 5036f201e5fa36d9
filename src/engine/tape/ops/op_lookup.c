/*
 * Rows of a table by number, as for embeddings.
 */
#include <assert.h>

#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

struct lookup {
    const int32_t *id; /* borrowed */
    float scale;
};

/* Where each row of dY is added. */
struct addition {
    const struct node *y;
    const int32_t *row;
    float *to;
};

/* Add columns [from, to).  Rows may repeat, so they are added one after
 * another, in order. */
static void add_columns(const void *of, size_t from, size_t to,
                        struct arena *scratch)
{
    const struct addition *k = of;
    const struct node *y = k->y;
    const struct lookup *l = y->args;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (int i = 0; i < y->rows; i++)
        vector_axpy(to - from, l->scale, y->grad + (size_t)i * d + from,
                    k->to + (size_t)k->row[i] * d + from);
}

static struct addition addition(struct tape *t, const struct node *y)
{
    const struct node *table = y->in[0];
    const struct lookup *l = y->args;

    if (!table->table)
        return (struct addition){y, l->id, table->grad};
    int *row = arena_ints(t->arena, (size_t)y->rows);

    table_grad_rows(table->table, l->id, y->rows, row);
    return (struct addition){y, row, table->table->grad};
}

static void lookup_backward(struct tape *t, const struct node *y)
{
    const struct addition k = addition(t, y);

    team_run(
        &(struct team_work){.n = (size_t)y->cols,
                            .step = TEAM_COLUMNS,
                            .total = 2 * TEAM_ELEMENT * (double)node_len(y),
                            .piece = add_columns,
                            .of = &k});
}

static const struct op lookup = {
    .name = "lookup", .backward = lookup_backward, .by_rows = true};

static void copy_rows(const void *of, size_t from, size_t to,
                      struct arena *scratch)
{
    const struct node *y = of;
    const struct lookup *l = y->args;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        vector_scale(d, l->scale, y->in[0]->val + (size_t)l->id[i] * d,
                     y->val + i * d);
}

struct node *tape_lookup(struct tape *t, struct node *table, const int32_t *id,
                         int n, float scale)
{
    struct node *y = tape_node(t, &lookup, n, table->cols, &table, 1);
    struct lookup *l = arena_alloc(t->arena, sizeof(*l));

    *l = (struct lookup){.id = id, .scale = scale};
    y->args = l;
    if (t->dry)
        return y;
    for (int i = 0; i < n; i++)
        assert(id[i] >= 0 && id[i] < table->rows);
    team_run(
        &(struct team_work){.n = (size_t)n,
                            .total = 2 * TEAM_ELEMENT * (double)node_len(y),
                            .piece = copy_rows,
                            .of = y});
    return y;
}
