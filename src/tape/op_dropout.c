/*
 * Inverted dropout, addressed by example: a segment's mask is the same
 * whichever grain the segment is in.
 */
#include <assert.h>

#include "kernel/vector.h"
#include "tape/ops.h"

static void dropout_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];

    (void)t;
    if (node_begin(x))
        vector_mul(node_len(y), y->grad, y->saved[0], x->grad);
    else
        vector_muladd(node_len(y), y->grad, y->saved[0], x->grad);
}

static const struct op dropout = {
    .name = "dropout",
    .backward = dropout_backward,
    .begins = true,
};

/* The address of segment s at the tape's current site. */
static struct address site_address(const struct tape *t, uint32_t site,
                                   int example)
{
    return (struct address){
        .step = t->step, .example = (uint32_t)example, .site = site};
}

struct node *tape_dropout(struct tape *t, struct node *x, float p,
                          const struct segments *seg, const int *example)
{
    if (p <= 0.0f)
        return x;
    uint32_t site = t->site++;

    if (!t->training)
        return x;
    struct node *y = tape_node(t, &dropout, x->rows, x->cols, &x, 1);
    size_t d = (size_t)x->cols;
    float *m = arena_floats_raw(t->arena, node_len(x));

    assert(segments_rows(seg) == x->rows);
    for (int s = 0; s < seg->n; s++)
        random_dropout(t->dropout, site_address(t, site, example[s]), p,
                       (size_t)segment_len(seg, s) * d, m + seg->at[s] * d);
    vector_mul(node_len(x), x->val, m, y->val);
    y->saved[0] = m;
    return y;
}

struct node *tape_pair_dropout(struct tape *t, const struct pairs *p,
                               struct node *x, float rate, const int *example)
{
    if (rate <= 0.0f)
        return x;
    uint32_t site = t->site++;

    if (!t->training)
        return x;
    struct node *y = tape_node(t, &dropout, x->rows, x->cols, &x, 1);
    float *m = arena_floats_raw(t->arena, node_len(x));

    for (int s = 0; s < p->rows.n; s++) {
        size_t first = p->at[s * p->heads], end = p->at[(s + 1) * p->heads];

        random_dropout(t->dropout, site_address(t, site, example[s]), rate,
                       end - first, m + first);
    }
    vector_mul(node_len(x), x->val, m, y->val);
    y->saved[0] = m;
    return y;
}
