/*
 * Sinusoidal positions, in the form of Tensor2Tensor's timing signal.
 */
#include "base/functions.h"
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
    double step = natural_log(10000.0) / (n > 1 ? n - 1 : 1);

    for (int j = 0; j < n; j++)
        rate[j] = (float)exponential(-step * j);
    return rate;
}

static int first_of(const int *first, int segment)
{
    return first ? first[segment] : 0;
}

/* Positions [first, end). */
struct stretch {
    int first, end;
};

/* Those that there are in any segment. */
static struct stretch used(const struct segments *seg, const int *first)
{
    struct stretch r = {0};

    for (int s = 0; s < seg->n; s++) {
        const int from = first_of(first, s), to = from + segment_len(seg, s);

        r.first = s == 0 || from < r.first ? from : r.first;
        r.end = to > r.end ? to : r.end;
    }
    return r;
}

/* Signals of positions in the width d; an odd last column holds 0. */
static float *signals(struct tape *t, struct stretch of, int d)
{
    const int half = d / 2;
    float *out = arena_floats(t->arena, (size_t)(of.end - of.first) * d);
    float *row = out;
    const float *rate = rates(t, half);

    for (int i = of.first; i < of.end; i++, row += d)
        for (int j = 0; j < half; j++) {
            double cosine, sine;

            cosine_sine((float)i * rate[j], &cosine, &sine);
            row[j] = (float)sine;
            row[half + j] = (float)cosine;
        }
    return out;
}

struct node *tape_positions(struct tape *t, struct node *x,
                            const struct segments *seg, const int *first)
{
    struct node *y = tape_node(t, &positions, x->rows, x->cols, &x, 1);
    size_t d = (size_t)x->cols;
    struct arena_mark m = arena_mark(t->arena);
    const struct stretch of = used(seg, first);

    if (t->dry)
        return y;
    const float *signal = signals(t, of, x->cols);

    for (int s = 0; s < seg->n; s++) {
        size_t from = seg->at[s] * d, n = (size_t)segment_len(seg, s) * d;
        const float *p = signal + (size_t)(first_of(first, s) - of.first) * d;

        for (size_t i = 0; i < n; i++)
            y->val[from + i] = x->val[from + i] + p[i];
    }
    arena_rewind(t->arena, m);
    return y;
}
