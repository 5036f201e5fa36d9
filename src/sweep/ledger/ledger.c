#include "config.h"

#include "sweep/ledger/ledger.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/ledger/ledger_internal.h"
#include "sweep/study/conduct.h"

void ledger_init_search(struct ledger *l, const struct search *search,
                        const struct chosen *scheduler)
{
    *l = (struct ledger){.search = search, .scheduler = scheduler};
}

void ledger_init(struct ledger *l, const struct experiment *x)
{
    ledger_init_search(l, &x->search, &x->scheduler);
    l->plan = experiment_plan(x);
    l->proposed.x = x;
}

void ledger_decide(struct ledger *l, int slots, const struct policy *policy,
                   const struct ledger_names *names)
{
    l->study = study_new(l->search, l->scheduler, slots);
    l->names = *names;
    study_policy(l->study, policy);
}

void ledger_release(struct ledger *l)
{
    study_free(l->study);
    index_release(&l->index);
    proposed_release(&l->proposed);
    free(l->trial);
    *l = (struct ledger){0};
}

void ledger_forget(struct ledger *l)
{
    index_forget_trials(&l->index);
    free(l->trial);
    l->trial = NULL;
    l->n = l->room = 0;
}

/* --- entries -------------------------------------------------------------- */

/* Older journals have no plan; their numbers are those of the only experiment
 * that there was. */
static void begin(struct ledger *l, const struct journal_entry *entry)
{
    const uint64_t plan = record_plan(entry);

    l->foreign = plan && plan != l->plan;
    if (l->study)
        study_conduct(l->study, record_conduct(entry));
    l->jobs += !l->foreign;
}

static int take_proposal(struct ledger *l, const struct journal_entry *entry,
                         struct error *e)
{
    struct event event;
    struct ending end;

    if (record_read(entry, &l->search->space, &event, &end, e) < 0)
        return -1;
    if (event.word == EVENT_PROPOSED)
        proposed_add(&l->proposed, &event.a);
    else
        proposed_drop(&l->proposed, &event.a);
    assignment_release(&l->search->space, &event.a);
    return 0;
}

int ledger_take(void *ledger, const struct journal_entry *entry,
                struct error *e)
{
    struct ledger *l = ledger;
    const enum record_word word = record_word_of(entry);

    if (word == RECORD_BEGIN)
        begin(l, entry);
    if (index_take(&l->index, entry, e))
        return -1;
    if (l->foreign)
        return 0;
    if (l->study)
        return replay_entry(l, word, entry, e);
    return (word == RECORD_PROPOSE || word == RECORD_DROP) &&
                   proposed_matters(l->proposed.x)
               ? take_proposal(l, entry, e)
               : 0;
}

int ledger_read(struct ledger *l, const char *path, struct error *e)
{
    return file_exists(path) && journal_read(path, ledger_take, l, e) ? -1 : 0;
}

/* --- queries -------------------------------------------------------------- */

bool ledger_name(const struct ledger *l, long number, struct digest *name)
{
    return !l->foreign && index_name(&l->index, number, name);
}

struct ledger_trial ledger_trial(const struct ledger *l, long number)
{
    return number < l->n ? l->trial[number]
                         : (struct ledger_trial){.bytes = -1};
}

struct ledger_trial *ledger_trial_of(struct ledger *l, long number)
{
    while (l->n <= number) {
        GROW(l->trial, l->n, l->room);
        l->trial[l->n++] = (struct ledger_trial){.bytes = -1};
    }
    return &l->trial[number];
}

/* --- conduct -------------------------------------------------------------- */

/* Trials got their numbers by the old rules, so these are kept if they are
 * known, even if the user insists. */
int ledger_conduct(const struct ledger *l, bool insists)
{
    const bool decides =
        scheduler_has_rungs(&(struct scheduler){.scheduler = l->scheduler}) ||
        search_draws(l->search);
    const int was = l->index.conduct;

    if (!was || !decides)
        return CONDUCT;
    if ((was >= CONDUCT_KEPT && was <= CONDUCT) || !insists)
        return was;
    return was < CONDUCT_KEPT ? CONDUCT_KEPT : CONDUCT;
}

void ledger_set_conduct(struct experiment *x, int conduct)
{
    experiment_conduct(x, conduct && conduct <= CONDUCT_KEPT);
}

/* The first `begin` entry contains the conduct. */
static int take_conduct(void *conduct, const struct journal_entry *entry,
                        struct error *e)
{
    if (record_word_of(entry) != RECORD_BEGIN)
        return 0;
    *(int *)conduct = record_conduct(entry);
    return error_set(e, "nothing else is wanted");
}

int ledger_begun_under(const char *path)
{
    struct error ignored; /* damage is reported elsewhere */
    int conduct = 0;

    if (file_exists(path))
        journal_read(path, take_conduct, &conduct, &ignored);
    return conduct;
}
