#include "engine/attention/fused.h"

#include "engine/attention/fused_internal.h"
#include "engine/kernel/team.h"

/* A forward or backward pass over an attention; segments are independent. */
struct fused_pass {
    const struct tape *t;
    const struct fused_args *f;
    const struct node *y;
    fused_block_way *way;
    bool drops; /* draw the factors of dropout */
};

bool fused_keeps(const struct fused_args *f, int k)
{
    const unsigned char keep = f->kind->keep[k];

    return keep && (f->in.a || !(keep & KEPT_IF_BOTH)) &&
           (f->drops || !(keep & KEPT_IF_DROPPED));
}

/* Kept matrices are on the arena if a backward pass will follow. */
static struct fused_block block(const struct fused_args *f,
                                const struct node *y, int i,
                                struct arena *scratch)
{
    struct fused_block b = {.of = pairs_block(&f->kept, i),
                            .products = y->products,
                            .by_rows = f->in.by_rows,
                            .both = f->in.a != NULL,
                            .records = node_records(y),
                            .scratch = scratch};

    for (int k = 0; b.records && k < KEEP_MOST; k++)
        if (fused_keeps(f, k))
            b.keep[k] = y->saved[k] + f->kept.at[i];
    return b;
}

static void find_places(struct fused_args *f, struct arena *a)
{
    const struct attend *in = &f->in;
    size_t *at = arena_alloc(a, ((size_t)in->rows.n * (size_t)in->heads + 1) *
                                    sizeof(*at));

    f->kept = (struct pairs){in->rows, in->cols, in->heads, in->mask, at};
    at[0] = 0;
    for (int i = 0; i < pairs_blocks(&f->kept); i++) {
        const struct pair_block b = pairs_block(&f->kept, i);

        at[i + 1] = at[i] + fused_block_pairs(f, &b);
    }
}

static void make_room(struct tape *t, const struct fused_args *f,
                      struct node *y)
{
    const size_t len = pairs_len(&f->kept);

    for (int k = 0; node_records(y) && k < KEEP_MOST; k++)
        if (fused_keeps(f, k))
            y->saved[k] = arena_floats_raw(t->arena, len);
}

/* The factors of segment s, for all heads, with tape_pair_dropout()'s
 * addresses. */
static float *dropout_factors(const struct tape *t, const struct attend *in,
                              uint32_t site, int s, struct arena *scratch)
{
    size_t n = (size_t)segment_len(&in->rows, s) *
               (size_t)segment_len(&in->cols, s) * (size_t)in->heads;
    float *out = arena_floats_raw(scratch, n);
    struct address at = {t->step, (uint32_t)in->example[s], site};

    random_dropout(t->dropout, at, in->dropout, n, out);
    return out;
}

static void segment(const struct fused_pass *j, int s, struct arena *scratch)
{
    const struct fused_args *f = j->f;
    float *drop = NULL;
    const float *drop_cols = NULL;

    if (j->drops)
        drop = dropout_factors(j->t, &f->in, f->site, s, scratch);
    if (j->drops && f->kind->normalises && f->in.a)
        drop_cols = dropout_factors(j->t, &f->in, f->site + 1, s, scratch);
    for (int h = 0; h < f->in.heads; h++) {
        struct arena_mark mark = arena_mark(scratch);
        const int k = s * f->in.heads + h;
        struct fused_block b = block(f, j->y, k, scratch);
        struct fused_offsets p = fused_block_offsets(f, k);
        const size_t at = fused_block_len(&b) * (size_t)h;

        b.drop = drop ? drop + at : NULL;
        b.drop_cols = drop_cols ? drop_cols + at : NULL;
        j->way(f, j->y, &b, &p);
        arena_rewind(scratch, mark);
    }
}

static void segments(const void *of, size_t from, size_t to,
                     struct arena *scratch)
{
    for (int s = (int)from; s < (int)to; s++) {
        struct arena_mark mark = arena_mark(scratch);

        segment(of, s, scratch);
        arena_rewind(scratch, mark);
    }
}

/* Nanoseconds of a pair in the forward pass: two products and the kind's work.
 */
