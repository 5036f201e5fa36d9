#include "config.h"

#include "sweep/run/monitor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/version.h"
#include "base/system/launcher.h"
#include "engine/comm/comm.h"
#include "sweep/coordinator/evaluations.h"
#include "sweep/coordinator/warnings.h"
#include "sweep/results/events.h"
#include "sweep/run/monitor_internal.h"
#include "sweep/run/progress.h"
#include "sweep/run/signals.h"
#include "sweep/run/status_query.h"
#include "text/formats/json_write.h"

/* The progress line is updated at most this often (seconds). */
#define SHOW_SECONDS 0.1
/* It shows no time left before so many seconds. */
#define SURE_SECONDS 10.0

/* --- events -------------------------------------------------------------- */

/* Begin an event of a trial with the members that all of them have. */
static void begin_of_trial(struct monitor *w, const char *word, int slot,
                           long number, int attempt)
{
    const struct trial *t = study_trial(w->run_ledger->study, number);
    struct str hosts = {0}, ranks = {0};
    char hex[DIGEST_HEX];

    digest_hex(t->name, hex);
    monitor_hosts(w, slot, &hosts);
    monitor_ranks(w, slot, &ranks);
    events_begin(word, &w->line);
    json_put_long(&w->line, "trial", number);
    json_put_text(&w->line, "digest", hex);
    json_put_long(&w->line, "attempt", attempt);
    json_put_text(&w->line, "ranks", str_text(&ranks));
    json_put_text(&w->line, "hosts", str_text(&hosts));
    str_release(&hosts);
    str_release(&ranks);
}

static void add_event(struct monitor *w)
{
    events_add(w->events, &w->line);
}

static void put_tally(struct monitor *w)
{
    const struct study_tally t = study_tally(w->run_ledger->study);

    json_put_long(&w->line, "trials", t.trials);
    json_put_long(&w->line, "finished", t.count[PHASE_FINISHED]);
    json_put_long(&w->line, "failed", t.count[PHASE_FAILED]);
}

static void put_hosts(struct monitor *w)
{
    struct str all = {0};

    for (int i = 0; i < w->membership->n; i++)
        str_addf(&all, "%s%s", i ? " " : "", w->membership->member[i].host);
    json_put_text(&w->line, "hosts", str_text(&all));
    str_release(&all);
}

/* Add the Slurm job that it runs in. */
static void put_slurm(struct monitor *w)
{
    const struct slurm_job j = launcher_slurm();

    if (!j.job)
        return;
    char *task = launcher_array_task(&j);

    json_put_text(&w->line, "slurm_job", j.job);
    json_put_text(&w->line, "slurm_array_task", task);
    json_put_text(&w->line, "slurm_step", j.step);
    json_put_long(&w->line, "slurm_restarts", j.restarts);
    json_put_text(&w->line, "slurm_partition", j.partition);
    json_put_text(&w->line, "slurm_cluster", j.cluster);
    free(task);
}

static void say_begin(struct monitor *w)
{
    events_begin(w->run_ledger->fresh ? "begin" : "resume", &w->line);
    json_put_text(&w->line, "name", w->run_ledger->x->name);
    json_put_text(&w->line, "codarun", version_text());
    json_put_long(&w->line, "ranks", comm_world()->size);
    json_put_long(&w->line, "groups", w->membership->rank_groups.groups);
    json_put_long(&w->line, "ranks_per_trial",
                  w->membership->rank_groups.ranks);
    put_hosts(w);
    put_slurm(w);
    json_put_text(&w->line, "goal", w->goal);
    put_tally(w);
    add_event(w);
}

static void say_warning(struct monitor *w, int rank, long trial,
                        const char *text)
{
    events_begin("warning", &w->line);
    json_put_long(&w->line, "rank", rank);
    json_put_text(&w->line, "host", w->membership->member[rank].host);
    json_put_count(&w->line, "trial", trial);
    json_put_text(&w->line, "text", text);
    add_event(w);
}

/* Write the warnings of rank 0; other ranks send theirs. */
static void say_own_warnings(struct monitor *w)
{
    struct warning own;

    while (warnings_next(&own))
        say_warning(w, comm_world()->rank, own.trial, own.text);
}

/* --- the log ------------------------------------------------------------- */

/* The swept values of a trial, " (name=value ...)". */
static void add_values(const struct monitor *w, long trial, struct str *s)
{
    if (!w->run_ledger->x->search.space.n)
        return;
    str_adds(s, " (");
    study_text(w->run_ledger->study, trial, " ", s);
    str_adds(s, ")");
}

static void log_over(const struct monitor *w, const struct report *r)
{
    struct str s = {0};
    char took[32];

    clock_words(r->seconds, took);
    if (r->end == TRAIN_FINISHED) {
        str_addf(&s, "trial %ld finished in %s", r->trial, took);
        if (!isnan(r->best))
            str_addf(&s, ", best %s %.2f", w->goal, r->best);
    } else
        str_addf(&s, "trial %ld failed: %s", r->trial, r->text);
    add_values(w, r->trial, &s);
    log_info("%s", str_text(&s));
    str_release(&s);
}

/* --- reports of the coordinator ------------------------------------------ */

