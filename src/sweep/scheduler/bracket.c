#include "sweep/scheduler/bracket.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/functions.h"
#include "sweep/scheduler/ranking.h"

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

/* Entrant i at rung k, by this number. */
static struct heap_item item_of(const struct race *r, long i, int k,
                                long number)
{
    return (struct heap_item){race_value(r, i, k), (int)number,
                              race_lot(r, i)};
}

static void rerank(struct race *r, int k, long number,
                   const struct entrant *was)
{
    const struct entrant *is = &r->entrant[number];
    const bool stood = competes(was, k) && has_come(was, k);
    const bool stands = competes(is, k) && has_come(is, k);
    struct ranking *rung = &rankings_of(r)[k];

    if (stood == stands && !(stands && race_differs(r, number, was, k)))
        return;
    if (stood)
        ranking_remove(rung, (int)number);
    if (stands)
        ranking_add(rung, item_of(r, number, k, number));
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

/* How many of n go on: one at least, so that the best is known at full
 * length. */
static long share_of(const struct bracket *b, long n)
{
    const long best = (long)((double)n / b->eta + 1e-9);

    return best > 0 ? best : 1;
}

static void settle_rung(struct race *r, const struct bracket *b, int k)
{
    const long end = b->last < r->n ? b->last : r->n;
    struct ranking all; /* who have come, by their places in the bracket */

    ranking_init(&all, r->maximize);
    for (long i = b->first; i < end; i++)
        if (competes(&r->entrant[i], k) && has_come(&r->entrant[i], k))
            ranking_add(&all, item_of(r, i, k, i - b->first));
    ranking_split(&all, share_of(b, ranking_count(&all)));
    for (long i = b->first; i < end; i++)
        if (waits_at(&r->entrant[i], k) && competes(&r->entrant[i], k))
            race_rule(r, i,
                      heap_has(&all.best, (int)(i - b->first)) ? RULING_GO_ON
                                                               : RULING_CUT);
    ranking_release(&all);
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

double halving_part(const struct race *r)
{
    return 1 / halving_bracket(r).eta;
}
