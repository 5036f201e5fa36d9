/*
 * Sums, means and ends of segments, rows repeated over segments, and two packed
 * matrices interleaved by segment.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

static float share(const struct segments *seg, int s, bool mean)
{
    return mean && segment_len(seg, s) ? 1.0f / segment_len(seg, s) : 1.0f;
}

/* A sum over segments, forward or backward. */
struct reduction {
    const struct node *y;
    const struct segments *seg;
    bool mean;
};

static void each_segment(const struct reduction *r, team_piece *piece)
{
    team_run(&(struct team_work){.n = (size_t)r->seg->n,
                                 .total = TEAM_ELEMENT *
                                          (double)node_len(r->y->in[0]),
                                 .piece = piece,
                                 .of = r});
}

static void segments_backward(const void *of, size_t from, size_t to,
                              struct arena *scratch)
{
    const struct reduction *r = of;
    const struct node *y = r->y;
    const size_t d = (size_t)y->cols;
    float *dx = y->in[0]->grad;

    (void)scratch;
    for (int s = (int)from; s < (int)to; s++)
        for (int i = r->seg->at[s]; i < r->seg->at[s + 1]; i++)
            vector_axpy(d, share(r->seg, s, r->mean), y->grad + s * d,
                        dx + i * d);
}

static void reduce_backward(const struct node *y, bool mean)
{
    const struct reduction r = {y, y->args, mean};

    each_segment(&r, segments_backward);
}

static void sum_backward(struct tape *t, const struct node *y)
{
    (void)t;
    reduce_backward(y, false);
}

static void mean_backward(struct tape *t, const struct node *y)
{
    (void)t;
    reduce_backward(y, true);
}

static const struct op segment_sum = {
    .name = "segment_sum",
    .backward = sum_backward,
};

static const struct op segment_mean = {
    .name = "segment_mean",
    .backward = mean_backward,
};

static void segments_forward(const void *of, size_t from, size_t to,
                             struct arena *scratch)
{
    const struct reduction *r = of;
    const struct node *x = r->y->in[0];
    const size_t d = (size_t)x->cols;

    (void)scratch;
    for (int s = (int)from; s < (int)to; s++) {
        float *row = r->y->val + (size_t)s * d;

        memset(row, 0, d * sizeof(float));
        for (int i = r->seg->at[s]; i < r->seg->at[s + 1]; i++)
            vector_add(d, x->val + i * d, row);
        if (r->mean)
            vector_scale(d, share(r->seg, s, true), row, row);
    }
}

static struct node *reduce(struct tape *t, const struct op *op, struct node *x,
                           const struct segments *seg, bool mean)
{
    struct node *y = tape_node(t, op, seg->n, x->cols, &x, 1);
    const struct reduction r = {y, seg, mean};

    assert(segments_rows(seg) == x->rows);
    y->args = segments_keep(t->arena, seg);
    if (!t->dry)
        each_segment(&r, segments_forward);
    return y;
}

struct node *tape_segment_sum(struct tape *t, struct node *x,
                              const struct segments *seg)
{
    return reduce(t, &segment_sum, x, seg, false);
}

struct node *tape_segment_mean(struct tape *t, struct node *x,
                               const struct segments *seg)
{
    return reduce(t, &segment_mean, x, seg, true);
}

static void repeat_backward_segments(const void *of, size_t from, size_t to,
                                     struct arena *scratch)
{
    const struct node *y = of;
    const struct segments *seg = y->args;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (int s = (int)from; s < (int)to; s++)
        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            vector_add(d, y->grad + (size_t)i * d,
                       y->in[0]->grad + (size_t)s * d);
}

static void repeat_segments(const void *of, size_t from, size_t to,
                            struct arena *scratch)
{
    const struct node *y = of;
    const struct segments *seg = y->args;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (int s = (int)from; s < (int)to; s++)
        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            memcpy(y->val + (size_t)i * d, y->in[0]->val + (size_t)s * d,
                   d * sizeof(float));
}

static void repeat_run(const struct node *y, team_piece *piece)
{
    team_run(&(struct team_work){.n = (size_t)y->in[0]->rows,
                                 .total = TEAM_ELEMENT * (double)node_len(y),
                                 .piece = piece,
                                 .of = y});
}

static void repeat_backward(struct tape *t, const struct node *y)
{
    (void)t;
    repeat_run(y, repeat_backward_segments);
}

static const struct op segment_repeat = {
    .name = "segment_repeat",
    .backward = repeat_backward,
};

