/*
 * cluster_ledger.h - what a played cluster writes into its journal of what is
 * proposed and how it ends, and what it makes of that when it starts again: as
 * run/run_ledger.h does, of a folder that is not there.
 */
#ifndef CLUSTER_LEDGER_H
#define CLUSTER_LEDGER_H

#include "sweep/ledger/record.h"
#include "tests/unit/sweep/coordinator/cluster_disk.h"
#include "tests/unit/sweep/coordinator/cluster_trials.h"

static int note(struct cluster *c, enum record_word word, long trial,
                bool durable, const char *detail, struct error *e)
{
    if (c->down)
        return 0;
    return disk_add(c, record_name(word), trial, durable, detail, e);
}

static void tell(struct cluster *c, enum event_word word, long trial,
                 double goal)
{
    study_tell(c->study,
               &(struct event){.word = word, .trial = trial, .goal = goal});
}

/* --- ends ----------------------------------------------------------------- */

static int note_end(struct cluster *c, long trial, bool failed, double goal,
                    bool adopted, struct error *e)
{
    struct str text = {0};

    str_adds(&text, adopted ? failed ? "fail " : "finish " : "");
    if (failed)
        str_adds(&text, "bytes 1: failed");
    else {
        ending_add_goal(goal, &text);
        str_adds(&text, " bytes 1");
    }
    const int noted = note(c,
                           adopted  ? RECORD_ADOPT
                           : failed ? RECORD_FAIL
                                    : RECORD_FINISH,
                           trial, true, str_text(&text), e);

    str_release(&text);
    return noted;
}

/* A result that the journal does not know counts. */
static bool adopt(struct cluster *c, long trial)
{
    const struct trial *t = study_trial(c->study, trial);
    const struct cluster_kept *k = kept_of(c, t->name);

    if (!k->result_attempt)
        return false;
    if (k->result_attempt > t->attempt)
        study_tell(c->study, &(struct event){.word = EVENT_STARTED,
                                             .trial = trial,
                                             .attempt = k->result_attempt});
    tell(c, k->failed ? EVENT_FAILED : EVENT_FINISHED, trial, k->goal);
    return true;
}

/* --- proposals ------------------------------------------------------------ */

static int note_values(struct cluster *c, const struct assignment *a,
                       struct error *e)
{
    const struct trial *t = study_trial(c->study, a->number);
    struct str text = {0};
    char hex[DIGEST_HEX];

    digest_hex(t->name, hex);
    str_addf(&text, "%s%s", t->dropped ? "" : hex, t->dropped ? "" : " ");
    assignment_whole(&c->search->space, a, &text);
    const int failed = note(c, t->dropped ? RECORD_DROP : RECORD_PROPOSE,
                            a->number, false, str_text(&text), e);

    str_release(&text);
    return failed;
}

/* What begins from another has that one's state. */
static void inherit(struct cluster *c, const struct assignment *a)
{
    const struct trial *t = study_trial(c->study, a->number);

    if (!a->from || !trial_runs(t))
        return;
    const struct cluster_kept *from = kept_of(c, name_of(c->search, a->from));
    struct cluster_kept *k = kept_of(c, t->name);

    if (!k->step)
        k->step = from->step;
}

static int note_proposals(struct cluster *c, struct error *e)
{
    int failed = 0;

    for (; !failed && c->recorded < study_trials(c->study); c->recorded++) {
        struct assignment a = study_assignment(c->study, c->recorded);

        inherit(c, &a);
        failed = note_values(c, &a, e);
        assignment_release(&c->search->space, &a);
    }
    return failed;
}

/* Where others are born of what trials came to at their rungs, an end tells too
 * little. */
static bool is_owed(const struct cluster *c, long trial)
{
    return scheduler_kind_of(c->scheduler)->explore &&
           !study_ends(c->study, trial);
}

/* Its result may be there, of a job whose journal has lost it. */
static int name_next(struct cluster *c, struct error *e)
{
    const long trial = study_trials(c->study);
    struct assignment a = study_assignment(c->study, trial);
    const struct event named = {.word =
                                    cannot_be(&a) ? EVENT_DROPPED : EVENT_NAMED,
                                .trial = trial,
                                .name = name_of(c->search, &a)};

    study_tell(c->study, &named);
    assignment_release(&c->search->space, &a);
    if (note_proposals(c, e))
        return -1;
    const struct trial *t = study_trial(c->study, trial);

    return trial_runs(t) && !is_owed(c, trial) && adopt(c, trial)
               ? note_end(c, trial, t->phase == PHASE_FAILED, t->goal, true, e)
               : 0;
}

