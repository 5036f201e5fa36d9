/*
 * Sinusoidal positions, in the form of Tensor2Tensor's timing signal.
 */
#include <assert.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

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
struct position_range {
    int first, end;
};

/* The positions that occur in any segment. */
static struct position_range used(const struct segments *seg, const int *first)
{
    struct position_range r = {0};

    for (int s = 0; s < seg->n; s++) {
        const int from = first_of(first, s), to = from + segment_len(seg, s);

        r.first = s == 0 || from < r.first ? from : r.first;
        r.end = to > r.end ? to : r.end;
    }
    return r;
}

/* Signals of positions, d wide; if d is odd the last column is 0. */
static void signals(struct tape *t, struct position_range of, int d, float *out)
{
    const int half = d / 2;
    const struct arena_mark m = arena_mark(t->arena);
    const float *rate = rates(t, half);

    memset(out, 0, (size_t)(of.end - of.first) * (size_t)d * sizeof(*out));
    for (int i = of.first; i < of.end; i++, out += d)
        for (int j = 0; j < half; j++) {
            double cosine, sine;

            cosine_sine((float)i * rate[j], &cosine, &sine);
            out[j] = (float)sine;
            out[half + j] = (float)cosine;
        }
    arena_rewind(t->arena, m);
}

/* y = x plus a signal in each row; `signal` begins with position `from`. */
struct position_sum {
    const struct node *y;
    const float *signal;
    struct segments seg;
    const int *first;
    int from;
};

static void sum_segments(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct position_sum *k = of;
    const size_t d = (size_t)k->y->cols;

    (void)scratch;
    for (int s = (int)from; s < (int)to; s++) {
        const size_t at = (size_t)k->seg.at[s] * d;
        const size_t skip = (size_t)(first_of(k->first, s) - k->from);

        vector_plus((size_t)segment_len(&k->seg, s) * d, k->y->in[0]->val + at,
                    k->signal + skip * d, k->y->val + at);
    }
}

static void add_signals(const struct position_sum *k)
{
    team_run(&(struct team_work){.n = (size_t)k->seg.n,
                                 .total = TEAM_ELEMENT * (double)node_len(k->y),
                                 .piece = sum_segments,
                                 .of = k});
}

struct node *tape_positions(struct tape *t, struct node *x,
                            const struct segments *seg, const int *first)
{
    struct node *y = tape_node(t, &positions, x->rows, x->cols, &x, 1);
    const struct arena_mark m = arena_mark(t->arena);
    const struct position_range of = used(seg, first);
    float *signal = arena_floats_raw(t->arena, (size_t)(of.end - of.first) *
                                                   (size_t)x->cols);

    if (!t->dry) {
        signals(t, of, x->cols, signal);
        add_signals(&(struct position_sum){y, signal, *seg, first, of.first});
    }
    arena_rewind(t->arena, m);
    return y;
}

struct node *tape_signals(struct tape *t, int n, int d)
{
    struct node *y = tape_constant(t, n, d);

    if (!t->dry)
        signals(t, (struct position_range){0, n}, d, y->val);
    return y;
}

struct node *tape_add_signals(struct tape *t, struct node *x,
                              const struct node *signals,
                              const struct segments *seg)
{
    struct node *y = tape_node(t, &positions, x->rows, x->cols, &x, 1);

    assert(signals->cols == x->cols && segments_longest(seg) <= signals->rows);
    if (!t->dry)
        add_signals(&(struct position_sum){y, signals->val, *seg, NULL, 0});
    return y;
}