struct node *tape_segment_repeat(struct tape *t, struct node *x,
                                 const struct segments *seg)
{
    struct node *y =
        tape_node(t, &segment_repeat, segments_rows(seg), x->cols, &x, 1);

    assert(x->rows == seg->n);
    y->args = segments_keep(t->arena, seg);
    if (!t->dry)
        repeat_run(y, repeat_segments);
    return y;
}

struct ends {
    struct segments seg; /* its bounds stay borrowed */
    size_t forward;      /* columns of the last row */
};

static void ends_backward(struct tape *t, const struct node *y)
{
    const struct ends *e = y->args;
    const size_t d = (size_t)y->cols, n = e->forward;

    (void)t;
    for (int s = 0; s < e->seg.n; s++) {
        const float *dy = y->grad + (size_t)s * d;
        float *first = y->in[0]->grad + (size_t)e->seg.at[s] * d;

        if (segment_len(&e->seg, s) == 0)
            continue;
        vector_add(n, dy, first + (size_t)(segment_len(&e->seg, s) - 1) * d);
        vector_add(d - n, dy + n, first + n);
    }
}

static const struct op segment_ends = {
    .name = "segment_ends",
    .backward = ends_backward,
};

static void copy_ends(const struct node *y, const struct ends *e)
{
    const size_t d = (size_t)y->cols, n = e->forward;

    for (int s = 0; s < e->seg.n; s++) {
        const float *first = y->in[0]->val + (size_t)e->seg.at[s] * d;
        float *to = y->val + (size_t)s * d;

        memset(to, 0, d * sizeof(float));
        if (segment_len(&e->seg, s) == 0)
            continue;
        memcpy(to, first + (size_t)(segment_len(&e->seg, s) - 1) * d,
               n * sizeof(float));
        memcpy(to + n, first + n, (d - n) * sizeof(float));
    }
}

struct node *tape_segment_ends(struct tape *t, struct node *x,
                               const struct segments *seg, int forward)
{
    struct node *y = tape_node(t, &segment_ends, seg->n, x->cols, &x, 1);
    struct ends *e = arena_alloc(t->arena, sizeof(*e));

    assert(segments_rows(seg) == x->rows);
    assert(forward >= 0 && forward <= x->cols);
    *e = (struct ends){.seg = *seg, .forward = (size_t)forward};
    y->args = e;
    if (!t->dry)
        copy_ends(y, e);
    return y;
}

struct segment_concat {
    struct segments a, b, both;
};

/* Add the rows of dY that came from x; in each segment they follow those of
 * `behind` (NULL: none). */
static void strand_backward(const struct node *y, struct node *x,
                            const struct segments *seg,
                            const struct segments *behind,
                            const struct segments *both)
{
    size_t d = (size_t)y->cols;

    if (!x->grad)
        return;
    for (int s = 0; s < seg->n; s++) {
        int from = both->at[s] + (behind ? segment_len(behind, s) : 0);

        vector_add((size_t)segment_len(seg, s) * d, y->grad + from * d,
                   x->grad + seg->at[s] * d);
    }
}

static void segment_concat_backward(struct tape *t, const struct node *y)
{
    const struct segment_concat *w = y->args;

    (void)t;
    strand_backward(y, y->in[0], &w->a, NULL, &w->both);
    strand_backward(y, y->in[1], &w->b, &w->a, &w->both);
}

static const struct op segment_concat = {.name = "segment_concat",
                                         .backward = segment_concat_backward};

struct node *tape_segment_concat(struct tape *t, struct node *a,
                                 const struct segments *sa, struct node *b,
                                 const struct segments *sb,
                                 struct segments *both)
{
    struct node *y = tape_node(t, &segment_concat, a->rows + b->rows, a->cols,
                               (struct node *[]){a, b}, 2);
    struct segment_concat *w = arena_alloc(t->arena, sizeof(*w));
    int *at = arena_ints(t->arena, (size_t)sa->n + 1);
    size_t d = (size_t)a->cols, row = d * sizeof(float);

    assert(a->cols == b->cols && sa->n == sb->n);
    for (int s = 0; s <= sa->n; s++)
        at[s] = sa->at[s] + sb->at[s];
    for (int s = 0; s < sa->n && !t->dry; s++) {
        int na = segment_len(sa, s), nb = segment_len(sb, s);
        float *to = y->val + at[s] * d;

        memcpy(to, a->val + sa->at[s] * d, na * row);
        memcpy(to + na * d, b->val + sb->at[s] * d, nb * row);
    }
    *both = (struct segments){.n = sa->n, .at = at};
    *w = (struct segment_concat){.a = *sa, .b = *sb, .both = *both};
    y->args = w;
    return y;
}
