#include "config.h"

#include "search/ledger.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void find_twins(struct ledger *l, const struct digest *digest)
{
    long *first = memory_new((size_t)l->n * sizeof(*first) + 1);

    digest_firsts(digest, l->n, first);
    for (long i = 0; i < l->n; i++)
        if (first[i] != i) {
            l->row[i].twin = first[i];
            l->row[first[i]].twins++;
            l->own[PLACE_WAITING]--;
        }
    free(first);
}

int ledger_init(struct ledger *l, const struct experiment *x, struct error *e)
{
    const long n = experiment_trials(x);
    struct digest *digest = memory_zeroed((size_t)n + 1, sizeof(*digest));
    int failed = 0;

    *l = (struct ledger){.n = n,
                         .maximize = x->maximize,
                         .best = -1,
                         .count = {[PLACE_WAITING] = n},
                         .own = {[PLACE_WAITING] = n}};
    l->row = memory_zeroed((size_t)l->n, sizeof(*l->row));
    for (long i = 0; i < n && !failed; i++) {
        struct trial_config c;

        failed = experiment_trial(x, i, &c, e);
        digest[i] = c.digest;
        trial_config_release(&c);
        l->row[i] =
            (struct ledger_row){.digest = digest[i], .twin = -1, .goal = NAN};
    }
    if (failed)
        ledger_release(l);
    else
        find_twins(l, digest);
    free(digest);
    return failed;
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
