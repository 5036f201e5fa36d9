#include "engine/train/gradient.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/comm/comm.h"
#include "engine/kernel/team_vector.h"
#include "engine/kernel/vector.h"

struct run block_run(size_t len, int n, int w)
{
    return tree_run((int)((len + BLOCK - 1) / BLOCK), n, w);
}

struct element_range block_span(size_t len, int n, int w)
{
    const struct run r = block_run(len, n, w);
    const size_t from = (size_t)r.first * BLOCK, to = (size_t)r.end * BLOCK;

    return (struct element_range){from < len ? from : len, to < len ? to : len};
}

void sums_init(struct sums *s, int room)
{
    s->n = 0;
    s->sum = memory_zeroed((size_t)room, sizeof(*s->sum));
}

void sums_release(struct sums *s)
{
    free(s->sum);
    *s = (struct sums){0};
}

/* --- of a thread ---------------------------------------------------------- */

float *sums_begin(struct sums *s, size_t dense)
{
    struct sum *x = &s->sum[s->n];

    if (!x->dense)
        x->dense = comm_new(dense * sizeof(*x->dense));
    return x->dense;
}

void sums_push(struct sums *s, int grain, size_t dense,
               const struct table_grads *g)
{
    struct sum *top = &s->sum[s->n++];

    top->node = tree_leaf(grain);
    packed_rows_take(&top->rows, g);
    for (; s->n > 1 && tree_siblings(top[-1].node, top->node); s->n--, top--) {
        team_add(dense, top->dense, top[-1].dense);
        packed_rows_add(&top[-1].rows, g->of, &top->rows);
        top[-1].node = tree_parent(top->node);
    }
}

void sums_release_own(struct sums *s)
{
    for (int i = 0; s->sum && i < TREE_MAX_PARTIALS; i++) {
        comm_free(s->sum[i].dense);
        packed_rows_release(&s->sum[i].rows);
    }
    sums_release(s);
}

/* --- of several ----------------------------------------------------------- */

void sums_add(struct sums *s, const struct sum *sum, int n,
              struct nonzero_place from)
{
    for (int i = 0; i < n; i++) {
        struct sum *x = &s->sum[s->n++];

        *x = sum[i];
        x->dense += from.dense;
        if (x->rows.x)
            x->rows.x += from.rows;
    }
}

void sums_merge(struct sums *s, struct nonzero_place from,
                struct nonzero_place to)
{
    int n = 0;

    for (int i = 0; i < s->n; i++) {
        s->sum[n++] = s->sum[i];
        while (n > 1 && tree_siblings(s->sum[n - 2].node, s->sum[n - 1].node)) {
            struct sum *a = &s->sum[n - 2], *b = &s->sum[n - 1];

            vector_add(to.dense - from.dense, b->dense + from.dense,
                       a->dense + from.dense);
            if (to.rows > from.rows)
                vector_add(to.rows - from.rows, b->rows.x + from.rows,
                           a->rows.x + from.rows);
            a->node = tree_parent(b->node);
            n--;
        }
    }
    s->n = n;
}
