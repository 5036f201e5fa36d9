/* reports.c - the ranks' reports on their trials, and what follows from them.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/log.h"
#include "sweep/coordinator/coordinator_internal.h"
#include "sweep/ledger/record.h"

/* As many trials have failed as the user allows, for which the study stops. */
static void warn_of_failures(const struct coordinator *c)
{
    const long most = c->o->most_failures;

    log_warning("%ld trial%s failed: the others stop", most,
                most == 1 ? " has" : "s have");
}

/* A trial has ended by itself: its result is in its file or only in the
 * message. */
static void take_over(struct coordinator *c, const struct report *r)
{
    const bool failed = r->end != TRAIN_FINISHED;
    const bool stops = study_failed_too_often(c->study);
    struct error e = {0};

    members_forget(c, r->trial);
    coordinator_tell(c, failed ? EVENT_FAILED : EVENT_FINISHED, r->trial,
                     r->best);
    coordinator_noted(c, c->world->end(c->world->context, r, &e), &e);
    c->fresh = true;
    if (!failed) /* else its time does not predict that of others */
        members_took(c, r->seconds);
    else if (!stops && study_failed_too_often(c->study))
        warn_of_failures(c);
}

/* --- trials that their ranks cannot finish ------------------------------- */

static void give_up(struct coordinator *c, long trial, const char *why)
{
    struct result_message l;
    struct error e = {0};

    if (coordinator_noted(
            c, c->world->fail(c->world->context, trial, why, &l, &e), &e))
        coordinator_tell(c, EVENT_STOPPED, trial, NAN);
    else
        take_over(c, &l.report);
}

/* Give up a trial that was lost too often. */
static void give_up_lost(struct coordinator *c, int slot, struct report r)
{
    const int losses = study_trial(c->study, r.trial)->losses;
    char why[sizeof(r.text)];

    snprintf(why, sizeof(why), "lost %d time%s, the last time: %.900s", losses,
             losses == 1 ? "" : "s", r.text);
    memcpy(r.text, why, sizeof(why));
    r.end = TRAIN_FAILED;
    give_up(c, r.trial, why);
    outgoing_settle(c);
    slots_give_up(c->slots);
    coordinator_notify(c, NOTICE_GIVE_UP, slot, &r);
}

void reports_give_up(struct coordinator *c, long trial)
{
    const int losses = study_trial(c->study, trial)->losses;
    char why[64];

    snprintf(why, sizeof(why), "lost %d time%s", losses,
             losses == 1 ? "" : "s");
    log_warning("trial %ld was %s, and is failed", trial, why);
    give_up(c, trial, why);
}

static void take_loss(struct coordinator *c, int slot, const struct report *r)
{
    coordinator_tell(c, EVENT_LOST, r->trial, NAN);
    coordinator_note(c, RECORD_LOST, r->trial, r->text);
    const bool again = !study_gives_up(c->study, r->trial);

    coordinator_over(c, slot, r, again);
    if (again)
        log_warning("trial %ld was lost and is tried again: %s", r->trial,
                    r->text);
    else
        give_up_lost(c, slot, *r);
}

/* Make the report that a slot's rank cannot send. */
static void end_for(const struct coordinator *c, int slot, enum train_end end,
                    struct report *r)
{
    const long trial = study_slot(c->study, slot);

    report_begin(r, REPORT_END, trial);
    r->end = end;
    r->attempt = study_trial(c->study, trial)->attempt;
    r->best = NAN;
}

void reports_return(struct coordinator *c, int slot)
{
    struct report r;

    end_for(c, slot, TRAIN_STOPPED, &r);
    r.unbegun = true;
    coordinator_tell(c, EVENT_STOPPED, r.trial, NAN);
    coordinator_add(c, RECORD_BACK, r.trial, "");
    outgoing_over(c, slot, &r);
}

/* The trial has not begun there, and that is not its fault. */
static void try_elsewhere(struct coordinator *c, int slot, struct report r)
{
    r.end = TRAIN_BROKEN;
    coordinator_tell(c, EVENT_STOPPED, r.trial, NAN);
    coordinator_note(c, RECORD_ELSEWHERE, r.trial, r.text);
    coordinator_over(c, slot, &r, true);
}

/* True if a rank has begun the trial of its slot. */
static bool has_begun(const struct coordinator *c, int rank, long trial)
{
    const struct member *m = &c->membership->member[rank];

    return m->attempt == study_trial(c->study, trial)->attempt &&
           m->trial == trial;
}

/* The rank had stored the result, but did not report it: take it. */
static bool take_found(struct coordinator *c, int slot, int rank)
{
    const long trial = study_slot(c->study, slot);
    struct result_message l;

    if (!c->world->find(c->world->context, trial, &l))
        return false;
    log_warning("trial %ld: rank %d had put its result away before it was "
                "lost: it counts",
                trial, rank);
    take_over(c, &l.report);
    outgoing_over(c, slot, &l.report);
    return true;
}

