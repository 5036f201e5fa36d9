#include "train/gradient.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "comm/comm.h"
#include "kernel/team_vector.h"
#include "kernel/vector.h"

struct run block_run(size_t len, int n, int w)
{
    return tree_run((int)((len + BLOCK - 1) / BLOCK), n, w);
}

struct span block_span(size_t len, int n, int w)
{
    const struct run r = block_run(len, n, w);
    const size_t from = (size_t)r.first * BLOCK, to = (size_t)r.end * BLOCK;

    return (struct span){from < len ? from : len, to < len ? to : len};
}

float *partials_begin(struct partials *p, size_t len)
{
    const int i = p->n;

    if (!p->sum[i])
        p->sum[i] = comm_new(len * sizeof(float));
    for (int k = 0; k < p->touched.tables; k++) {
        const struct touched_table *t = &p->touched.table[k];
        const struct span table = {t->offset, t->offset + (size_t)t->rows *
                                                              (size_t)t->width};

        EACH_LIVE (&p->live[i], s, part, table)
            memset(p->sum[i] + part.from, 0,
                   (part.to - part.from) * sizeof(float));
    }
    touched_begin(&p->touched);
    return p->sum[i];
}

/* Sum i takes in the one behind it. */
static void take_in(struct partials *p, int i, size_t len)
{
    const struct live *other = &p->live[i + 1];
    const struct span all = {0, len};

    EACH_LIVE (other, s, part, all)
        team_add(part.to - part.from, p->sum[i + 1] + part.from,
                 p->sum[i] + part.from);
    live_join(&p->live[i], other->span, other->n, &p->room);
}

void partials_push(struct partials *p, int grain, size_t len)
{
    struct tree_node *top = &p->node[p->n];

    live_find(&p->live[p->n++], len, &p->touched);
    *top = tree_leaf(grain);
    while (p->n > 1 && tree_siblings(top[-1], *top)) {
        take_in(p, p->n - 2, len);
        p->n--;
        top--;
        *top = tree_parent(*top);
    }
}

void partials_release(struct partials *p)
{
    for (int i = 0; i < TREE_MAX_PARTIALS; i++) {
        comm_free(p->sum[i]);
        live_release(&p->live[i]);
    }
    live_release(&p->room);
    touched_release(&p->touched);
    *p = (struct partials){0};
}

void sums_init(struct sums *s, int room)
{
    s->n = 0;
    s->node = memory_new((size_t)room * sizeof(*s->node));
    s->sum = memory_new((size_t)room * sizeof(*s->sum));
}

void sums_release(struct sums *s)
{
    free(s->node);
    free(s->sum);
    *s = (struct sums){0};
}

void sums_add(struct sums *s, const struct tree_node *node, float *const *sum,
              int n, size_t offset)
{
    for (int i = 0; i < n; i++) {
        s->node[s->n] = node[i];
        s->sum[s->n++] = sum[i] + offset;
    }
}

/* y += x where they are live. */
static void add_live(const struct live *live, struct span within,
                     const float *x, float *y)
{
    if (!live) {
        vector_add(within.to - within.from, x + within.from, y + within.from);
        return;
    }
    EACH_LIVE (live, i, part, within)
        vector_add(part.to - part.from, x + part.from, y + part.from);
}

void sums_merge(struct sums *s, const struct live *live, size_t from, size_t to)
{
    int n = 0;

    for (int i = 0; i < s->n; i++) {
        s->node[n] = s->node[i];
        s->sum[n++] = s->sum[i];
        while (n > 1 && tree_siblings(s->node[n - 2], s->node[n - 1])) {
            add_live(live, (struct span){from, to}, s->sum[n - 1],
                     s->sum[n - 2]);
            n--;
            s->node[n - 1] = tree_parent(s->node[n - 1]);
        }
    }
    s->n = n;
}
