/* reports.c - what ranks say of their trials, and what is made of it. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "base/log.h"
#include "results/record.h"
#include "run/coordinator_parts.h"
#include "run/outcome.h"
#include "run/trial.h"

static void take_progress(struct seat *seat, const struct report *r)
{
    seat->share =
        r->steps > 0 ? fmin(1, (double)r->step / (double)r->steps) : 0;
    if (!seat->reported)
        seat->before = seat->share;
    seat->reported = true;
}

/* The swept values of a trial, " (name=value ...)", for the log. */
static void add_values(const struct coordinator *c, long trial, struct str *s)
{
    const struct space *space = &c->x->search.space;

    if (!space->n)
        return;
    str_adds(s, " (");
    assignment_text(space, &study_trial(c->study, trial)->a, " ", s);
    str_adds(s, ")");
}

static void say_over(const struct coordinator *c, const struct report *r)
{
    struct str s = {0};
    char took[32];

    progress_time(r->seconds, took);
    if (r->end == TRAIN_FINISHED) {
        str_addf(&s, "trial %ld finished in %s", r->trial, took);
        if (!isnan(r->best))
            str_addf(&s, ", best valid.%s %.2f", c->progress.goal, r->best);
    } else
        str_addf(&s, "trial %ld failed: %s", r->trial, r->text);
    add_values(c, r->trial, &s);
    log_info("%s", str_text(&s));
    str_release(&s);
}

/* As many as the user would have. */
static void count_failure(struct coordinator *c)
{
    const long most = c->o->most_failures;

    if (++c->failures != most)
        return;
    log_warning("%ld trial%s failed: the others stop", most,
                most == 1 ? " has" : "s have");
    c->too_many = true;
    coordinator_tell(c, EVENT_STOP, -1, NAN);
}

/* A trial came to its own end: its result file is there. */
static void take_over(struct coordinator *c, const struct report *r)
{
    const struct ending end = {.failed = r->end != TRAIN_FINISHED,
                               .goal = r->best,
                               .bytes = r->bytes,
                               .reason = r->text};
    struct error e = {0};

    coordinator_tell(c, end.failed ? EVENT_FAILED : EVENT_FINISHED, r->trial,
                     r->best);
    if (!coordinator_owns(c))
        coordinator_noted(
            c, record_ending(c->books->journal, r->trial, &end, false, &e), &e);
    c->fresh = true;
    say_over(c, r);
    if (end.failed)
        count_failure(c);
}

/* --- trials that their ranks cannot finish ------------------------------- */

/* The row of such a trial, which rank 0 writes. */
static int write_failure(struct coordinator *c, long trial, const char *why,
                         long *bytes, struct error *e)
{
    const struct trial *t = study_trial(c->study, trial);
    struct trial_config conf;
    struct result r;
    struct group alone = group_alone();

    if (experiment_bind(c->x, &t->a, &conf, e))
        return -1;
    alone.attempt = (uint32_t)t->attempt;
    trial_give_up(&(struct trial_call){.experiment = c->x,
                                       .assignment = &t->a,
                                       .config = &conf,
                                       .group = &alone},
                  why, &r);
    const int failed = outcome_write(c->x, c->o->dir, &r, bytes, e);

    result_release(&r);
    trial_config_release(&conf);
    return failed;
}

static void give_up(struct coordinator *c, long trial, const char *why)
{
    struct report r = {.end = TRAIN_FAILED, .trial = trial, .best = NAN};
    struct error e = {0};

    snprintf(r.text, sizeof(r.text), "%s", why);
    if (coordinator_noted(c, write_failure(c, trial, why, &r.bytes, &e), &e))
        coordinator_tell(c, EVENT_STOPPED, trial, NAN);
    else
        take_over(c, &r);
}

