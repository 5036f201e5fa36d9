/*
 * Population based training (Jaderberg et al. 2017).
 *
 * The trials of the sweep are the members of a population; each has a place for
 * the whole sweep.  At each rung all of them wait.  Then the trials in the
 * worst places end, and in each of these places a clone is added that begins
 * from the state of one of the best, with explored values.  A place whose trial
 * has failed is among the worst; a place whose trial has finished is closed.
 *
 * A child with its parent's values would compute the parent's bits again: if
 * nothing else has changed, one of its lists gets another value.  Two clones of
 * one parent at one rung with the same values would compute the same bits.  The
 * later is a duplicate of the earlier, and is not trained: its place is among
 * the worst at the next rung, and gets another trial then.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/heap.h"
#include "base/numbers/random.h"
#include "sweep/scheduler/scheduler.h"

struct pbt {
    double quantile, shrink, grow, resample;
    long rungs;
};

static const struct field fields[] = {
    FIELD_REAL(struct pbt, quantile, 0.2, 0, 0.5,
               "share of the members that end at a rung, one at least, each "
               "for a new one from as many of the best"),
    FIELD_INT(struct pbt, rungs, 9, 1, MAX_RUNGS,
              "rungs, evenly spaced over a run"),
    FIELD_REAL(struct pbt, shrink, 0.8, 1e-3, 1,
               "a new member's numbers are a parent's times this"),
    FIELD_REAL(struct pbt, grow, 1.2, 1, 1e3,
               "... or that, a step away at least, within their range, at an "
               "end of which they go the other way"),
    FIELD_REAL(struct pbt, resample, 0.25, 0, 1,
               "chance of each list to have a value drawn anew; above 0 one "
               "has where nothing else would change"),
    FIELD_END,
};

static int rungs(const struct scheduler *r, long number)
{
    const struct pbt *c = r->scheduler->conf;

    (void)number;
    return (int)c->rungs;
}

static double share(const struct scheduler *r, long number, int k)
{
    return (k + 1.0) / (rungs(r, number) + 1);
}

/* For each trial that ends another is cloned. */
static double part(const struct scheduler *r)
{
    (void)r;
    return 1;
}

/* --- places ----------------------------------------------------------------
 */

struct pbt_notes {
    long n, room;
    long *member; /* [n] the trial in each place, -1: it never had one; owned */
    int rung;     /* that all must reach next */
    long come;    /* the first `come` places have reached it, or never will */
};

static struct pbt_notes *notes_of(struct scheduler *r)
{
    if (!r->notes)
        r->notes = memory_zeroed(1, sizeof(struct pbt_notes));
    return r->notes;
}

static bool waits_at(const struct scheduler_trial *t, int k)
{
    return t->decision == DECISION_WAIT && t->rung == k + 1;
}

/* True if no trial of this place is awaited. */
static bool has_come(const struct scheduler *r, long place)
{
    const struct pbt_notes *notes = r->notes;
    const long member = notes->member[place];

    if (member < 0)
        return true;
    if (member >= r->n) /* it is cloned, but not added yet */
        return false;
    const struct scheduler_trial *t = &r->trial[member];

    return t->out || t->over || waits_at(t, notes->rung);
}

static void note(struct scheduler *r, long number,
                 const struct scheduler_trial *was)
{
    struct pbt_notes *notes = notes_of(r);

    (void)was;
    notes->come = 0;
    if (number < notes->n || number >= r->all)
        return;
    GROW(notes->member, notes->n, notes->room);
    notes->member[notes->n++] = r->trial[number].out ? -1 : number;
}

static void release(struct scheduler *r)
{
    struct pbt_notes *notes = r->notes;

    free(notes->member);
    free(notes);
}

/* --- exploit ---------------------------------------------------------------
 */

/* Places, the best first. */
struct population_ranking {
    long n;
    int *place;       /* [n] owned */
    long best, worst; /* how many may be parents, and how many end */
};

/* Rank the members that have not finished; a failed one has no value. */
static struct heap rank(const struct scheduler *r)
{
    const struct pbt_notes *notes = r->notes;
    struct heap all = {.largest = r->maximize};

    for (long i = 0; i < notes->n; i++) {
        const long member = notes->member[i];

        if (member >= 0 && !r->trial[member].over)
            heap_add(&all, (struct heap_item){
                               scheduler_value(r, member, notes->rung), (int)i,
                               scheduler_tie_break(r, member)});
    }
    return all;
}

static struct population_ranking order_places(const struct scheduler *r)
{
    const struct pbt *c = r->scheduler->conf;
    const struct pbt_notes *notes = r->notes;
    struct heap all = rank(r);
    struct population_ranking o = {
        .n = all.n,
        .place = memory_new(((size_t)all.n + 1) * sizeof(int)),
        .worst = (long)(c->quantile * all.n + 1e-9)};

    o.worst += !o.worst && o.n > 1;
    for (long i = 0; i < o.n; i++)
        o.place[i] = heap_take(&all, all.item[0].number).number;
    heap_release(&all);
    while (o.best < o.worst &&
           waits_at(&r->trial[notes->member[o.place[o.best]]], notes->rung))
        o.best++;
    return o;
}

static long draw_parent(const struct scheduler *r,
                        const struct population_ranking *o, long place)
{
    const struct pbt_notes *notes = r->notes;
    const struct random_key key = random_key((uint64_t)r->seed, "exploit");
    const struct address at = {.step = (uint32_t)notes->rung,
                               .example = (uint32_t)place};

    return notes->member[o->place[random_below(key, at, 0, (uint32_t)o->best)]];
}

