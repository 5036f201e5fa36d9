/*
 * Three factorisation machines over pairs of rows, fused: their inputs, z = [x;
 * y; x - y; x * y], are computed for a block of rows at a time, and again for
 * the gradient.
 */
#include <assert.h>
#include <string.h>

#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

#define BLOCK 64 /* rows, so that their z stays in the cache */

enum { IN_X, IN_Y, IN_MACHINES, PER_MACHINE = 3 };
enum { FACTORS, WEIGHT, BIAS };

/* The columns of z that a machine reads; d is the width of x. */
struct columns {
    size_t at, n;
};

static struct columns columns_of(size_t d, int machine)
{
    switch (machine) {
    case FACTORED_BOTH:
        return (struct columns){0, 2 * d};
    case FACTORED_DIFFERENCE:
        return (struct columns){2 * d, d};
    default:
        return (struct columns){3 * d, d};
    }
}

static size_t width(const struct node *out)
{
    return (size_t)out->in[IN_X]->cols;
}

static const struct node *part(const struct node *out, int machine, int which)
{
    return out->in[IN_MACHINES + PER_MACHINE * machine + which];
}

static size_t factors(const struct node *out)
{
    return (size_t)part(out, 0, FACTORS)->cols;
}

/* One pass over rows. */
struct pass {
    const struct node *out;
    const float *squares; /* [4 d] sums over factors of v^2 */
    float *p;             /* z V [rows x 3 factors]; NULL: not stored */
};

static void make_z(const struct node *out, size_t from, size_t n, float *z)
{
    const size_t d = width(out);

    for (size_t i = 0; i < n; i++, z += 4 * d) {
        const float *x = out->in[IN_X]->val + (from + i) * d;
        const float *y = out->in[IN_Y]->val + (from + i) * d;

        memcpy(z, x, d * sizeof(*z));
        memcpy(z + d, y, d * sizeof(*z));
        vector_minus(d, x, y, z + 2 * d);
        vector_mul(d, x, y, z + 3 * d);
    }
}

static void sum_squares(const struct node *out, float *squares)
{
    const size_t f = factors(out);

    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(width(out), m);
        const float *v = part(out, m, FACTORS)->val;

        for (size_t k = 0; k < c.n; k++)
            squares[c.at + k] = vector_dot(f, v + k * f, v + k * f);
    }
}

/* --- forward -------------------------------------------------------------- */

/* One row of the result; `line` [4 d] is scratch. */
static void add_up(const struct pass *s, const float *z, const float *p,
                   float *line, float *out)
{
    const size_t d = width(s->out), f = factors(s->out);

    vector_mul(4 * d, z, z, line);
    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(d, m);
        const float *q = p + (size_t)m * f;
        const float pairs =
            vector_dot(f, q, q) -
            vector_dot(c.n, line + c.at, s->squares + c.at);

        out[m] = part(s->out, m, BIAS)->val[0] +
                 vector_dot(c.n, z + c.at, part(s->out, m, WEIGHT)->val) +
                 0.5f * pairs;
    }
}

static void forward_block(const struct pass *s, size_t from, size_t n, float *z,
                          float *p)
{
    const struct node *out = s->out;
    const size_t d = width(out), f = factors(out);
    float *line = z + BLOCK * 4 * d;

    make_z(out, from, n, z);
    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(d, m);

        gemm(out->products, 'n', 'n', (int)n, (int)f, (int)c.n, 1.0f, z + c.at,
             (int)(4 * d), part(out, m, FACTORS)->val, (int)f, 0.0f,
             p + (size_t)m * f, (int)(FACTORED * f));
    }
    for (size_t i = 0; i < n; i++)
        add_up(s, z + i * 4 * d, p + i * FACTORED * f, line,
               out->val + (from + i) * FACTORED);
}

static void forward_rows(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct pass *s = of;
    const size_t d = width(s->out), all = FACTORED * factors(s->out);
    float *z = arena_floats_raw(scratch, (BLOCK + 1) * 4 * d);
    float *own = s->p ? NULL : arena_floats_raw(scratch, BLOCK * all);

    for (size_t i = from; i < to; i += BLOCK)
        forward_block(s, i, to - i < BLOCK ? to - i : BLOCK, z,
                      own ? own : s->p + i * all);
}

