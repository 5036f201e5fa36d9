/*
 * transformer_recurrence.c - how a stack is run: once, or in steps with the
 * same layers (Dehghani et al. 2018), where each step adds positions and a
 * vector of its own.
 *
 * With halting, each position halts separately (Graves 2016), in the form of
 * Tensor2Tensor.  In step n its state before the step gives a probability
 * p_n = sigmoid(x_n w + b).  It halts in the first step N in which the sum of
 * these exceeds 1 - halting_rest.  Its output combines its states after the
 * steps:
 *
 *     y_0 = 0,  y_n = u_n x_(n+1) + (1 - u_n) y_(n-1)
 *     u_n = p_n for n < N,  u_N = R = 1 - sum of p_n for n < N
 *
 * The ponder cost of a position is N + R; only R has a gradient.  Its state
 * continues after step N, because other positions still attend to it, but this
 * does not change y.
 */
#include <math.h>
#include <string.h>

#include "engine/model/transformer.h"

/* For each position, all [rows x 1]. */
struct halting {
    struct node *sum;       /* of probabilities so far */
    struct node *remainder; /* R, or 0 */
    struct node *updates;   /* number of steps so far */
    struct node *y;         /* [rows x hidden] */
    bool *has_halted;       /* [rows] */
};

static struct halting halting_begin(struct tape *t, int rows, int width)
{
    bool *none = arena_alloc(t->arena, (size_t)rows + 1);

    for (int i = 0; i < rows && !t->dry; i++)
        none[i] = false;
    return (struct halting){.has_halted = none,
                            .sum = tape_constant(t, rows, 1),
                            .remainder = tape_constant(t, rows, 1),
                            .updates = tape_constant(t, rows, 1),
                            .y = tape_constant(t, rows, width)};
}

/* 1 or 0: positions that continue after this step, and positions that halt in
 * it. */
struct halting_masks {
    struct node *on, *halting;
};

static struct halting_masks turn_out(struct tape *t,
                                     const struct transformer *f,
                                     struct halting *h, const struct node *p)
{
    const float most = (float)(1 - f->halting.rest);
    const struct halting_masks who = {.on = tape_constant(t, p->rows, 1),
                                      .halting = tape_constant(t, p->rows, 1)};

    for (int i = 0; i < p->rows && !t->dry; i++) {
        const bool ran = !h->has_halted[i];
        const bool goes_on = h->sum->val[i] + p->val[i] <= most;

        who.on->val[i] = ran && goes_on;
        who.halting->val[i] = ran && !goes_on;
        h->has_halted[i] = !(ran && goes_on);
    }
    return who;
}

/* Compute u_n of this step, and update the sums. */
static struct node *halting_step(struct tape *t, const struct model *m,
                                 const struct stack *stack, struct halting *h,
                                 struct node *x)
{
    struct node *p =
        tape_sigmoid(t, linear_apply(t, &m->params, stack->again.halt, x));
    const struct halting_masks who = turn_out(t, m->own, h, p);
    struct node *goes = tape_mul(t, p, who.on), *rest;

    h->sum = tape_add(t, h->sum, goes);
    rest = tape_mul(t, tape_affine(t, h->sum, -1.0f, 1.0f), who.halting);
    h->remainder = tape_add(t, h->remainder, rest);
    h->updates = tape_add(t, h->updates, tape_add(t, who.on, who.halting));
    return tape_add(t, goes, rest);
}

/* Repeat the number of each row in all columns. */
static struct node *widen(struct tape *t, struct node *x, int cols)
{
    struct node *ones = tape_constant(t, 1, cols);

    for (int i = 0; i < cols && !t->dry; i++)
        ones->val[i] = 1.0f;
    return tape_linear(t, x, ones, NULL);
}

static bool all_have_halted(const struct tape *t, const struct halting *h)
{
    for (int i = 0; i < h->y->rows && !t->dry; i++)
        if (!h->has_halted[i])
            return false;
    return !t->dry;
}

/* The vector of a step is scaled as that of a word, so it learns as fast. */
static struct node *add_signals(struct tape *t, const struct model *m,
                                const struct stack *stack,
                                const struct stream *s, int step,
                                const int *first)
{
    const int rows = s->x->rows;
    const float scale = sqrtf((float)s->x->cols);
    int32_t *id = arena_alloc(t->arena, (size_t)rows * sizeof(*id) + 1);
    struct node *table = params_node(t, &m->params, stack->again.step);

    for (int i = 0; i < rows && !t->dry; i++)
        id[i] = step;
    struct node *x = tape_positions(t, s->x, &s->seg, first);

    return tape_add(t, x, tape_lookup(t, table, id, rows, scale));
}

static struct node *one_step(struct tape *t, const struct model *m,
                             const struct stack *stack, struct stream s,
                             int step, const struct stack_pass *c)
{
    const struct transformer *f = m->own;

    for (int i = 0; i < f->layers; i++)
        s.x = c->layer(t, m, &stack->block[i], step * f->layers + i, s,
                       c->context);
    return s.x;
}

/* Run all steps.  Dropout is addressed by the step; what follows the stack has
 * the addresses after the greatest number of steps, even if all positions halt
 * before. */
static struct node *all_steps(struct tape *t, const struct model *m,
                              const struct stack *stack, struct stream s,
                              const struct stack_pass *c, struct halting *h)
{
    const struct transformer *f = m->own;
    const uint32_t first = t->site;
    uint32_t sites = 0;
    bool over = false;

    for (int step = 0; step < f->steps && !over; step++) {
        struct node *u = NULL;

        s.x = add_signals(t, m, stack, &s, step, c->first);
        if (f->halting.halts)
            u = halting_step(t, m, stack, h, s.x);
        s.x = one_step(t, m, stack, s, step, c);
        if (f->halting.halts)
            h->y = tape_gate(t, widen(t, u, f->hidden), s.x, h->y);
        if (step == 0)
            sites = t->site - first;
        over = f->halting.halts && !c->all && all_have_halted(t, h);
    }
    t->site = first + sites * (uint32_t)f->steps;
    return f->halting.halts ? h->y : s.x;
}

struct node *transformer_stack_pass(struct tape *t, const struct model *m,
                                    const struct stack *stack, struct stream s,
                                    const struct stack_pass *c,
                                    struct node **ponder)
{
    const struct transformer *f = m->own;
    struct halting h = {0};
    struct node *y;

    if (f->halting.halts)
        h = halting_begin(t, s.x->rows, f->hidden);
    y = f->steps ? all_steps(t, m, stack, s, c, &h)
                 : one_step(t, m, stack, s, 0, c);
    if (ponder)
        *ponder = f->halting.halts ? tape_add(t, h.updates, h.remainder) : NULL;
    return norm_apply(t, &m->params, stack->norm, y);
}

struct node *transformer_ponder(struct tape *t, struct node *ponder,
                                const float *weight)
{
    int *at = arena_ints(t->arena, 2);
    struct node *by = tape_constant(t, ponder->rows, 1);

    at[0] = 0;
    at[1] = ponder->rows;
    if (!t->dry)
        memcpy(by->val, weight, (size_t)ponder->rows * sizeof(*weight));
    return tape_segment_pool(t, ponder, by, &(struct segments){1, at});
}
