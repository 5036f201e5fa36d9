#include "sweep/scheduler/scheduler.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/heap.h"
#include "base/numbers/random.h"

#define KIND(name) extern const struct scheduler_kind scheduler_##name;
#include "sweep/scheduler/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &scheduler_##name.is,
#include "sweep/scheduler/kinds.def"
#undef KIND
    NULL,
};

static const char *lacks(const struct kind *kind)
{
    const struct scheduler_kind *k = (const struct scheduler_kind *)kind;

    return k->rungs && !k->share    ? "share()"
           : k->rungs && !k->settle ? "settle()"
                                    : NULL;
}

const struct kinds scheduler_kinds = {
    .sort = "scheduler", .list = list, .lacks = lacks};

static const struct scheduler_kind *kind_of(const struct scheduler *r)
{
    return scheduler_kind_of(r->scheduler);
}

double rung_place(double share, double every)
{
    return every > 0 ? fmin(1, every * ceil(share / every - 1e-9)) : share;
}

void scheduler_release(struct scheduler *r)
{
    if (r->notes && kind_of(r)->release)
        kind_of(r)->release(r);
    free(r->trial);
    free(r->value);
    free(r->number);
    free(r->clone);
    *r = (struct scheduler){0};
}

bool scheduler_has_rungs(const struct scheduler *r)
{
    return r->scheduler && r->scheduler->kind && kind_of(r)->rungs;
}

int scheduler_rungs(const struct scheduler *r, long number)
{
    const int n = scheduler_has_rungs(r) ? kind_of(r)->rungs(r, number) : 0;

    return n < MAX_RUNGS ? n : MAX_RUNGS;
}

double scheduler_share(const struct scheduler *r, long number, int k)
{
    return kind_of(r)->share(r, number, k);
}

void scheduler_settle(struct scheduler *r, long number)
{
    kind_of(r)->settle(r, number);
}

double scheduler_part(const struct scheduler *r)
{
    return kind_of(r)->part ? kind_of(r)->part(r) : 0.5;
}

/* --- trials --------------------------------------------------------------- */

/* Change a trial. */
static void change(struct scheduler *r, long number,
                   const struct scheduler_trial *is)
{
    const struct scheduler_trial was = r->trial[number];

    r->trial[number] = *is;
    if (kind_of(r)->note)
        kind_of(r)->note(r, number, &was);
}

/* Make room for values of `room` trials at `width` rungs; existing values are
 * moved to their new places. */
static void make_room(struct scheduler *r, long room, int width)
{
    double *value = memory_new((size_t)(room * width + 1) * sizeof(*value));

    for (long i = 0; i < r->n; i++)
        for (int k = 0; k < r->width; k++)
            value[i * width + k] = r->value[i * r->width + k];
    free(r->value);
    r->value = value;
    r->width = width;
}

void scheduler_add(struct scheduler *r, bool out)
{
    const struct clone *b = scheduler_clone_at(r, r->n);
    const unsigned char rung = b ? (unsigned char)(b->rung + 1) : 0;
    const struct scheduler_trial is = {
        .out = out, .rung = rung, .passed = rung, .goal = NAN};
    const long room = r->room;

    GROW(r->trial, r->n, r->room);
    if (r->room > room)
        make_room(r, r->room, r->width);
    r->trial[r->n++] = (struct scheduler_trial){.out = true, .goal = NAN};
    change(r, r->n - 1, &is);
}

void scheduler_pause(struct scheduler *r, long number, double value)
{
    struct scheduler_trial is = r->trial[number];

    assert(is.rung < MAX_RUNGS);
    if (is.rung == r->width)
        make_room(r, r->room, is.rung + 1);
    r->value[number * r->width + is.rung++] = value;
    is.out = is.over = false;
    is.decision = DECISION_WAIT;
    change(r, number, &is);
}

void scheduler_leave(struct scheduler *r, long number,
                     const struct scheduler_trial *end)
{
    struct scheduler_trial is = r->trial[number];

    is.out = end->out;
    is.over = end->over;
    is.goal = end->goal;
    if (is.decision == DECISION_WAIT)
        is.decision = DECISION_NONE;
    change(r, number, &is);
}

void scheduler_decide(struct scheduler *r, long i, enum decision decision)
{
    struct scheduler_trial is = r->trial[i];

    assert(is.decision == DECISION_WAIT);
    is.decision = decision;
    is.passed += decision == DECISION_PROMOTE;
    change(r, i, &is);
    GROW(r->number, r->decided, r->decided_room);
    r->number[r->decided++] = i;
}

static double value_of(const struct scheduler *r, long i,
                       const struct scheduler_trial *t, int k)
{
    const struct clone *b = scheduler_clone_at(r, i);

    if (b && k <= b->rung)
        return NAN;
    return k < t->rung ? r->value[i * r->width + k]
           : t->over   ? t->goal
                       : (double)NAN;
}

double scheduler_value(const struct scheduler *r, long i, int k)
{
    return value_of(r, i, &r->trial[i], k);
}

/* --- clones --------------------------------------------------------------- */

void scheduler_clone(struct scheduler *r, struct clone b)
{
    GROW(r->clone, r->clones, r->clones_room);
    r->clone[r->clones++] = b;
}

const struct clone *scheduler_clone_at(const struct scheduler *r, long number)
{
    const long i = number - r->all;

    return i >= 0 && i < r->clones ? &r->clone[i] : NULL;
}

struct assignment scheduler_explore(const struct scheduler *r,
                                    const struct space *s, long number,
                                    const struct assignment *parent)
{
    const struct clone *b = scheduler_clone_at(r, number);
    struct assignment a = assignment_copy(s, parent);

    if (a.from)
        assignment_release(s, a.from);
    free(a.from);
    a.number = number;
    assignment_begin(s, &a, parent, scheduler_share(r, b->parent, b->rung));
    kind_of(r)->explore(r, s, number, &a);
    assignment_settle(s, &a);
    return a;
}

/* --- values --------------------------------------------------------------- */

bool scheduler_differs(const struct scheduler *r, long i,
                       const struct scheduler_trial *was, int k)
{
    const double x = value_of(r, i, was, k), y = scheduler_value(r, i, k);

    return x != y && !(isnan(x) && isnan(y));
}

uint32_t scheduler_tie_break(const struct scheduler *r, long i)
{
    const struct address at = {.example = (uint32_t)i};

    return r->conduct_1
               ? 0
               : random_word(random_key((uint64_t)r->seed, "lots"), at, 0);
}

bool scheduler_better(const struct scheduler *r, double x, double y)
{
    return heap_better(r->maximize, x, y);
}