/* --- backward ------------------------------------------------------------- */

/* q = dy p, row by row and machine by machine. */
static void scale_p(const struct pass *s, size_t from, size_t n, float *q)
{
    const size_t f = factors(s->out);

    for (size_t i = 0; i < n * FACTORED; i++)
        vector_scale(f, s->out->grad[from * FACTORED + i],
                     s->p + (from * FACTORED + i) * f, q + i * f);
}

/* dz = dy (w - c * z) + q V^T, in place of z. */
static void make_dz(const struct pass *s, size_t from, size_t n, const float *q,
                    float *z)
{
    const struct node *out = s->out;
    const size_t d = width(out), f = factors(out);

    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(d, m);
        const float *w = part(out, m, WEIGHT)->val, *r = s->squares + c.at;

        for (size_t i = 0; i < n; i++) {
            const float dy = out->grad[(from + i) * FACTORED + (size_t)m];
            float *at = z + i * 4 * d + c.at;

            vector_mul(c.n, r, at, at);
            vector_minus(c.n, w, at, at);
            vector_scale(c.n, dy, at, at);
        }
        gemm(out->products, 'n', 't', (int)n, (int)c.n, (int)f, 1.0f,
             q + (size_t)m * f, (int)(FACTORED * f),
             part(out, m, FACTORS)->val, (int)f, 1.0f, z + c.at, (int)(4 * d));
    }
}

/* From dz = [da; db; dd; dp]: dx += da + dd + y * dp, dy += db - dd + x *
 * dp. */
static void give_row(const struct node *out, size_t i, const float *dz)
{
    const struct node *x = out->in[IN_X], *y = out->in[IN_Y];
    const size_t d = width(out), at = i * d;

    if (x->grad) {
        vector_add(d, dz, x->grad + at);
        vector_add(d, dz + 2 * d, x->grad + at);
        vector_muladd(d, dz + 3 * d, y->val + at, x->grad + at);
    }
    if (y->grad) {
        vector_add(d, dz + d, y->grad + at);
        vector_axpy(d, -1.0f, dz + 2 * d, y->grad + at);
        vector_muladd(d, dz + 3 * d, x->val + at, y->grad + at);
    }
}

static void give_inputs(const void *of, size_t from, size_t to,
                       struct arena *scratch)
{
    const struct pass *s = of;
    const size_t d = width(s->out), f = factors(s->out);
    float *z = arena_floats_raw(scratch, BLOCK * 4 * d);
    float *q = arena_floats_raw(scratch, BLOCK * FACTORED * f);

    for (size_t i = from; i < to; i += BLOCK) {
        const size_t n = to - i < BLOCK ? to - i : BLOCK;

        make_z(s->out, i, n, z);
        scale_p(s, i, n, q);
        make_dz(s, i, n, q, z);
        for (size_t k = 0; k < n; k++)
            give_row(s->out, i + k, z + k * 4 * d);
    }
}

/* dw += dy z, db += dy, and the sums of dy z^2 that dV needs.  Replaces z by
 * its squares. */
static void give_machines_row(const struct pass *s, size_t row, float *z,
                           float *square_sums)
{
    const size_t d = width(s->out);

    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(d, m);
        const struct node *w = part(s->out, m, WEIGHT);
        const struct node *b = part(s->out, m, BIAS);
        const float dy = s->out->grad[row * FACTORED + (size_t)m];

        if (b->grad)
            b->grad[0] += dy;
        if (w->grad)
            vector_axpy(c.n, dy, z + c.at, w->grad);
        vector_mul(c.n, z + c.at, z + c.at, z + c.at);
        vector_axpy(c.n, dy, z + c.at, square_sums + c.at);
    }
}