void reports_lose(struct coordinator *c, int slot, int rank, const char *why)
{
    struct report r;

    if (take_found(c, slot, rank))
        return;
    end_for(c, slot, TRAIN_BROKEN, &r);
    snprintf(r.text, sizeof(r.text), "%s", why);
    if (has_begun(c, rank, r.trial))
        take_loss(c, slot, &r);
    else
        try_elsewhere(c, slot, r);
}

/* The trial was broken off by its environment: by a full disk, for example,
 * that another attempt would meet again. */
static void take_breakage(struct coordinator *c, const struct report *r)
{
    struct error e = {0};

    coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);
    coordinator_note(c, RECORD_BROKEN, r->trial, r->text);
    error_set(&e, "trial %ld: %s", r->trial, r->text);
    coordinator_break(c, &e);
}

/* It could not begin on a rank, whose host may be at fault. True if it is tried
 * elsewhere. */
static bool take_unready(struct coordinator *c, int slot,
                         const struct report *r)
{
    if (!members_start_failed(c, r))
        return false;
    try_elsewhere(c, slot, *r);
    return true;
}

/* --- ends of attempts ---------------------------------------------------- */

static void take_pause(struct coordinator *c, const struct report *r)
{
    struct str goal = {0};

    ending_add_goal(r->best, &goal);
    coordinator_tell(c, EVENT_PAUSED, r->trial, r->best);
    coordinator_add(c, RECORD_RUNG, r->trial, str_text(&goal));
    str_release(&goal);
}

static void take_stop(struct coordinator *c, const struct report *r)
{
    coordinator_tell(c, EVENT_STOP, -1, NAN);
    coordinator_tell(c, EVENT_SAVED, r->trial, NAN);
    coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);
    coordinator_add(c, RECORD_STOP, r->trial, "");
}

/* An attempt has ended, by itself or because of its environment. */
static void take_end(struct coordinator *c, const struct report *r)
{
    if (r->end == TRAIN_BROKEN)
        take_breakage(c, r);
    else if (r->unready >= 0)
        give_up(c, r->trial, r->text);
    else if (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED)
        take_over(c, r);
    else if (r->end == TRAIN_PAUSED)
        take_pause(c, r);
    else
        take_stop(c, r);
}

static void end_attempt(struct coordinator *c, int slot, const struct report *r)
{
    if (r->end != TRAIN_BROKEN) /* all of its messages have come */
        tag_pool_return(&c->tags, c->number[slot]);
    if (r->unready >= 0 && take_unready(c, slot, r))
        return;
    if (r->end == TRAIN_BROKEN && r->lost) {
        members_ask(c, slot);
        take_loss(c, slot, r);
    } else {
        take_end(c, r);
        outgoing_over(c, slot, r);
    }
}

/* Return the slot that trains a trial; -1 if none does. */
static int slot_of(const struct coordinator *c, long trial)
{
    return trial >= 0 && trial < study_trials(c->study)
               ? study_trial(c->study, trial)->slot
               : -1;
}

/* True if a report belongs to the slot's present attempt. A rank whose attempt
 * was given up may not know that yet. */
static bool is_current(const struct coordinator *c, int slot, int from,
                       const struct report *r)
{
    return slot >= 0 && membership_team(c->membership, slot)[0] == from &&
           study_trial(c->study, r->trial)->attempt == r->attempt;
}

static void take_progress(struct coordinator *c, int slot,
                          const struct report *r)
{
    const bool begun =
        r->word == REPORT_PROGRESS ||
        (r->unready < 0 && r->end != TRAIN_BROKEN && !r->unbegun);

    if (begun)
        members_note_begun(c, r->trial);
    if (r->saved)
        coordinator_tell(c, EVENT_SAVED, r->trial, NAN);
    if (r->evaluations)
        coordinator_notify(c, NOTICE_EVALUATIONS, slot, r);
    if (r->word == REPORT_PROGRESS) {
        c->longest = fmax(c->longest, r->seconds);
        slots_progress(c->slots, slot, r, coordinator_now(c));
        coordinator_notify(c, NOTICE_PROGRESS, slot, r);
    } else if (r->unbegun)
        reports_return(c, slot);
    else
        end_attempt(c, slot, r);
}

void reports_take(struct coordinator *c, int from, const struct report *r)
{
    const int slot = slot_of(c, r->trial);

    if (r->word == REPORT_BEGUN) {
        c->membership->member[from].trial = r->trial;
        c->membership->member[from].attempt = r->attempt;
    } else if (r->word == REPORT_SIGNAL)
        coordinator_tell(c, EVENT_STOP, -1, NAN);
    else if (r->word == REPORT_BYE)
        c->said_bye[from] = true;
    else if (r->word == REPORT_WARNING)
        c->world->notify(c->world->context,
                         &(struct notice){.word = NOTICE_WARNING,
                                          .rank = from,
                                          .report = r});
    else if (is_current(c, slot, from, r))
        take_progress(c, slot, r);
}
