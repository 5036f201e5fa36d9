#include "train/gradient.h"

#include <stdlib.h>

#include "base/memory.h"
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
    if (!p->sum[p->n])
        p->sum[p->n] = memory_floats(len);
    return p->sum[p->n];
}

void partials_push(struct partials *p, int grain, size_t len)
{
    struct tree_node *top = &p->node[p->n++];

    *top = tree_leaf(grain);
    while (p->n > 1 && tree_siblings(top[-1], *top)) {
        team_add(len, p->sum[p->n - 1], p->sum[p->n - 2]);
        p->n--;
        top--;
        *top = tree_parent(*top);
    }
}

void partials_release(struct partials *p)
{
    for (int i = 0; i < TREE_MAX_PARTIALS; i++)
        free(p->sum[i]);
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

void sums_merge(struct sums *s, size_t from, size_t to)
{
    int n = 0;

    for (int i = 0; i < s->n; i++) {
        s->node[n] = s->node[i];
        s->sum[n++] = s->sum[i];
        while (n > 1 && tree_siblings(s->node[n - 2], s->node[n - 1])) {
            vector_add(to - from, s->sum[n - 1] + from, s->sum[n - 2] + from);
            n--;
            s->node[n - 1] = tree_parent(s->node[n - 1]);
        }
    }
    s->n = n;
}