/* Let a place's member go on, or replace it by a clone.  Parents are never
 * among those that end. */
static void rule(struct scheduler *r, const struct population_ranking *o,
                 long place, bool ends)
{
    struct pbt_notes *notes = r->notes;
    const long member = notes->member[place];

    if (ends) {
        const long parent = draw_parent(r, o, place);

        notes->member[place] = r->all + r->clones;
        scheduler_clone(r, (struct clone){parent, notes->rung, place});
    }
    if (waits_at(&r->trial[member], notes->rung))
        scheduler_decide(r, member, ends ? DECISION_STOP : DECISION_PROMOTE);
}

static void settle_rung(struct scheduler *r)
{
    struct pbt_notes *notes = r->notes;
    struct population_ranking o = order_places(r);

    for (long i = 0; i < o.n; i++)
        rule(r, &o, o.place[i], o.best && i >= o.n - o.worst);
    free(o.place);
    notes->rung++;
    notes->come = 0;
}

static void settle(struct scheduler *r, long number)
{
    struct pbt_notes *notes = notes_of(r);

    if (r->n < r->all || notes->rung == rungs(r, number))
        return;
    while (notes->come < notes->n && has_come(r, notes->come))
        notes->come++;
    if (notes->come == notes->n)
        settle_rung(r);
}

/* --- explore ---------------------------------------------------------------
 */

/* x times `factor`, at least a step away. */
static char *times(const struct parameter *p, double x, double factor)
{
    const double step = parameter_step(p), to = x * factor;
    const bool up = to == x ? factor > 1 : to > x;

    return parameter_near(p, fabs(to - x) >= step ? to
                             : up                 ? x + step
                                                  : x - step);
}

/* A value near this one; at an end of the range, in the other direction. */
static char *near(const struct pbt *c, const struct parameter *p,
                  const char *value, double u)
{
    const double x = strtod(value, NULL);
    const double factor = u < 0.5 ? c->shrink : c->grow;
    const double other = u < 0.5 ? c->grow : c->shrink;
    char *there = factor == 1 ? memory_string(value) : times(p, x, factor);

    if (factor == 1 || other == 1 || strcmp(there, value) != 0)
        return there;
    free(there);
    return times(p, x, other);
}

static char *another(const struct pbt *c, const struct parameter *p,
                     const char *value, double u)
{
    return u < c->resample ? parameter_at(p, u / c->resample)
                           : memory_string(value);
}

/* A changed value of the parent; a drawn one if it has none (NULL). */
static char *explored(const struct pbt *c, const struct parameter *p,
                      const char *value, double u)
{
    if (!value)
        return parameter_at(p, u);
    return p->value ? another(c, p, value, u) : near(c, p, value, u);
}

/* True if it is a list whose value may change, with values to choose from. */
static bool is_free_list(const struct parameter *p, const char *value)
{
    return p->value && value && p->n > 1 && !p->leader && !p->fixed;
}

/* Change the value of one of the lists, chosen at random. */
static void change_a_list(const struct scheduler *r, const struct space *s,
                          struct address at, struct assignment *a)
{
    const struct random_key key = random_key((uint64_t)r->seed, "explore");
    uint32_t lists = 0, nth;
    int p = 0;

    for (int i = 0; i < s->n; i++)
        lists += is_free_list(&s->parameter[i], a->from->value[i]);
    if (!lists)
        return;
    nth = random_below(key, at, 0, lists);
    while (!is_free_list(&s->parameter[p], a->from->value[p]) || nth-- > 0)
        p++;
    const struct parameter *of = &s->parameter[p];
    const uint32_t other = random_below(key, at, 1, (uint32_t)of->n - 1);
    const int has = (int)parameter_unit(of, a->value[p]);

    free(a->value[p]);
    a->value[p] = memory_string(of->value[((int)other + 1 + has) % of->n]);
}

/* True if it has all the values that the parent has. */
static bool is_like_parent(const struct space *s, const struct assignment *a)
{
    bool alike = true;

    for (int p = 0; p < s->n; p++)
        alike &= !a->from->value[p] ||
                 strcmp(a->value[p], a->from->value[p]) == 0;
    return alike;
}

static void explore(const struct scheduler *r, const struct space *s,
                    long number, struct assignment *a)
{
    const struct pbt *c = r->scheduler->conf;
    const struct clone *b = scheduler_clone_at(r, number);
    const struct address at = {.step = (uint32_t)b->rung,
                               .example = (uint32_t)b->place};

    for (int p = 0; p < s->n; p++) {
        const struct parameter *of = &s->parameter[p];
        char *stream = memory_format("explore.%s", of->name);
        const struct random_key key = random_key((uint64_t)r->seed, stream);
        char *was = a->value[p];

        free(stream);
        if (of->fixed || of->leader) /* it follows its leader */
            continue;
        a->value[p] = explored(c, of, was, random_real(key, at, 0));
        free(was);
    }
    if (c->resample > 0 && is_like_parent(s, a))
        change_a_list(r, s, at, a);
}

const struct scheduler_kind scheduler_pbt = {
    .is = {.name = "pbt",
           .summary = "the worst at each rung go on as the best do, with other "
                      "values",
           .source = "Jaderberg et al. 2017",
           .fields = fields,
           .size = sizeof(struct pbt)},
    .brackets = true,
    .latest = true,
    .rungs = rungs,
    .share = share,
    .note = note,
    .settle = settle,
    .part = part,
    .release = release,
    .explore = explore,
};