/* --- from before ---------------------------------------------------------- */

struct cluster_replay {
    struct cluster *cluster;
    bool over[MOST_TRIALS_PLAYED]; /* by the lines */
    bool held[MOST_TRIALS_PLAYED]; /* began in the last job, and has no end */
};

static void replay_line(struct cluster_replay *r, const struct cluster_line *l)
{
    struct cluster *c = r->cluster;
    struct journal_entry entry = {.trial = l->trial, .detail = l->detail};
    struct event event;
    struct ending end;
    struct error e;

    memcpy(entry.word, l->word, sizeof(entry.word));
    const enum record_word word = record_word_of(&entry);
    const int told = record_read(&entry, &c->search->space, &event, &end, &e);

    assert_true(told >= 0);
    if (word == RECORD_BEGIN)
        memset(r->held, 0, sizeof(r->held));
    else if (l->trial >= 0)
        r->held[l->trial] = word == RECORD_START;
    if (!told)
        return;
    study_tell(c->study, &event);
    if (event.trial >= 0)
        r->over[event.trial] =
            event.word == EVENT_FINISHED || event.word == EVENT_FAILED;
}

/* Those that were in hand, as study_judge() has them. */
static long find_held(struct cluster_replay *r, struct held *held)
{
    struct cluster *c = r->cluster;
    long n = 0;

    for (long i = 0; i < study_trials(c->study); i++) {
        const struct trial *t = study_trial(c->study, i);

        if (!r->held[i] || !trial_runs(t) || study_over(c->study, i))
            continue;
        const struct cluster_kept *k = kept_of(c, t->name);

        held[n++] = (struct held){
            .trial = i, .saved = k->step > 0 && k->attempt >= t->attempt};
    }
    return n;
}

static void note_judged(struct cluster *c, const struct held *h)
{
    static const enum record_word words[] = {[EVENT_SAVED] = RECORD_SAVED,
                                             [EVENT_DOWN] = RECORD_DOWN,
                                             [EVENT_BLAMED] = RECORD_BLAME};
    struct error e;

    if (h->verdict != EVENT_FAILED) {
        note(c, words[h->verdict], h->trial, true, "", &e);
        return;
    }
    c->failed_by_world = true;
    if (!c->is.small)
        keep_result(kept_of(c, study_trial(c->study, h->trial)->name),
                    study_trial(c->study, h->trial)->attempt + 1, true, NAN);
    note_end(c, h->trial, true, NAN, false, &e);
}

/* Nobody else was in hand. */
static void expect_alone(const struct cluster *c, long trial)
{
    for (long i = 0; i < study_trials(c->study); i++)
        assert_true(i == trial || !c->in_hand[i]);
}

static void judge(struct cluster *c, struct cluster_replay *r)
{
    struct held held[MOST_TRIALS_PLAYED];
    const long n = find_held(r, held);
    struct error e;

    if (c->ended_in_order)
        return;
    const bool clears = study_judge(c->study, held, n, false);

    for (long i = 0; i < n; i++) {
        if (held[i].verdict == EVENT_BLAMED || held[i].verdict == EVENT_FAILED)
            expect_alone(c, held[i].trial);
        note_judged(c, &held[i]);
    }
    if (clears) {
        tell(c, EVENT_CLEARED, -1, NAN);
        note(c, RECORD_DOWN, -1, true, "", &e);
    }
}

/* The study of a job that begins, as the journal and the results have it. */
static void ledger_begin(struct cluster *c, int slots)
{
    struct cluster_replay r = {.cluster = c};
    bool adopted[MOST_TRIALS_PLAYED] = {false};
    struct error e;

    const struct policy policy = {.retries = c->is.retries,
                                  .most_failures = c->options.most_failures};

    c->study = study_new(c->search, c->scheduler, slots);
    study_policy(c->study, &policy);
    for (long i = 0; i < c->disk.n; i++)
        replay_line(&r, &c->disk.line[i]);
    c->recorded = study_trials(c->study);
    for (long i = 0; i < study_trials(c->study); i++)
        adopted[i] = !r.over[i] && trial_runs(study_trial(c->study, i)) &&
                     !is_owed(c, i) && adopt(c, i);
    note(c, RECORD_BEGIN, -1, true, "", &e);
    judge(c, &r);
    for (long i = 0; i < study_trials(c->study); i++)
        if (adopted[i])
            note_end(c, i, study_trial(c->study, i)->phase == PHASE_FAILED,
                     study_trial(c->study, i)->goal, true, &e);
    c->disk.synced = c->disk.done = c->disk.n;
}

#endif
