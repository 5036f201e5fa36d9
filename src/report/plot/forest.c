/* forest.c - functional ANOVA over a random forest. */
#include "config.h"

#include "report/plot/forest.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/plot/forest_internal.h"

/* The intervals into which the boxes divide an argument. */
struct argument_intervals {
    int n;
    double *edge; /* [n + 1] ascending; owned */
};

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static struct argument_intervals pieces_of(const struct boxes *b, int argument)
{
    struct argument_intervals p = {0};
    int n = 0;

    p.edge = memory_new((size_t)(b->n + 1) * sizeof(*p.edge));
    for (int i = 0; i < b->n; i++)
        p.edge[i] = b->low[i * b->d + argument];
    p.edge[b->n] = 1;
    qsort(p.edge, (size_t)b->n + 1, sizeof(*p.edge), by_value);
    for (int i = 0; i <= b->n; i++)
        if (!n || p.edge[i] != p.edge[n - 1])
            p.edge[n++] = p.edge[i];
    p.n = n - 1;
    return p;
}

/* Return the index of the edge at x, which exists. */
static int edge_at(const struct argument_intervals *p, double x)
{
    int low = 0, high = p->n;

    while (low < high) {
        const int middle = (low + high) / 2;

        if (p->edge[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Return a box's volume in all arguments but two. */
static double volume_without(const struct boxes *b, int box, int i, int j)
{
    double volume = 1;

    for (int k = 0; k < b->d; k++)
        if (k != i && k != j)
            volume *= b->high[box * b->d + k] - b->low[box * b->d + k];
    return volume;
}

/* Return the mean square of the tree's value as a function of one argument,
 * averaged over the others. */
static double mean_square_one(const struct boxes *b,
                              const struct argument_intervals *p, int i)
{
    double *step = memory_zeroed((size_t)p->n + 1, sizeof(*step));
    double at = 0, sum = 0;

    for (int k = 0; k < b->n; k++) {
        const double add = b->value[k] * volume_without(b, k, i, i);

        step[edge_at(p, b->low[k * b->d + i])] += add;
        step[edge_at(p, b->high[k * b->d + i])] -= add;
    }
    for (int k = 0; k < p->n; k++) {
        at += step[k];
        sum += at * at * (p->edge[k + 1] - p->edge[k]);
    }
    free(step);
    return sum;
}

/* Add a box's value at its corners in two arguments, such that cumulative sums
 * along both give the value inside and 0 outside. */
static void add_corners(double *step, const struct boxes *b, int box,
                        const struct argument_intervals *p, int i,
                        const struct argument_intervals *q, int j)
{
    const double add = b->value[box] * volume_without(b, box, i, j);
    const int width = q->n + 1;
    const int i0 = edge_at(p, b->low[box * b->d + i]);
    const int i1 = edge_at(p, b->high[box * b->d + i]);
    const int j0 = edge_at(q, b->low[box * b->d + j]);
    const int j1 = edge_at(q, b->high[box * b->d + j]);

    step[i0 * width + j0] += add;
    step[i1 * width + j0] -= add;
    step[i0 * width + j1] -= add;
    step[i1 * width + j1] += add;
}

static double mean_square_two(const struct boxes *b,
                              const struct argument_intervals *p, int i,
                              const struct argument_intervals *q, int j)
{
    const int width = q->n + 1;
    double *step =
        memory_zeroed((size_t)(p->n + 1) * (size_t)width, sizeof(*step));
    double sum = 0;

    for (int k = 0; k < b->n; k++)
        add_corners(step, b, k, p, i, q, j);
    for (int k = 0; k < p->n; k++) {
        double along = 0;

        for (int m = 0; m < q->n; m++) {
            double *at = &step[k * width + m];

            along += *at;
            *at = along + (k ? at[-width] : 0);
            sum += *at * *at * (p->edge[k + 1] - p->edge[k]) *
                   (q->edge[m + 1] - q->edge[m]);
        }
    }
    free(step);
    return sum;
}

/* Compute the mean of the tree, and the mean of its square. */
static void moments(const struct boxes *b, double *mean, double *square)
{
    *mean = *square = 0;
    for (int k = 0; k < b->n; k++) {
        const double volume = volume_without(b, k, -1, -1);

        *mean += b->value[k] * volume;
        *square += b->value[k] * b->value[k] * volume;
    }
}

/* Compute the shares of one tree; false if it is constant. */
static bool shares_of(const struct boxes *b, double *share)
{
    const int d = b->d;
    struct argument_intervals *p = memory_new((size_t)d * sizeof(*p));
    double mean, square;

    moments(b, &mean, &square);
    const double variance = square - mean * mean;
    const bool any = b->n > 1 && variance > 0;

    for (int i = 0; i < d; i++) {
        p[i] = pieces_of(b, i);
        if (any)
            share[i * d + i] =
                (mean_square_one(b, &p[i], i) - mean * mean) / variance;
    }
    for (int i = 0; i < d && any; i++)
        for (int j = i + 1; j < d; j++)
            share[i * d + j] =
                (mean_square_two(b, &p[i], i, &p[j], j) - mean * mean) /
                    variance -
                share[i * d + i] - share[j * d + j];
    for (int i = 0; i < d; i++)
        free(p[i].edge);
    free(p);
    return any;
}

/* --- out-of-bag R squared ------------------------------------------------- */

/* Predictions for samples by the trees that have not drawn them. */
struct unseen {
    double *sum; /* [n] owned */
    int *trees;  /* [n] owned */
};

static bool holds(const struct boxes *b, int box, const double *x)
{
    for (int k = 0; k < b->d; k++) {
        const double high = b->high[box * b->d + k];

        if (x[k] < b->low[box * b->d + k] || (x[k] >= high && high < 1))
            return false;
    }
    return true;
}

static double value_at(const struct boxes *b, const double *x)
{
    int box = 0;

    while (!holds(b, box, x))
        box++;
    return b->value[box];
}

static void add_unseen(struct unseen *u, const struct boxes *b,
                       const struct samples *s)
{
    for (int i = 0; i < s->n; i++)
        if (!b->drawn[i]) {
            u->sum[i] += value_at(b, s->x + (size_t)i * (size_t)s->d);
            u->trees[i]++;
        }
}

static double r_squared(const struct unseen *u, const struct samples *s)
{
    double mean = 0, off = 0, whole = 0;

    for (int i = 0; i < s->n; i++)
        mean += s->y[i] / s->n;
    for (int i = 0; i < s->n; i++)
        if (u->trees[i]) {
            const double miss = s->y[i] - u->sum[i] / u->trees[i];

            off += miss * miss;
            whole += (s->y[i] - mean) * (s->y[i] - mean);
        }
    return 1 - off / whole;
}

/* --- all of it ------------------------------------------------------------ */

static void add_shares(struct importance_share *share, const double *one,
                       int cells)
{
    for (int i = 0; i < cells; i++) {
        share[i].mean += one[i];
        share[i].deviation += one[i] * one[i];
    }
}

/* Turn the sums over the trees into means and deviations. */
static void finish_shares(struct importance_share *share, int cells, int trees)
{
    for (int i = 0; i < cells && trees; i++) {
        const double mean = share[i].mean / trees;

        share[i].deviation =
            sqrt(fmax(0, share[i].deviation / trees - mean * mean));
        share[i].mean = mean;
    }
}

int forest_shares(const struct samples *s, struct importance_share *share,
                  double *explained)
{
    const int cells = s->d * s->d;
    double *one = memory_zeroed((size_t)cells, sizeof(*one));
    struct unseen u = {memory_zeroed((size_t)s->n, sizeof(*u.sum)),
                       memory_zeroed((size_t)s->n, sizeof(*u.trees))};
    int trees = 0;

    memset(share, 0, (size_t)cells * sizeof(*share));
    for (int t = 0; t < FOREST_TREES; t++) {
        struct boxes b;

        boxes_grow(&b, s, t);
        const bool any = shares_of(&b, one);

        trees += any;
        if (any)
            add_shares(share, one, cells);
        add_unseen(&u, &b, s);
        boxes_release(&b);
    }
    finish_shares(share, cells, trees);
    *explained = r_squared(&u, s);
    free(one);
    free(u.sum);
    free(u.trees);
    return trees;
}
