#include "scheduler/bracket.h"

#include <math.h>
#include <stdlib.h>

#include "base/functions.h"
#include "base/memory.h"
#include "scheduler/ranking.h"

/* What a race with brackets keeps of it. */
struct notes {
    long n, room;
    struct tally {
        int missing[MAX_RUNGS]; /* who compete at a rung, and have to come */
        int waiting[MAX_RUNGS]; /* ... to be ruled on */
    } * bracket;                /* [n] owned */
    struct ranking *rung;       /* [MAX_RUNGS] who have come; owned; NULL: they
                                   are ranked when all are there */
};

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

static bool waits_at(const struct entrant *t, int k)
{
    return t->ruling == RULING_WAIT && t->rung == k + 1;
}

/* --- notes ---------------------------------------------------------------- */

static struct notes *notes_of(struct race *r)
{
    if (!r->notes)
        r->notes = memory_zeroed(1, sizeof(struct notes));
    return r->notes;
}

static struct tally *tally_of(struct race *r, const struct bracket *b)
{
    struct notes *notes = notes_of(r);

    while (notes->n <= b->number) {
        GROW(notes->bracket, notes->n, notes->room);
        notes->bracket[notes->n++] = (struct tally){0};
    }
    return &notes->bracket[b->number];
}

static void count(struct tally *n, int rungs, const struct entrant *t, int by)
{
    for (int k = 0; k < rungs; k++) {
        n->missing[k] += competes(t, k) && !has_come(t, k) ? by : 0;
        n->waiting[k] += waits_at(t, k) ? by : 0;
    }
}

void bracket_note(struct race *r, const struct bracket *b, long number,
                  const struct entrant *was)
{
    struct tally *n = tally_of(r, b);

    count(n, b->rungs, was, -1);
    count(n, b->rungs, &r->entrant[number], 1);
}

/* Of all brackets' entrants, kept since the first. */
static struct ranking *rankings_of(struct race *r)
{
    struct notes *notes = notes_of(r);

    if (!notes->rung) {
        notes->rung = memory_new(MAX_RUNGS * sizeof(*notes->rung));
        for (int k = 0; k < MAX_RUNGS; k++)
            ranking_init(&notes->rung[k], r->maximize);
    }
    return notes->rung;
}

static void rerank(struct race *r, int k, long number,
                   const struct entrant *was)
{
    const struct entrant *is = &r->entrant[number];
    const bool stood = competes(was, k) && has_come(was, k);
    const bool stands = competes(is, k) && has_come(is, k);
    const double before = race_value_of(r, number, was, k);
    const double value = race_value(r, number, k);
    const bool same = before == value || (isnan(before) && isnan(value));
    struct ranking *rung = &rankings_of(r)[k];

    if (stood == stands && (same || !stands))
        return;
    if (stood)
        ranking_remove(rung, (int)number);
    if (stands)
        ranking_add(rung, (int)number, value);
}

void bracket_note_early(struct race *r, const struct bracket *b, long number,
                        const struct entrant *was)
{
    bracket_note(r, b, number, was);
    for (int k = 0; k < b->rungs; k++)
        rerank(r, k, number, was);
}

void bracket_release(struct race *r)
{
    struct notes *notes = r->notes;

    for (int k = 0; notes->rung && k < MAX_RUNGS; k++)
        ranking_release(&notes->rung[k]);
    free(notes->rung);
    free(notes->bracket);
    free(notes);
}

/* --- rulings -------------------------------------------------------------- */

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
            p[(*n)++] = (struct place){i, race_value(r, i, k), r};
    qsort(p, (size_t)*n, sizeof(*p), better_first);
    return p;
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
static bool is_complete(struct race *r, const struct bracket *b, int k)
{
    const long last = b->last < r->all ? b->last : r->all;
    const struct tally *n = tally_of(r, b);

    return (r->n >= last || r->stuck) && !n->missing[k] && n->waiting[k];
}

void bracket_settle(struct race *r, const struct bracket *b)
{
    for (int k = 0; k < b->rungs; k++)
        if (is_complete(r, b, k))
            settle_rung(r, b, k);
}

/* One that is among the best goes on, if it waits. */
static void let_go_on(struct race *r, const struct ranking *rung, int k,
                      long number)
{
    if (heap_has(&rung->best, (int)number) && waits_at(&r->entrant[number], k))
        race_rule(r, number, RULING_GO_ON);
}

/* As one entrant has changed, either that one has come among the best or the
 * worst of them has. */
void bracket_settle_early(struct race *r, const struct bracket *b, long number)
{
    for (int k = 0; k < b->rungs; k++) {
        struct ranking *rung = &rankings_of(r)[k];

        ranking_split(rung,
                      (long)((double)ranking_count(rung) / b->eta + 1e-9));
        if (!rung->best.n)
            continue;
        let_go_on(r, rung, k, number);
        let_go_on(r, rung, k, rung->best.item[0].number);
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