struct monitor *monitor_new(const struct membership *r,
                            const struct run_ledger *b, struct slots *s)
{
    struct monitor *w = memory_zeroed(1, sizeof(*w));

    w->membership = r;
    w->run_ledger = b;
    w->goal = status_query_goal(b->x);
    w->slots = s;
    w->began = clock_now();
    w->since = clock_day();
    w->events = events_open(b->o->dir);
    events_guard(w->events, lease_guard, b->lease);
    say_begin(w);
    monitor_flush(w);
    monitor_write(w, NULL, NULL);
    return w;
}

void monitor_free(struct monitor *w)
{
    if (!w)
        return;
    events_close(w->events);
    str_release(&w->line);
    free(w->goal);
    free(w);
}

void monitor_start(struct monitor *w, const struct next *d,
                   const struct assignment *a)
{
    struct str values = {0};

    assignment_text(&w->run_ledger->x->search.space, a, "\t", &values);
    begin_of_trial(w, "start", d->slot, d->trial, d->attempt);
    json_put_real(&w->line, "until", w->slots->slot[d->slot].until);
    json_put_pairs(&w->line, "values", str_text(&values));
    add_event(w);
    str_release(&values);
}

static const char *const over_words[] = {
    [TRAIN_FINISHED] = "finish", [TRAIN_FAILED] = "fail",
    [TRAIN_STOPPED] = "stop",    [TRAIN_PAUSED] = "rung",
    [TRAIN_BROKEN] = "lost",
};

void monitor_over(struct monitor *w, int slot, const struct report *r,
                  bool again)
{
    const struct study *s = w->run_ledger->study;

    begin_of_trial(w, over_words[r->end], slot, r->trial, r->attempt);
    if (r->end == TRAIN_PAUSED)
        json_put_long(&w->line, "rung", study_rung(s, r->trial));
    if (r->end == TRAIN_FINISHED || r->end == TRAIN_PAUSED)
        json_put_real(&w->line, "goal", r->best);
    else if (r->end != TRAIN_STOPPED)
        json_put_text(&w->line, "reason", r->text);
    if (r->end == TRAIN_BROKEN)
        json_put_bool(&w->line, "again", again);
    json_put_real(&w->line, "seconds", r->seconds);
    add_event(w);
    if (log_tells() && (r->end == TRAIN_FINISHED || r->end == TRAIN_FAILED))
        log_over(w, r);
}

void monitor_evaluations(struct monitor *w, const struct report *r)
{
    const char *line;
    size_t at = 0, n;

    while ((line = evaluations_next(r, &at, &n))) {
        events_begin("evaluation", &w->line);
        json_put_long(&w->line, "trial", r->trial);
        json_put_long(&w->line, "attempt", r->attempt);
        str_adds(&w->line, ", ");
        str_add(&w->line, line, n);
        add_event(w);
    }
}

void monitor_warning(struct monitor *w, int rank, const struct report *r)
{
    say_warning(w, rank, r->trial, r->text);
}

void monitor_flush(struct monitor *w)
{
    events_write(w->events);
}

/* The time of the first steps is not typical. */
static void show_progress(struct monitor *w)
{
    const double left = clock_now() - w->began < SURE_SECONDS
                            ? (double)NAN
                            : slots_left(w->slots);

    progress_show(w->run_ledger->study, w->slots->slot,
                  rank_groups_slots(&w->membership->rank_groups), w->goal,
                  left);
    w->shown = clock_now();
}

void monitor_round(struct monitor *w)
{
    say_own_warnings(w);
    if (clock_now() - w->shown >= SHOW_SECONDS)
        show_progress(w);
    monitor_write_in_time(w);
}

/* Write the last status, without ranks and hosts. */
static void tell_last(const struct monitor *w, const char *how, const char *why,
                      struct sweep_status *last)
{
    *last = sweep_status_blank();
    status_query_study(w->run_ledger->x, w->goal, w->run_ledger->study, last);
    last->ended = memory_string(how);
    last->why = why ? memory_string(why) : NULL;
}

void monitor_end(struct monitor *w, enum sweep_end end, const struct error *why,
                 struct sweep_status *last)
{
    const char *how = end == SWEEP_DONE            ? "done"
                      : end == SWEEP_OTHER_DATA    ? "done"
                      : end == SWEEP_FAILED_TRIALS ? "failed"
                      : end == SWEEP_STOPPED       ? "stopped"
                                                   : "error";
    const char *by = signals_name();
    char stop[64];
    const char *text = end == SWEEP_ERROR           ? why->text
                       : end == SWEEP_OTHER_DATA    ? why->text
                       : end == SWEEP_STOPPED && by ? stop
                                                    : NULL;

    snprintf(stop, sizeof(stop), "stopped by %s", by ? by : "");
    say_own_warnings(w);
    events_begin("end", &w->line);
    json_put_text(&w->line, "how", how);
    json_put_text(&w->line, "why", text);
    json_put_long(&w->line, "steps_trained", slots_trained(w->slots));
    put_tally(w);
    add_event(w);
    monitor_flush(w);
    show_progress(w);
    monitor_write(w, how, text);
    if (last)
        tell_last(w, how, text, last);
}
