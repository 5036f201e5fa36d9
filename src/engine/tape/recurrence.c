#include "engine/tape/recurrence.h"

#include <string.h>

#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/tape/linear.h"

const struct steps *recurrence_steps(struct tape *t, const struct segments *seg,
                                     bool reversed)
{
    struct steps *s = arena_alloc(t->arena, sizeof(*s));

    *s = steps_of(t->arena, seg, reversed);
    return s;
}

/* Compute the gates' sums of the lanes [from, to), for all their steps. */
static void fill_lanes(const struct recurrence *r, int from, int to)
{
    const struct steps *s = r->steps;

    for (int i = from; i < to; i++) {
        const int last = steps_row(s, i, s->rows[i] - 1);
        const int least = s->stride > 0 ? s->first[i] : last;

        linear_fill(r->y->in[0], least, least + s->rows[i]);
    }
}

static void some_lanes(const void *of, size_t from, size_t to,
                       struct arena *scratch)
{
    const struct recurrence *r = of;
    const int end = (int)to;

    for (int i = (int)from; i < end; i += RECURRENCE_LANES) {
        const struct arena_mark m = arena_mark(scratch);
        const int next =
            i + RECURRENCE_LANES < end ? i + RECURRENCE_LANES : end;

        if (r->fills)
            fill_lanes(r, i, next);
        r->lanes(r, i, next, scratch);
        arena_rewind(scratch, m);
    }
}

void recurrence_run(struct tape *t, const struct recurrence *r, size_t floats)
{
    const struct arena_mark m = arena_mark(t->arena);

    if (t->dry)
        arena_floats_raw(t->arena, floats);
    else
        team_run(&(struct team_work){
            .n = (size_t)r->steps->lanes,
            .step = gemm_rows_are_apart(r->y->products) ? RECURRENCE_LEAST
                                                        : RECURRENCE_LANES,
            .total = TEAM_PRODUCT * (double)node_len(r->y) * r->y->in[1]->cols,
            .piece = some_lanes,
            .of = r,
            .scratch = t->arena});
    arena_rewind(t->arena, m);
}

#define LONG 32 /* rows per lane from which products per group pay */

void recurrence_forward(struct tape *t, const struct node *y,
                        recurrence_lanes *lanes, size_t floats)
{
    const struct steps *s = y->args;
    const struct recurrence r = {.y = y,
                                 .steps = s,
                                 .fills = y->rows >= LONG * s->lanes,
                                 .lanes = lanes};

    if (!r.fills && !t->dry)
        linear_fill(y->in[0], 0, y->rows);
    recurrence_run(t, &r, floats);
}

size_t recurrence_scratch(const struct node *y, size_t floats)
{
    const size_t before = node_len(y) + (size_t)y->cols;

    return node_len(y->in[1]) + (floats > before ? floats : before);
}

const float *recurrence_before(const struct recurrence *r, const float *of,
                               int lane, int step, const float *zeros)
{
    return step == 0 ? zeros
                     : of + (size_t)steps_row(r->steps, lane, step - 1) *
                                (size_t)r->y->cols;
}

#define LINE 16 /* floats of a cache line */

static void bring_near(const float *p, size_t n)
{
    for (size_t i = 0; p && i < n; i += LINE)
        __builtin_prefetch(p + i);
}

void recurrence_bring(const struct recurrence *r, int lane, int step)
{
    const struct node *y = r->y, *gates = y->in[0];

    if (step < 0 || step >= r->steps->n || lane >= r->steps->active[step])
        return;
    const size_t row = (size_t)steps_row(r->steps, lane, step);
    const size_t w = (size_t)y->cols, n = (size_t)gates->cols;

    bring_near(gates->val + row * n, n);
    bring_near(y->val + row * w, w);
    bring_near(y->saved[0] ? y->saved[0] + row * w : NULL, w);
    bring_near(y->grad ? y->grad + row * w : NULL, w);
}

float *recurrence_all_before(struct arena *a, const struct recurrence *r)
{
    const size_t w = (size_t)r->y->cols;
    const float *zeros = arena_floats(a, w);
    float *before = arena_floats_raw(a, node_len(r->y));

    for (int step = 0; step < r->steps->n; step++)
        for (int lane = 0; lane < r->steps->active[step]; lane++)
            memcpy(before + (size_t)steps_row(r->steps, lane, step) * w,
                   recurrence_before(r, r->y->val, lane, step, zeros),
                   w * sizeof(float));
    return before;
}

#define BLOCK 16 /* rows at once, whose columns stay in the cache */

float *recurrence_turn(struct arena *a, const struct node *u)
{
    const size_t rows = (size_t)u->rows, cols = (size_t)u->cols;
    float *turned = arena_floats_raw(a, node_len(u));

    for (size_t i = 0; i < rows; i += BLOCK)
        for (size_t j = 0; j < cols; j++)
            for (size_t k = i; k < i + BLOCK && k < rows; k++)
                turned[j * rows + k] = u->val[k * cols + j];
    return turned;
}
