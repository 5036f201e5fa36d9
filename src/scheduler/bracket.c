#include "scheduler/bracket.h"

#include <math.h>
#include <stdlib.h>

#include "base/functions.h"
#include "base/memory.h"

double bracket_share(const struct bracket *b, int k)
{
    return 1 / whole_power(b->eta, b->rungs - k);
}

static long end_of(const struct race *r, const struct bracket *b)
{
    return b->last < r->n ? b->last : r->n;
}

/* Does it compete at rung k? */
static bool competes(const struct entrant *t, int k)
{
    return !t->out && t->passed >= k;
}

static bool has_come(const struct entrant *t, int k)
{
    return t->rung > k || t->over;
}

/* A place in the ranking of a rung. */
struct place {
    long number;
    double value;
    const struct race *race;
};

static int better_first(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (race_better(x->race, x->value, y->value))
        return -1;
    if (race_better(x->race, y->value, x->value))
        return 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Who has come to rung k, the best first; to be freed. */
static struct place *rank(const struct race *r, const struct bracket *b, int k,
                          long *n)
{
    const long end = end_of(r, b);
    struct place *p = memory_new(((size_t)(end - b->first) + 1) * sizeof(*p));

    *n = 0;
    for (long i = b->first; i < end; i++)
        if (competes(&r->entrant[i], k) && has_come(&r->entrant[i], k))
            p[(*n)++] = (struct place){i, entrant_at(&r->entrant[i], k), r};
    qsort(p, (size_t)*n, sizeof(*p), better_first);
    return p;
}

static bool waits_at(const struct entrant *t, int k)
{
    return t->ruling == RULING_WAIT && t->rung == k + 1;
}

/* How many of n go on: one at least, so that the best is known at full
 * length. */
static long share_of(const struct bracket *b, long n)
{
    const long best = (long)((double)n / b->eta + 1e-9);

    return best > 0 ? best : 1;
}

static void settle_rung(struct race *r, const struct bracket *b, int k)
{
    long n;
    struct place *p = rank(r, b, k, &n);
    const long best = share_of(b, n);

    for (long i = 0; i < n; i++)
        if (waits_at(&r->entrant[p[i].number], k))
            race_rule(r, p[i].number, i < best ? RULING_GO_ON : RULING_CUT);
    free(p);
}

/* Have all come to rung k, and does any wait there? */
static bool is_complete(const struct race *r, const struct bracket *b, int k)
{
    const long last = b->last < r->all ? b->last : r->all;
    bool complete = r->n >= last || r->stuck, waits = false;

    for (long i = b->first; i < end_of(r, b) && complete; i++) {
        const struct entrant *t = &r->entrant[i];

        complete = !competes(t, k) || has_come(t, k);
        waits |= waits_at(t, k);
    }
    return complete && waits;
}

void bracket_settle(struct race *r, const struct bracket *b)
{
    for (int k = 0; k < b->rungs; k++)
        if (is_complete(r, b, k))
            settle_rung(r, b, k);
}

void bracket_settle_early(struct race *r, const struct bracket *b)
{
    for (int k = 0; k < b->rungs; k++) {
        long n;
        struct place *p = rank(r, b, k, &n);
        const long best = (long)((double)n / b->eta + 1e-9);

        for (long i = 0; i < best; i++)
            if (waits_at(&r->entrant[p[i].number], k))
                race_rule(r, p[i].number, RULING_GO_ON);
        free(p);
    }
}

/* --- one bracket of all trials -------------------------------------------- */

const struct field halving_fields[] = {
    FIELD_REAL(struct halving, eta, 3, 1.1, 1000,
               "of the trials at a rung one in so many goes on"),
    FIELD_INT(struct halving, rungs, 3, 1, MAX_RUNGS,
              "rungs; the first lies at eta to minus so many of a run"),
    FIELD_END,
};

struct bracket halving_bracket(const struct race *r)
{
    const struct halving *c = r->scheduler->conf;

    return (struct bracket){
        .last = r->all, .rungs = (int)c->rungs, .eta = c->eta};
}

int halving_rungs(const struct race *r, long number)
{
    (void)number;
    return halving_bracket(r).rungs;
}

double halving_share(const struct race *r, long number, int k)
{
    const struct bracket b = halving_bracket(r);

    (void)number;
    return bracket_share(&b, k);
}

double halving_part(const struct race *r)
{
    return 1 / halving_bracket(r).eta;
}
