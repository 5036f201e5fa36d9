/*
 * Sinusoidal positions, in the form of Tensor2Tensor's timing signal.
 */
#include <math.h>

#include "tape/ops.h"

static void positions_backward(struct tape *t, const struct node *y)
{
    (void)t;
    node_pass_back(y, y->in[0]);
}

static const struct op positions = {
    .name = "positions",
    .backward = positions_backward,
    .begins = true,
};

/* Rates fall geometrically from 1 to 1/10,000. */
static float *rates(struct tape *t, int n)
{
    float *rate = arena_floats_raw(t->arena, (size_t)n);
    double step = log(10000.0) / (n > 1 ? n - 1 : 1);

    for (int j = 0; j < n; j++)
        rate[j] = (float)exp(-step * j);
    return rate;
}

/* Signals of positions [0, n) in the width d; an odd last column holds 0. */
static float *signals(struct tape *t, int n, int d)
{
    int half = d / 2;
    float *out = arena_floats(t->arena, (size_t)n * d);
    const float *rate = rates(t, half);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < half; j++) {
            out[(size_t)i * d + j] = sinf((float)i * rate[j]);
            out[(size_t)i * d + half + j] = cosf((float)i * rate[j]);
        }
    return out;
}

static int last_position(const struct segments *seg, const int *first)
{
    int n = 0;

    for (int s = 0; s < seg->n; s++) {
        int end = (first ? first[s] : 0) + segment_len(seg, s);

        n = end > n ? end : n;
    }
    return n;
}

struct node *tape_positions(struct tape *t, struct node *x,
                            const struct segments *seg, const int *first)
{
    struct node *y = tape_node(t, &positions, x->rows, x->cols, &x, 1);
    size_t d = (size_t)x->cols;
    struct arena_mark m = arena_mark(t->arena);
    const float *signal = signals(t, last_position(seg, first), x->cols);

    for (int s = 0; s < seg->n; s++) {
        size_t from = seg->at[s] * d, n = (size_t)segment_len(seg, s) * d;
        const float *p = signal + (first ? first[s] : 0) * d;

        for (size_t i = 0; i < n; i++)
            y->val[from + i] = x->val[from + i] + p[i];
    }
    arena_rewind(t->arena, m);
    return y;
}
