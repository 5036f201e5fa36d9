#include "scheduler/scheduler.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define KIND(name) extern const struct scheduler_kind scheduler_##name;
#include "scheduler/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &scheduler_##name.is,
#include "scheduler/kinds.def"
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
    return (const struct scheduler_kind *)r->scheduler->kind;
}

void race_release(struct race *r)
{
    free(r->entrant);
    free(r->number);
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

void race_rule(struct race *r, long i, enum ruling ruling)
{
    assert(r->entrant[i].ruling == RULING_WAIT);
    r->entrant[i].ruling = ruling;
    r->entrant[i].passed += ruling == RULING_GO_ON;
    GROW(r->number, r->ruled, r->ruled_room);
    r->number[r->ruled++] = i;
}

double entrant_at(const struct entrant *t, int k)
{
    return k < t->rung ? t->value[k] : t->over ? t->goal : (double)NAN;
}

bool race_better(const struct race *r, double x, double y)
{
    if (isnan(x) || isnan(y))
        return !isnan(x);
    return r->maximize ? x > y : x < y;
}
