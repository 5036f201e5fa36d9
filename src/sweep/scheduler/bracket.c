#include "sweep/scheduler/bracket.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "sweep/scheduler/ranking.h"

/* The data kept of a sweep with brackets. */
struct bracket_notes {
    long n, room;
    struct bracket_tally {
        int missing[MAX_RUNGS]; /* trials that compete at a rung and have not
                                   reached it */
        int waiting[MAX_RUNGS]; /* trials that wait there for a decision */
    } * bracket;                /* [n] owned */
    struct ranking *rung;       /* [MAX_RUNGS] trials that have reached it;
                                   owned; NULL: they are ranked only when all
                                   have */
};

double bracket_share(const struct bracket *b, int k)
{
    return 1 / whole_power(b->eta, b->rungs - k);
}

/* True if it competes at rung k. */
static bool competes(const struct scheduler_trial *t, int k)
{
    return !t->out && t->passed >= k;
}

static bool has_come(const struct scheduler_trial *t, int k)
{
    return t->rung > k || t->over;
}

static bool waits_at(const struct scheduler_trial *t, int k)
{
    return t->decision == DECISION_WAIT && t->rung == k + 1;
}

/* --- notes ---------------------------------------------------------------- */

static struct bracket_notes *notes_of(struct scheduler *r)
{
    if (!r->notes)
        r->notes = memory_zeroed(1, sizeof(struct bracket_notes));
    return r->notes;
}

static struct bracket_tally *tally_of(struct scheduler *r,
                                      const struct bracket *b)
{
    struct bracket_notes *notes = notes_of(r);

    while (notes->n <= b->number) {
        GROW(notes->bracket, notes->n, notes->room);
        notes->bracket[notes->n++] = (struct bracket_tally){0};
    }
    return &notes->bracket[b->number];
}

static void count(struct bracket_tally *n, int rungs,
                  const struct scheduler_trial *t, int by)
{
    for (int k = 0; k < rungs; k++) {
        n->missing[k] += competes(t, k) && !has_come(t, k) ? by : 0;
        n->waiting[k] += waits_at(t, k) ? by : 0;
    }
}

void bracket_note(struct scheduler *r, const struct bracket *b, long number,
                  const struct scheduler_trial *was)
{
    struct bracket_tally *n = tally_of(r, b);

    count(n, b->rungs, was, -1);
    count(n, b->rungs, &r->trial[number], 1);
}

/* The rankings of all brackets' trials, kept from the first call on. */
static struct ranking *rankings_of(struct scheduler *r)
{
    struct bracket_notes *notes = notes_of(r);

    if (!notes->rung) {
        notes->rung = memory_new(MAX_RUNGS * sizeof(*notes->rung));
        for (int k = 0; k < MAX_RUNGS; k++)
            ranking_init(&notes->rung[k], r->maximize);
    }
    return notes->rung;
}

/* Trial i at rung k, with this number as its name. */
static struct heap_item item_of(const struct scheduler *r, long i, int k,
                                long number)
{
    return (struct heap_item){scheduler_value(r, i, k), (int)number,
                              scheduler_tie_break(r, i)};
}

static void rerank(struct scheduler *r, int k, long number,
                   const struct scheduler_trial *was)
{
    const struct scheduler_trial *is = &r->trial[number];
    const bool stood = competes(was, k) && has_come(was, k);
    const bool stands = competes(is, k) && has_come(is, k);
    struct ranking *rung = &rankings_of(r)[k];

    if (stood == stands && !(stands && scheduler_differs(r, number, was, k)))
        return;
    if (stood)
        ranking_remove(rung, (int)number);
    if (stands)
        ranking_add(rung, item_of(r, number, k, number));
}

void bracket_note_early(struct scheduler *r, const struct bracket *b,
                        long number, const struct scheduler_trial *was)
{
    bracket_note(r, b, number, was);
    for (int k = 0; k < b->rungs; k++)
        rerank(r, k, number, was);
}

void bracket_release(struct scheduler *r)
{
    struct bracket_notes *notes = r->notes;

    for (int k = 0; notes->rung && k < MAX_RUNGS; k++)
        ranking_release(&notes->rung[k]);
    free(notes->rung);
    free(notes->bracket);
    free(notes);
}

/* --- decisions ------------------------------------------------------------ */

/* How many of n go on: at least one, so that the result of the best is known at
 * full length. */
static long share_of(const struct bracket *b, long n)
{
    const long best = (long)((double)n / b->eta + 1e-9);

    return best > 0 ? best : 1;
}

static void settle_rung(struct scheduler *r, const struct bracket *b, int k)
{
    const long end = b->last < r->n ? b->last : r->n;
    struct ranking all; /* trials that have come, by their places in the
                           bracket */

    ranking_init(&all, r->maximize);
    for (long i = b->first; i < end; i++)
        if (competes(&r->trial[i], k) && has_come(&r->trial[i], k))
            ranking_add(&all, item_of(r, i, k, i - b->first));
    ranking_split(&all, share_of(b, ranking_count(&all)));
    for (long i = b->first; i < end; i++)
        if (waits_at(&r->trial[i], k) && competes(&r->trial[i], k))
            scheduler_decide(r, i,
                             heap_has(&all.best, (int)(i - b->first))
                                 ? DECISION_PROMOTE
                                 : DECISION_STOP);
    ranking_release(&all);
}

/* True if all have reached rung k and any waits there. */
static bool is_complete(struct scheduler *r, const struct bracket *b, int k)
{
    const long last = b->last < r->all ? b->last : r->all;
    const struct bracket_tally *n = tally_of(r, b);

    return (r->n >= last || r->stuck) && !n->missing[k] && n->waiting[k];
}

void bracket_settle(struct scheduler *r, const struct bracket *b)
{
    for (int k = 0; k < b->rungs; k++)
        if (is_complete(r, b, k))
            settle_rung(r, b, k);
}

/* A waiting trial goes on if it is among the best. */
static void let_go_on(struct scheduler *r, const struct ranking *rung, int k,
                      long number)
{
    if (heap_has(&rung->best, (int)number) && waits_at(&r->trial[number], k))
        scheduler_decide(r, number, DECISION_PROMOTE);
}

/* One trial has changed: so the trial that enters the best is that one, or the
 * worst of them. */
void bracket_settle_early(struct scheduler *r, const struct bracket *b,
                          long number)
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

struct bracket halving_bracket(const struct scheduler *r)
{
    const struct halving *c = r->scheduler->conf;

    return (struct bracket){
        .last = r->all, .rungs = (int)c->rungs, .eta = c->eta};
}

int halving_rungs(const struct scheduler *r, long number)
{
    (void)number;
    return halving_bracket(r).rungs;
}

double halving_share(const struct scheduler *r, long number, int k)
{
    const struct bracket b = halving_bracket(r);

    (void)number;
    return bracket_share(&b, k);
}

double halving_part(const struct scheduler *r)
{
    return 1 / halving_bracket(r).eta;
}
