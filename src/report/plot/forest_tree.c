/* forest_tree.c - one regression tree, as the boxes of its leaves. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "report/plot/forest_internal.h"

enum { LEAF = 3 }; /* the fewest samples in a leaf */

/* A tree while it grows. */
struct growth {
    const struct samples *s;
    struct boxes *boxes;
    int tree, nodes;
    int *sample;                /* [n] owned; each node has a contiguous run of
                                   them */
    double *low, *high;         /* [d] the node's box; owned */
    struct sample_point *point; /* [n] for sorting; owned */
    int *order;                 /* [d] arguments in random order; owned */
    double rounding;            /* gains up to this can be rounding errors */
};

struct sample_point {
    double x, y;
    int sample;
};

struct tree_split {
    int argument; /* -1 if there is none */
    double at;    /* between two samples */
    double gain;
};

static int by_x(const void *a, const void *b)
{
    const struct sample_point *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->sample - q->sample;
}

static void sort_points(struct growth *g, int first, int n, int argument)
{
    const struct samples *s = g->s;

    for (int i = 0; i < n; i++) {
        const int k = g->sample[first + i];

        g->point[i] = (struct sample_point){
            s->x[(size_t)k * (size_t)s->d + (size_t)argument], s->y[k], k};
    }
    qsort(g->point, (size_t)n, sizeof(*g->point), by_x);
}

/* Find the split of an argument with the largest sum of squares between the two
 * halves. */
static void try_argument(struct growth *g, int first, int n, int argument,
                         struct tree_split *best)
{
    double sum = 0, left = 0;

    sort_points(g, first, n, argument);
    for (int i = 0; i < n; i++)
        sum += g->point[i].y;
    for (int i = 1; i < n; i++) {
        const struct sample_point *p = &g->point[i];

        left += p[-1].y;
        if (p[-1].x == p->x || i < LEAF || n - i < LEAF)
            continue;
        const double right = sum - left;
        const double gain =
            left * left / i + right * right / (n - i) - sum * sum / n;

        if (gain > best->gain)
            *best = (struct tree_split){argument, (p[-1].x + p->x) / 2, gain};
    }
}

/* Choose five of six arguments, in an order drawn for the node. */
static int draw_arguments(struct growth *g)
{
    const int d = g->s->d;
    const struct random_key key = random_key(1, "forest split");
    const struct address at = {(uint32_t)g->tree, (uint32_t)g->nodes++, 0};

    for (int i = 0; i < d; i++)
        g->order[i] = i;
    for (int i = d - 1; i > 0; i--) {
        const int k = (int)random_below(key, at, (uint32_t)i, (uint32_t)i + 1);
        const int other = g->order[i];

        g->order[i] = g->order[k];
        g->order[k] = other;
    }
    return (5 * d + 5) / 6;
}

static struct tree_split best_split(struct growth *g, int first, int n)
{
    struct tree_split best = {.argument = -1, .gain = g->rounding};
    const int look = draw_arguments(g);

    for (int i = 0; i < look; i++)
        try_argument(g, first, n, g->order[i], &best);
    return best;
}

static void add_box(struct growth *g, int first, int n)
{
    struct boxes *b = g->boxes;
    const size_t d = (size_t)b->d;
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += g->s->y[g->sample[first + i]];
    if (b->n == b->room) {
        b->room = b->room ? 2 * b->room : 64;
        b->low = memory_resize(b->low, (size_t)b->room * d * sizeof(double));
        b->high = memory_resize(b->high, (size_t)b->room * d * sizeof(double));
        b->value = memory_resize(b->value, (size_t)b->room * sizeof(double));
    }
    memcpy(b->low + (size_t)b->n * d, g->low, d * sizeof(double));
    memcpy(b->high + (size_t)b->n * d, g->high, d * sizeof(double));
    b->value[b->n++] = sum / n;
}

/* Move the samples below the split to the front; returns how many they are. */
static int part(struct growth *g, int first, int n,
                const struct tree_split *split)
{
    int below = 0;

    sort_points(g, first, n, split->argument);
    for (int i = 0; i < n; i++) {
        g->sample[first + i] = g->point[i].sample;
        below += g->point[i].x < split->at;
    }
    return below;
}

static void grow(struct growth *g, int first, int n)
{
    const struct tree_split split =
        n >= 2 * LEAF ? best_split(g, first, n) : (struct tree_split){-1, 0, 0};

    if (split.argument < 0) {
        add_box(g, first, n);
        return;
    }
    const int below = part(g, first, n, &split);
    double *const low = &g->low[split.argument];
    double *const high = &g->high[split.argument];
    const double from = *low, to = *high;

    *high = split.at;
    grow(g, first, below);
    *high = to;
    *low = split.at;
    grow(g, first + below, n - below);
    *low = from;
}

static void draw_samples(struct growth *g, int n)
{
    const struct random_key key = random_key(1, "forest draw");
    const struct address at = {(uint32_t)g->tree, 0, 0};

    for (int i = 0; i < n; i++) {
        g->sample[i] =
            (int)random_below(key, at, (uint32_t)i, (uint32_t)g->s->n);
        g->boxes->drawn[g->sample[i]] = true;
    }
}

void boxes_grow(struct boxes *b, const struct samples *s, int tree)
{
    const int n = s->n < FOREST_SAMPLES ? s->n : FOREST_SAMPLES;
    struct growth g = {.s = s, .boxes = b, .tree = tree};

    *b = (struct boxes){.d = s->d};
    b->drawn = memory_zeroed((size_t)s->n, sizeof(*b->drawn));
    g.sample = memory_new((size_t)n * sizeof(*g.sample));
    g.point = memory_new((size_t)n * sizeof(*g.point));
    g.order = memory_new((size_t)s->d * sizeof(*g.order));
    g.low = memory_zeroed((size_t)s->d, sizeof(*g.low));
    g.high = memory_zeroed((size_t)s->d, sizeof(*g.high));
    for (int i = 0; i < s->d; i++)
        g.high[i] = 1;
    draw_samples(&g, n);
    for (int i = 0; i < n; i++)
        g.rounding += 1e-12 * s->y[g.sample[i]] * s->y[g.sample[i]];
    grow(&g, 0, n);
    free(g.sample);
    free(g.point);
    free(g.order);
    free(g.low);
    free(g.high);
}

void boxes_release(struct boxes *b)
{
    free(b->low);
    free(b->high);
    free(b->value);
    free(b->drawn);
    *b = (struct boxes){0};
}
