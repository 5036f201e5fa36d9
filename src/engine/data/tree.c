#include "engine/data/tree.h"

#include <assert.h>

struct run tree_run(int grains, int n, int w)
{
    return (struct run){(int)((long long)grains * w / n),
                        (int)((long long)grains * (w + 1) / n)};
}

struct tree_node tree_leaf(int grain)
{
    return (struct tree_node){0, grain};
}

bool tree_siblings(struct tree_node a, struct tree_node b)
{
    return a.level == b.level && a.index % 2 == 0 && b.index == a.index + 1;
}

struct tree_node tree_parent(struct tree_node a)
{
    return (struct tree_node){a.level + 1, a.index / 2};
}

/* The largest complete subtree that starts at r.first and ends within r. */
static struct tree_node widest(struct run r)
{
    int level = 0;

    while (level < TREE_MAX_LEVEL && r.first % (2 << level) == 0 &&
           run_size(r) >= 2 << level)
        level++;
    return (struct tree_node){level, r.first >> level};
}

int tree_cover(struct run r, struct tree_node out[TREE_MAX_PARTIALS])
{
    int n = 0;

    while (r.first < r.end) {
        assert(n < TREE_MAX_PARTIALS);
        out[n] = widest(r);
        r.first += 1 << out[n].level;
        n++;
    }
    return n;
}

double tree_sum(int grains, double *x)
{
    for (int width = 1; width < grains; width *= 2)
        for (int i = 0; i < grains; i += 2 * width)
            x[i] += x[i + width];
    return x[0];
}

bool tree_grains_ok(int g)
{
    return g >= 1 && g <= 1 << TREE_MAX_LEVEL && (g & (g - 1)) == 0;
}