static double pair_cost(const struct fused_args *f)
{
    const double width = f->in.q->cols + f->in.b->cols;

    return (width / (f->kind->n_scale ? 8 : 24)) + 4 * f->in.heads;
}

static void each_segment(struct tape *t, const struct fused_pass *j,
                         double cost)
{
    const struct fused_args *f = j->f;
    const double pairs = (double)pairs_len(&f->kept) / f->in.heads;

    team_run(&(struct team_work){.n = (size_t)f->in.rows.n,
                                 .total = cost * pairs,
                                 .piece = segments,
                                 .of = j,
                                 .scratch = t->arena});
}

void fused_backward(struct tape *t, const struct node *y)
{
    const struct fused_args *f = y->args;
    const struct fused_pass j = {t, f, y, fused_block_backward, false};

    each_segment(t, &j, 2 * pair_cost(f));
}

/* Pairs of the largest block, or with at_once of the largest part of a block
 * that is computed at once. */
static size_t most_pairs(const struct fused_args *f, bool at_once)
{
    size_t most = 0;

    for (int k = 0; k < pairs_blocks(&f->kept); k += f->in.heads) {
        const struct pair_block b = pairs_block(&f->kept, k);
        const size_t pairs =
            at_once ? fused_block_strip_pairs(f, &b) : pair_block_len(&b);

        most = pairs > most ? pairs : most;
    }
    return most;
}

/* E and the columns' gradient of a block, and one matrix for the kind or the
 * rows. */
size_t fused_scratch(const struct node *y)
{
    return 3 * most_pairs(y->args, true);
}

/* Take and give back the memory of a forward pass: dropout's factors of a
 * segment, and a block's matrices that are not kept. */
static void forward_dry(struct tape *t, const struct fused_args *f,
                        const struct node *y)
{
    const struct arena_mark m = arena_mark(t->arena);
    const size_t factors =
        f->drops ? 2 * most_pairs(f, false) * (size_t)f->in.heads : 0;
    const size_t matrices =
        node_records(y) ? !fused_keeps(f, KEEP_ROWS) : KEEP_MOST;

    arena_floats_raw(t->arena, factors + matrices * most_pairs(f, true));
    arena_rewind(t->arena, m);
}

/*
 * A node has one value, so b_out is a separate node after that of a_out, and
 * the chain is one after both.  In the backward pass these two come first; then
 * their gradients are complete, except for what the chain adds to that of
 * b_out.  The op of a_out then uses all of them.
 */
static const struct op second = {.name = "attend_b"};
static const struct op third = {.name = "attend_chain"};

struct attended fused_attend(struct tape *t, const struct fused_kind *kind,
                             const void *conf, const struct attend *in)
{
    struct fused_args *f = arena_alloc(t->arena, sizeof(*f));
    struct node *inputs[] = {in->q, in->k, in->qn,     in->kn,
                             in->b, in->a, in->q_bias, in->k_bias};
    struct node *y = tape_node(t, &kind->op, in->q->rows, in->b->cols, inputs,
                               (int)(sizeof(inputs) / sizeof(*inputs)));

    *f = (struct fused_args){
        .kind = kind,
        .conf = conf,
        .in = *in,
        .e_scale = kind->e_scale(conf, in),
        .n_scale = kind->n_scale ? kind->n_scale(conf, in) : 0,
        .means = kind->means ? kind->means(conf) : MEANS_NONE,
        .drops = in->dropout > 0.0f && t->training,
        .site = t->site};
    if (in->dropout > 0.0f)
        t->site += kind->normalises && in->a ? 2 : 1;
    find_places(f, t->arena);
    if (in->a)
        f->b_out = tape_node(t, &second, in->k->rows, in->a->cols, &y, 1);
    if (in->chain)
        f->chain = tape_node(t, &third, in->q->rows, in->a->cols, &y, 1);
    y->args = f;
    make_room(t, f, y);
    if (t->dry)
        forward_dry(t, f, y);
    else
        each_segment(
            t, &(struct fused_pass){t, f, y, fused_block_forward, f->drops},
            pair_cost(f));
    return (struct attended){y, f->b_out, f->chain};
}
