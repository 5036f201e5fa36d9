/* monitor_status.c - status.json of a running sweep. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/io_watchdog.h"
#include "base/system/launcher.h"
#include "base/system/process.h"
#include "engine/comm/comm.h"
#include "sweep/run/monitor_internal.h"
#include "sweep/run/status_query.h"
#include "sweep/run/time_limit.h"

/* Written at most this often (seconds), and less often if that would take more
 * than this share of the time. */
#define WRITE_SECONDS 2.0
#define WRITE_SHARE 0.002

void monitor_hosts(const struct monitor *w, int slot, struct str *out)
{
    const int *rank = membership_team(w->membership, slot);

    for (int i = 0; i < w->membership->rank_groups.ranks; i++) {
        const char *host = w->membership->member[rank[i]].host;

        if (str_lists(out, host, strlen(host)))
            continue;
        str_adds(out, out->len ? " " : "");
        str_adds(out, host);
    }
}

void monitor_ranks(const struct monitor *w, int slot, struct str *ranks)
{
    const int *rank = membership_team(w->membership, slot);
    const int n = w->membership->rank_groups.ranks;

    str_adds(ranks, ranks->len ? " " : "");
    if (n > 1 && rank[n - 1] - rank[0] == n - 1) {
        str_addf(ranks, "%d-%d", rank[0], rank[n - 1]);
        return;
    }
    for (int i = 0; i < n; i++) {
        str_adds(ranks, i ? " " : "");
        str_add_long(ranks, rank[i]);
    }
}

/* Return the speed from the reports since this turn began. */
static double speed(const struct slot *slot)
{
    const double seconds = slot->heard - slot->first_heard;

    return slot->reported && seconds > 0
               ? (double)(slot->last.step - slot->first.step) / seconds
               : (double)NAN;
}

/* Add the trial that a group is running. */
static void add_slot(const struct monitor *w, int at, struct sweep_status *out)
{
    const struct slot *slot = &w->slots->slot[at];
    const long number = study_slot(w->run_ledger->study, at);
    const struct trial *t = study_trial(w->run_ledger->study, number);
    struct sweep_status_trial *s = sweep_status_add(out);
    struct str hosts = {0}, values = {0}, ranks = {0};
    char hex[DIGEST_HEX];

    digest_hex(t->name, hex);
    monitor_hosts(w, at, &hosts);
    monitor_ranks(w, at, &ranks);
    study_text(w->run_ledger->study, number, "\t", &values);
    s->trial = number;
    s->attempt = t->attempt;
    s->digest = memory_string(hex);
    s->values = str_take(&values);
    s->ranks = str_take(&ranks);
    s->hosts = str_take(&hosts);
    s->since = clock_day() - (clock_now() - slots_began(w->slots, at));
    if (!slot->reported)
        return;
    s->step = slot->last.step;
    s->steps = slot->last.steps;
    s->loss = slot->last.loss;
    s->goal = slot->last.best;
    s->steps_per_second = speed(slot);
}

static void add_groups(const struct monitor *w, struct sweep_status *out)
{
    struct str idle = {0};

    for (int i = 0; i < w->membership->rank_groups.groups; i++) {
        if (!membership_is_open(w->membership, i))
            continue;
        const int slot = slots_running(w->slots, i, NULL);

        out->groups++;
        if (slot >= 0)
            add_slot(w, slot, out);
        else {
            out->idle_groups++;
            monitor_ranks(w, i, &idle);
        }
    }
    out->idle_ranks = str_take(&idle);
    out->ranks = comm_world()->size;
    out->ranks_per_trial = w->membership->rank_groups.ranks;
}

/* Add a rank that is silent, set aside, or without a team. */
static void add_member(const struct monitor *w, int rank,
                       struct sweep_status *out)
{
    const struct member *m = &w->membership->member[rank];
    const struct start_failure *d = membership_aside(w->membership, m->host);

    if (!m->gone && !d) {
        out->spare_ranks += m->slot < 0;
        return;
    }
    struct sweep_status_aside *a = sweep_status_add_aside(out);

    a->ranks = memory_format("%d", rank);
    a->host = memory_string(m->host);
    a->reason = memory_string(m->gone ? "not heard of" : d->reason);
}

static void add_members(const struct monitor *w, struct sweep_status *out)
{
    for (int i = w->membership->rank_groups.first; i < w->membership->n; i++)
        add_member(w, i, out);
}

/* Add the Slurm job that it runs in. */
static void add_slurm(struct sweep_status *out)
{
    const struct slurm_job j = launcher_slurm();

    if (!j.job)
        return;
    out->slurm_job = memory_string(j.job);
    out->slurm_array_task = launcher_array_task(&j);
    out->slurm_step = j.step ? memory_string(j.step) : NULL;
    out->slurm_restarts = j.restarts;
    out->slurm_partition = j.partition ? memory_string(j.partition) : NULL;
    out->slurm_cluster = j.cluster ? memory_string(j.cluster) : NULL;
}

static void add_process(const struct monitor *w, struct sweep_status *out)
{
    char host[256];

    process_host(host);
    out->host = memory_string(host);
    out->process = (long)getpid();
    out->process_began = (long)process_began(getpid());
    out->since = w->since;
    out->written = clock_day();
    out->every = fmax(WRITE_SECONDS, w->write_costs / WRITE_SHARE);
}

void monitor_write(struct monitor *w, const char *ended, const char *why)
{
    const double before = clock_now();
    const struct run_ledger *b = w->run_ledger;
    struct sweep_status s = sweep_status_blank();
    struct error e;
    char slow[600];

    if (lease_lost(b->lease, &e))
        return;
    status_query_study(b->x, w->goal, b->study, &s);
    add_process(w, &s);
    add_slurm(&s);
    add_groups(w, &s);
    add_members(w, &s);
    s.steps_trained = slots_trained(w->slots);
    s.stops = time_limit_day();
    s.seconds_left = slots_left(w->slots);
    s.ended = ended ? memory_string(ended) : NULL;
    s.why = why ? memory_string(why) : NULL;
    s.storage =
        io_watchdog_stalled(slow, sizeof(slow)) ? memory_string(slow) : NULL;
    if (sweep_status_write(&s, b->o->dir, &e) && !file_no_room() &&
        !w->write_failed) {
        w->write_failed = true;
        log_warning("'codarun status' does not see this sweep: %s", e.text);
    }
    sweep_status_release(&s);
    w->written = clock_now();
    w->write_costs = w->written - before;
}

void monitor_write_in_time(struct monitor *w)
{
    if (clock_now() - w->written >=
        fmax(WRITE_SECONDS, w->write_costs / WRITE_SHARE))
        monitor_write(w, NULL, NULL);
}
