#include "config.h"

#include "search/ledger.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Trials by digest, to find twins in a sweep of any size. */
struct place_of {
    struct digest digest;
    long number;
};

static int by_digest(const void *pa, const void *pb)
{
    const struct place_of *a = pa, *b = pb;

    if (a->digest.hi != b->digest.hi)
        return a->digest.hi < b->digest.hi ? -1 : 1;
    if (a->digest.lo != b->digest.lo)
        return a->digest.lo < b->digest.lo ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void find_twins(struct ledger *l)
{
    struct place_of *p = memory_zeroed((size_t)l->n, sizeof(*p));
    long first = 0;

    for (long i = 0; i < l->n; i++)
        p[i] = (struct place_of){l->row[i].digest, i};
    qsort(p, (size_t)l->n, sizeof(*p), by_digest);
    for (long i = 1; i < l->n; i++)
        if (digest_equal(p[i].digest, p[first].digest)) {
            l->row[p[i].number].twin = p[first].number;
            l->row[p[first].number].twins++;
            l->own[PLACE_WAITING]--;
        } else
            first = i;
    free(p);
}

int ledger_init(struct ledger *l, const struct experiment *x, struct error *e)
{
    const long n = experiment_trials(x);

    *l = (struct ledger){.n = n,
                         .maximize = x->maximize,
                         .best = -1,
                         .count = {[PLACE_WAITING] = n},
                         .own = {[PLACE_WAITING] = n}};
    l->row = memory_zeroed((size_t)l->n, sizeof(*l->row));
    for (long i = 0; i < l->n; i++) {
        struct trial_config c;

        if (experiment_trial(x, i, &c, e)) {
            ledger_release(l);
            return error_in(e, "trial %ld", i);
        }
        l->row[i] =
            (struct ledger_row){.digest = c.digest, .twin = -1, .goal = NAN};
        trial_config_release(&c);
    }
    find_twins(l);
    return 0;
}

void ledger_release(struct ledger *l)
{
    free(l->row);
    *l = (struct ledger){0};
}

void ledger_tell(void *ledger, const struct journal_entry *entry)
{
    struct ledger *l = ledger;
    struct ledger_row *row;

    if (entry->trial < 0 || entry->trial >= l->n)
        return;
    row = &l->row[entry->trial];
    if (!strcmp(entry->word, "start")) {
        row->attempt++;
        row->journalled = false;
    } else if (!strcmp(entry->word, "finish") || !strcmp(entry->word, "fail") ||
               !strcmp(entry->word, "adopt"))
        row->journalled = true;
}

long ledger_next(struct ledger *l)
{
    while (l->next < l->n && (l->row[l->next].twin >= 0 ||
                              l->row[l->next].place != PLACE_WAITING))
        l->next++;
    return l->next < l->n ? l->next : -1;
}

void ledger_move(struct ledger *l, long trial, enum place place)
{
    struct ledger_row *row = &l->row[trial];

    assert(row->twin < 0);
    l->own[row->place]--;
    l->own[place]++;
    l->count[row->place] -= 1 + row->twins;
    l->count[place] += 1 + row->twins;
    row->place = place;
    if (place == PLACE_WAITING && trial < l->next)
        l->next = trial;
}

/* Of equals the first stands. */
static bool better(const struct ledger *l, long a, long b)
{
    const double x = l->row[a].goal, y = l->row[b].goal;

    if (x == y)
        return a < b;
    return l->maximize ? x > y : x < y;
}

void ledger_finish(struct ledger *l, long trial, double goal)
{
    ledger_move(l, trial, PLACE_FINISHED);
    l->row[trial].goal = goal;
    if (!isnan(goal) && (l->best < 0 || better(l, trial, l->best)))
        l->best = trial;
}
