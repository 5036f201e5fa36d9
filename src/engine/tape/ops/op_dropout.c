/*
 * Inverted dropout, addressed by example: a segment's mask does not depend on
 * the grain that contains it.  Also layer dropout, addressed by batch.
 */
#include <assert.h>

#include "engine/kernel/team.h"
#include "engine/kernel/team_vector.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

static void dropout_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];

    (void)t;
    if (node_begin(x))
        team_mul(node_len(y), y->grad, y->saved[0], x->grad);
    else
        team_muladd(node_len(y), y->grad, y->saved[0], x->grad);
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

/* Arguments to compute the factors, segment by segment. */
struct factors {
    const struct tape *t;
    uint32_t site;
    float p;
    const struct segments *seg;
    const int *example;
    size_t width; /* of a row */
    float *m;
};

static void some_factors(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct factors *f = of;

    (void)scratch;
    for (int s = (int)from; s < (int)to; s++)
        random_dropout(f->t->dropout,
                       site_address(f->t, f->site, f->example[s]), f->p,
                       (size_t)segment_len(f->seg, s) * f->width,
                       f->m + (size_t)f->seg->at[s] * f->width);
}

/* The factors of x at the tape's next site. */
static float *factors(struct tape *t, const struct node *x, float p,
                      const struct segments *seg, const int *example)
{
    const struct factors f = {
        .t = t,
        .site = t->site++,
        .p = p,
        .seg = seg,
        .example = example,
        .width = (size_t)x->cols,
        .m = arena_floats_raw(t->arena, node_len(x)),
    };

    assert(segments_rows(seg) == x->rows);
    if (t->dry)
        return f.m;
    team_run(
        &(struct team_work){.n = (size_t)seg->n,
                            .total = 2 * TEAM_ELEMENT * (double)node_len(x),
                            .piece = some_factors,
                            .of = &f});
    return f.m;
}

struct node *tape_dropout(struct tape *t, struct node *x, float p,
                          const struct segments *seg, const int *example)
{
    if (p <= 0.0f)
        return x;
    if (!t->training) {
        t->site++;
        return x;
    }
    struct node *y = tape_node(t, &dropout, x->rows, x->cols, &x, 1);

    y->saved[0] = factors(t, x, p, seg, example);
    if (t->dry)
        return y;
    team_mul(node_len(x), x->val, y->saved[0], y->val);
    return y;
}

/* dX = dY and dZ = dY m, stored where they are the first contribution. */
static void residual_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0], *z = y->in[1];
    const float *restrict dy = y->grad, *restrict m = y->saved[0];
    size_t n = node_len(y);

    (void)t;
    if (z->grad && node_begin(z))
        team_mul(n, dy, m, z->grad);
    else if (z->grad)
        team_muladd(n, dy, m, z->grad);
    node_pass_back(y, x);
}

static const struct op residual = {
    .name = "residual",
    .backward = residual_backward,
    .begins = true,
};

struct node *tape_residual(struct tape *t, struct node *x, struct node *z,
                           float p, const struct segments *seg,
                           const int *example)
{
    if (p <= 0.0f || !t->training)
        return tape_add(t, x, tape_dropout(t, z, p, seg, example));
    struct node *y =
        tape_node(t, &residual, x->rows, x->cols, (struct node *[]){x, z}, 2);
    float *m = factors(t, z, p, seg, example);

    assert(x->rows == z->rows && x->cols == z->cols);
    y->saved[0] = m;
    if (t->dry)
        return y;
    team_mul_plus(node_len(y), z->val, m, x->val, y->val);
    return y;
}

/* One row of factors per segment, for all of its rows. */
struct shared_mask {
    struct segments seg; /* its bounds stay borrowed */
    const float *m;      /* [seg.n x cols] */
};

/* y (+)= x m, each row with its segment's factors. */
static void mask_rows(const struct node *y, const float *from, float *to,
                      bool adds)
{
    const struct shared_mask *k = y->args;
    const size_t n = (size_t)y->cols;

    for (int s = 0; s < k->seg.n; s++)
        for (int i = k->seg.at[s]; i < k->seg.at[s + 1]; i++)
            (adds ? vector_muladd : vector_mul)(n, from + (size_t)i * n,
                                                k->m + (size_t)s * n,
                                                to + (size_t)i * n);
}

static void columns_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];
    const bool first = node_begin(x);

    (void)t;
    mask_rows(y, y->grad, x->grad, !first);
}

static const struct op dropout_columns = {
    .name = "dropout_columns",
    .backward = columns_backward,
    .begins = true,
};

struct node *tape_dropout_columns(struct tape *t, struct node *x, float p,
                                  const struct segments *seg,
                                  const int *example)
{
    if (p <= 0.0f)
        return x;
    const uint32_t site = t->site++;

    if (!t->training)
        return x;
    const size_t n = (size_t)x->cols;
    struct node *y = tape_node(t, &dropout_columns, x->rows, x->cols, &x, 1);
    struct shared_mask *k = arena_alloc(t->arena, sizeof(*k));
    float *m = arena_floats_raw(t->arena, (size_t)seg->n * n);

    assert(segments_rows(seg) == x->rows);
    *k = (struct shared_mask){.seg = *seg, .m = m};
    y->args = k;
    if (t->dry)
        return y;
    for (int s = 0; s < seg->n; s++)
        random_dropout(t->dropout, site_address(t, site, example[s]), p, n,
                       m + (size_t)s * n);
    mask_rows(y, x->val, y->val, false);
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

    if (t->dry)
        return y;
    for (int s = 0; s < p->rows.n; s++) {
        size_t first = p->at[s * p->heads], end = p->at[(s + 1) * p->heads];

        random_dropout(t->dropout, site_address(t, site, example[s]), rate,
                       end - first, m + first);
    }
    team_mul(node_len(x), x->val, m, y->val);
    y->saved[0] = m;
    return y;
}

/* No example has this number. */
#define WHOLE_BATCH UINT32_MAX

struct sublayer tape_sublayer(struct tape *t, float p)
{
    if (p <= 0.0f)
        return (struct sublayer){.kept = true};
    const struct address at = {
        .step = t->step, .example = WHOLE_BATCH, .site = t->site++};

    return (struct sublayer){
        .kept = !t->training || t->dry ||
                random_real(t->dropout, at, 0) >= (double)p,
        .end = t->site + SUBLAYER_SITES,
    };
}

void tape_sublayer_end(struct tape *t, struct sublayer l)
{
    assert(!l.end || t->site <= l.end);
    if (l.end)
        t->site = l.end;
}
