#include "config.h"

#include "search/ledger.h"

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
        if (digest_equal(p[i].digest, p[first].digest))
            l->row[p[i].number].twin = p[first].number;
        else
            first = i;
    free(p);
}

int ledger_init(struct ledger *l, const struct experiment *x, struct error *e)
{
    *l = (struct ledger){.n = experiment_trials(x)};
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

long ledger_count(const struct ledger *l, enum place place)
{
    long n = 0;

    for (long i = 0; i < l->n; i++) {
        const long other = l->row[i].twin;

        n += l->row[other >= 0 ? other : i].place == place;
    }
    return n;
}

long ledger_best(const struct ledger *l, bool maximize)
{
    long best = -1;

    for (long i = 0; i < l->n; i++) {
        const double goal = l->row[i].goal;

        if (isnan(goal))
            continue;
        if (best < 0 ||
            (maximize ? goal > l->row[best].goal : goal < l->row[best].goal))
            best = i;
    }
    return best;
}