void reports_lose(struct coordinator *c, long trial, const char *why)
{
    struct str s = {0};

    coordinator_tell(c, EVENT_LOST, trial, NAN);
    coordinator_note(c, "lost", trial, why);
    const int losses = study_trial(c->study, trial)->losses;

    if (losses <= c->x->run.retries)
        log_warning("trial %ld was lost and is tried again: %s", trial, why);
    else {
        str_addf(&s, "lost %d time%s, the last time: %s", losses,
                 losses == 1 ? "" : "s", why);
        give_up(c, trial, s.s);
    }
    str_release(&s);
}

/* The world does not let it go on: a full disk, say, that another attempt would
 * meet again. */
static void take_breakage(struct coordinator *c, const struct report *r)
{
    struct error e = {0};

    coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);
    coordinator_note(c, "broken", r->trial, r->text);
    error_set(&e, "trial %ld: %s", r->trial, r->text);
    coordinator_break(c, &e);
}

/* It could not begin on a rank: that rank's host may be at fault. */
static void take_unready(struct coordinator *c, const struct report *r)
{
    if (members_doubt(c, r->unready, r->trial, r->text)) {
        coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);
        coordinator_note(c, "elsewhere", r->trial, r->text);
    } else if (r->end == TRAIN_BROKEN)
        take_breakage(c, r);
    else
        give_up(c, r->trial, r->text);
}

/* --- what ends an attempt ------------------------------------------------ */

static void take_pause(struct coordinator *c, const struct report *r)
{
    struct error e = {0};

    coordinator_tell(c, EVENT_PAUSED, r->trial, r->best);
    if (!coordinator_owns(c))
        coordinator_noted(
            c, record_rung(c->books->journal, r->trial, r->best, &e), &e);
}

static void take_stop(struct coordinator *c, const struct report *r)
{
    coordinator_tell(c, EVENT_STOP, -1, NAN);
    coordinator_tell(c, EVENT_STOPPED, r->trial, NAN);
    coordinator_note(c, "stop", r->trial, "");
}

static void take_end(struct coordinator *c, const struct report *r)
{
    if (r->unready >= 0)
        take_unready(c, r);
    else if (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED)
        take_over(c, r);
    else if (r->end == TRAIN_BROKEN && r->lost)
        reports_lose(c, r->trial, r->text);
    else if (r->end == TRAIN_BROKEN)
        take_breakage(c, r);
    else if (r->end == TRAIN_PAUSED)
        take_pause(c, r);
    else
        take_stop(c, r);
}

/* How much of a trial's work was done by this attempt. */
static void count_work(struct coordinator *c, const struct seat *seat,
                       const struct report *r)
{
    if (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED)
        c->progress.finished += 1 - seat->before;
    else if (r->end == TRAIN_PAUSED)
        c->progress.finished += seat->share - seat->before;
}

/* Is this of the attempt that a seat is at?  Who was given up may not know. */
static bool is_current(const struct coordinator *c, int seat, int from,
                       const struct report *r)
{
    return seat >= 0 && roster_team(c->roster, seat)[0] == from &&
           study_seat(c->study, seat) == r->trial && r->trial >= 0 &&
           study_trial(c->study, r->trial)->attempt == r->attempt;
}

static void take_news(struct coordinator *c, struct seat *seat,
                      const struct report *r)
{
    if (r->word == REPORT_PROGRESS) {
        take_progress(seat, r);
        members_believe(c, r->trial);
        return;
    }
    if (r->unready < 0 && r->end != TRAIN_BROKEN)
        members_believe(c, r->trial);
    count_work(c, seat, r);
    take_end(c, r);
}

void reports_take(struct coordinator *c, int from, const struct report *r)
{
    const int seat = c->roster->member[from].seat;

    if (r->word == REPORT_SIGNAL)
        coordinator_tell(c, EVENT_STOP, -1, NAN);
    else if (r->word == REPORT_BYE)
        c->said_bye[from] = true;
    else if (is_current(c, seat, from, r))
        take_news(c, &c->seat[seat], r);
}