static void give_machines_block(const struct pass *s, size_t from, size_t n,
                             float *z, float *q, float *square_sums)
{
    const struct node *out = s->out;
    const size_t d = width(out), f = factors(out);

    make_z(out, from, n, z);
    scale_p(s, from, n, q);
    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(d, m);
        const struct node *v = part(out, m, FACTORS);

        if (v->grad)
            gemm(out->products, 't', 'n', (int)c.n, (int)f, (int)n, 1.0f,
                 z + c.at, (int)(4 * d), q + (size_t)m * f,
                 (int)(FACTORED * f), 1.0f, v->grad, (int)f);
    }
    for (size_t i = 0; i < n; i++)
        give_machines_row(s, from + i, z + i * 4 * d, square_sums);
}

/* Sums over the rows, in order. */
static void give_machines(const struct pass *s, struct arena *a)
{
    const struct node *out = s->out;
    const size_t d = width(out), f = factors(out), rows = (size_t)out->rows;
    float *z = arena_floats_raw(a, BLOCK * 4 * d);
    float *q = arena_floats_raw(a, BLOCK * FACTORED * f);
    float *square_sums = arena_floats(a, 4 * d);

    for (size_t i = 0; i < rows; i += BLOCK)
        give_machines_block(s, i, rows - i < BLOCK ? rows - i : BLOCK, z, q,
                         square_sums);
    for (int m = 0; m < FACTORED; m++) {
        const struct columns c = columns_of(d, m);
        const struct node *v = part(out, m, FACTORS);

        for (size_t k = 0; v->grad && k < c.n; k++)
            vector_axpy(f, -square_sums[c.at + k], v->val + k * f,
                        v->grad + k * f);
    }
}

/* --- the op --------------------------------------------------------------- */

static void run(const struct pass *s, team_piece *piece, double times,
                struct arena *scratch)
{
    const double products =
        (double)s->out->rows * 4.0 * (double)(width(s->out) * factors(s->out));

    team_run(&(struct team_work){.n = (size_t)s->out->rows,
                                 .step = BLOCK,
                                 .total = times * TEAM_PRODUCT * products,
                                 .piece = piece,
                                 .of = s,
                                 .scratch = scratch});
}

static size_t back_scratch(const struct node *out)
{
    return BLOCK * (4 * width(out) + FACTORED * factors(out)) + 4 * width(out);
}

static void backward(struct tape *t, const struct node *out)
{
    const struct pass s = {out, out->saved[0], out->saved[1]};

    if (out->in[IN_X]->grad || out->in[IN_Y]->grad)
        run(&s, give_inputs, 1.5, t->arena);
    give_machines(&s, t->arena);
}

static const struct op factorisation = {
    .name = "factorisation",
    .backward = backward,
    .scratch = back_scratch,
};

static void take_machine(const struct node *x, int machine,
                         const struct factor_machine *of, struct node **in)
{
    const struct columns c = columns_of((size_t)x->cols, machine);

    assert((size_t)of->factors->rows == c.n && node_len(of->weight) == c.n);
    assert(node_len(of->bias) == 1);
    (void)c;
    in[FACTORS] = of->factors;
    in[WEIGHT] = of->weight;
    in[BIAS] = of->bias;
}

struct node *tape_factorisation(struct tape *t, struct node *x, struct node *y,
                                const struct factor_machine of[FACTORED])
{
    struct node *in[IN_MACHINES + PER_MACHINE * FACTORED] = {x, y};

    assert(x->rows == y->rows && x->cols == y->cols);
    for (int m = 0; m < FACTORED; m++)
        take_machine(x, m, &of[m], in + IN_MACHINES + PER_MACHINE * m);
    struct node *out = tape_node(t, &factorisation, x->rows, FACTORED, in,
                                 (int)(sizeof(in) / sizeof(*in)));
    const size_t all = FACTORED * factors(out);
    float *squares = arena_floats_raw(t->arena, 4 * width(out));

    if (node_records(out)) {
        out->saved[0] = squares;
        out->saved[1] = arena_floats_raw(t->arena, (size_t)x->rows * all);
    }
    const struct arena_mark m = arena_mark(t->arena);
    const struct pass s = {out, squares, out->saved[1]};

    if (t->dry) {
        arena_floats_raw(t->arena, (BLOCK + 1) * 4 * width(out) + BLOCK * all);
    } else {
        sum_squares(out, squares);
        run(&s, forward_rows, 1.0, t->arena);
    }
    arena_rewind(t->arena, m);
    return out;
}
