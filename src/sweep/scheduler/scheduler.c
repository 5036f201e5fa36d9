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

static const struct scheduler_kind *kind_of(const struct race *r)
{
    return scheduler_kind_of(r->scheduler);
}

double rung_place(double share, double every)
{
    return every > 0 ? fmin(1, every * ceil(share / every - 1e-9)) : share;
}

void race_release(struct race *r)
{
    if (r->notes && kind_of(r)->release)
        kind_of(r)->release(r);
    free(r->entrant);
    free(r->value);
    free(r->number);
    free(r->birth);
    *r = (struct race){0};
}

bool race_runs(const struct race *r)
{
    return r->scheduler && r->scheduler->kind && kind_of(r)->rungs;
}

int race_rungs(const struct race *r, long number)
{
    const int n = race_runs(r) ? kind_of(r)->rungs(r, number) : 0;

    return n < MAX_RUNGS ? n : MAX_RUNGS;
}

double race_share(const struct race *r, long number, int k)
{
    return kind_of(r)->share(r, number, k);
}

void race_settle(struct race *r, long number)
{
    kind_of(r)->settle(r, number);
}

double race_part(const struct race *r)
{
    return kind_of(r)->part ? kind_of(r)->part(r) : 0.5;
}

/* --- entrants ------------------------------------------------------------- */

/* It is this from now on. */
static void change(struct race *r, long number, const struct entrant *is)
{
    const struct entrant was = r->entrant[number];

    r->entrant[number] = *is;
    if (kind_of(r)->note)
        kind_of(r)->note(r, number, &was);
}

/* Room for values of `room` entrants at `width` rungs, those that are there
 * moved to where they belong. */
static void make_room(struct race *r, long room, int width)
{
    double *value = memory_new((size_t)(room * width + 1) * sizeof(*value));

    for (long i = 0; i < r->n; i++)
        for (int k = 0; k < r->width; k++)
            value[i * width + k] = r->value[i * r->width + k];
    free(r->value);
    r->value = value;
    r->width = width;
}

void race_enter(struct race *r, bool out)
{
    const struct birth *b = race_birth(r, r->n);
    const unsigned char rung = b ? (unsigned char)(b->rung + 1) : 0;
    const struct entrant is = {
        .out = out, .rung = rung, .passed = rung, .goal = NAN};
    const long room = r->room;

    GROW(r->entrant, r->n, r->room);
    if (r->room > room)
        make_room(r, r->room, r->width);
    r->entrant[r->n++] = (struct entrant){.out = true, .goal = NAN};
    change(r, r->n - 1, &is);
}

void race_pause(struct race *r, long number, double value)
{
    struct entrant is = r->entrant[number];

    assert(is.rung < MAX_RUNGS);
    if (is.rung == r->width)
        make_room(r, r->room, is.rung + 1);
    r->value[number * r->width + is.rung++] = value;
    is.out = is.over = false;
    is.ruling = RULING_WAIT;
    change(r, number, &is);
}

void race_leave(struct race *r, long number, const struct entrant *end)
{
    struct entrant is = r->entrant[number];

    is.out = end->out;
    is.over = end->over;
    is.goal = end->goal;
    if (is.ruling == RULING_WAIT)
        is.ruling = RULING_NONE;
    change(r, number, &is);
}

void race_rule(struct race *r, long i, enum ruling ruling)
{
    struct entrant is = r->entrant[i];

    assert(is.ruling == RULING_WAIT);
    is.ruling = ruling;
    is.passed += ruling == RULING_GO_ON;
    change(r, i, &is);
    GROW(r->number, r->ruled, r->ruled_room);
    r->number[r->ruled++] = i;
}

static double value_of(const struct race *r, long i, const struct entrant *t,
                       int k)
{
    const struct birth *b = race_birth(r, i);

    if (b && k <= b->rung)
        return NAN;
    return k < t->rung ? r->value[i * r->width + k]
           : t->over   ? t->goal
                       : (double)NAN;
}

double race_value(const struct race *r, long i, int k)
{
    return value_of(r, i, &r->entrant[i], k);
}

/* --- births --------------------------------------------------------------- */

void race_bear(struct race *r, struct birth b)
{
    GROW(r->birth, r->born, r->born_room);
    r->birth[r->born++] = b;
}

const struct birth *race_birth(const struct race *r, long number)
{
    const long i = number - r->all;

    return i >= 0 && i < r->born ? &r->birth[i] : NULL;
}

struct assignment race_explore(const struct race *r, const struct space *s,
                               long number, const struct assignment *parent)
{
    const struct birth *b = race_birth(r, number);
    struct assignment a = assignment_copy(s, parent);

    if (a.from)
        assignment_release(s, a.from);
    free(a.from);
    a.number = number;
    assignment_begin(s, &a, parent, race_share(r, b->parent, b->rung));
    kind_of(r)->explore(r, s, number, &a);
    assignment_settle(s, &a);
    return a;
}

/* --- values --------------------------------------------------------------- */

bool race_differs(const struct race *r, long i, const struct entrant *was,
                  int k)
{
    const double x = value_of(r, i, was, k), y = race_value(r, i, k);

    return x != y && !(isnan(x) && isnan(y));
}

uint32_t race_lot(const struct race *r, long i)
{
    const struct address at = {.example = (uint32_t)i};

    return r->conduct_1
               ? 0
               : random_word(random_key((uint64_t)r->seed, "lots"), at, 0);
}

bool race_better(const struct race *r, double x, double y)
{
    return heap_better(r->maximize, x, y);
}
