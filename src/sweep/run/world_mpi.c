#include "config.h"

#include "sweep/run/world_mpi.h"

#include <errno.h>
#include <signal.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "engine/comm/comm.h"
#include "engine/comm/heartbeat.h"
#include "sweep/ledger/record.h"
#include "sweep/results/aggregate.h"
#include "sweep/run/outcome.h"
#include "sweep/run/signals.h"
#include "sweep/run/time_limit.h"

static double now(void *context)
{
    (void)context;
    return clock_now();
}

static bool stop_asked(void *context)
{
    (void)context;
    return signals_seen();
}

/* --- messages and ranks --------------------------------------------------- */

static void post(void *context, int to, const void *bytes, size_t n)
{
    (void)context;
    mailbox_post(to, false, bytes, n);
}

static void flush(void *context)
{
    (void)context;
    mailbox_flush(false);
}

static long receive(void *context, int *from, void *bytes, size_t room,
                    double seconds)
{
    (void)context;
    return mailbox_recv(true, from, bytes, room, seconds);
}

static double silence(void *context, int rank)
{
    (void)context;
    return heartbeat_silence(rank);
}

static bool stops(void *context, int rank)
{
    (void)context;
    return heartbeat_stops(rank);
}

static bool is_dead(void *context, int rank)
{
    const struct world_mpi *m = context;

    return membership_is_here(m->membership, rank) &&
           kill((pid_t)m->membership->member[rank].process, 0) != 0 &&
           errno == ESRCH;
}

static uint32_t numbers(void *context)
{
    (void)context;
    return group_numbers();
}

/* --- the journal ---------------------------------------------------------- */

static struct journal *journal(void *context)
{
    return ((struct world_mpi *)context)->run_ledger->journal;
}

static int add(void *context, const char *word, long trial, bool durable,
               const char *detail, struct error *e)
{
    return journal_add(journal(context), word, trial, durable, e, "%s", detail);
}

static long added(void *context)
{
    return journal_added(journal(context));
}

static long done(void *context, struct error *e)
{
    return journal_done(journal(context), e);
}

static int settle(void *context, struct error *e)
{
    return journal_settle(journal(context), e);
}

static void wait_for(void *context, long number, double seconds)
{
    journal_wait_for(journal(context), number, seconds);
}

static int name(void *context, struct error *e)
{
    return run_ledger_name(((struct world_mpi *)context)->run_ledger, e);
}

static int record(void *context, struct error *e)
{
    return run_ledger_record(((struct world_mpi *)context)->run_ledger, e);
}

static int end(void *context, const struct report *r, struct error *e)
{
    return run_ledger_end(((struct world_mpi *)context)->run_ledger, r, e);
}

/* --- results -------------------------------------------------------------- */

static bool find(void *context, long trial, struct result_message *l)
{
    const struct run_ledger *b = ((struct world_mpi *)context)->run_ledger;

    return outcome_find(b->x, b->o->dir, b->study, trial, l);
}

static int fail(void *context, long trial, const char *why,
                struct result_message *l, struct error *e)
{
    const struct run_ledger *b = ((struct world_mpi *)context)->run_ledger;

    return lease_lost(b->lease, e) ||
                   outcome_fail(b->x, b->o->dir, b->study, trial, why, l, e)
               ? -1
               : 0;
}

static int aggregate(void *context)
{
    const struct run_ledger *b = ((struct world_mpi *)context)->run_ledger;
    struct error e = {0}, lost;

    if (lease_lost(b->lease, &e))
        return -1;
    if (!aggregate_write(b->o->dir, b->x, b->lease, &e))
        return 0;
    if (!lease_seen_lost(b->lease, &lost))
        log_warning("sweep.h5 is not up to date, and is tried again: %s",
                    e.text);
    return -1;
}

/* --- other processes ------------------------------------------------------ */

static bool is_held(void *context, struct error *e)
{
    return lease_seen_lost(((struct world_mpi *)context)->run_ledger->lease, e);
}

static void stop_takes(void *context, double seconds)
{
    (void)context;
    time_limit_update(seconds);
}

static void notify(void *context, const struct notice *n)
{
    struct monitor *w = ((struct world_mpi *)context)->monitor;

    switch (n->word) {
    case NOTICE_START:
        monitor_start(w, n->next, n->values);
        break;
    case NOTICE_EVALUATIONS:
        monitor_evaluations(w, n->report);
        break;
    case NOTICE_OVER:
    case NOTICE_RETURN:
    case NOTICE_GIVE_UP:
        monitor_over(w, n->slot, n->report, n->again);
        break;
    case NOTICE_WARNING:
        monitor_warning(w, n->rank, n->report);
        break;
    case NOTICE_PROGRESS: /* is read when it is shown */
        break;
    }
}

static void before_wait(void *context)
{
    monitor_flush(((struct world_mpi *)context)->monitor);
}

static void after_wait(void *context)
{
    monitor_round(((struct world_mpi *)context)->monitor);
}

void world_mpi_init(struct world_mpi *m, struct run_ledger *b,
                    struct monitor *w, const struct membership *r)
{
    *m = (struct world_mpi){.run_ledger = b,
                            .monitor = w,
                            .membership = r,
                            .proposer = proposer_new(),
                            .world = {.now = now,
                                      .stop_asked = stop_asked,
                                      .post = post,
                                      .flush = flush,
                                      .receive = receive,
                                      .silence = silence,
                                      .stops = stops,
                                      .is_dead = is_dead,
                                      .numbers = numbers,
                                      .add = add,
                                      .added = added,
                                      .done = done,
                                      .settle = settle,
                                      .wait = wait_for,
                                      .name = name,
                                      .record = record,
                                      .end = end,
                                      .find = find,
                                      .fail = fail,
                                      .aggregate = aggregate,
                                      .is_held = is_held,
                                      .stop_takes = stop_takes,
                                      .notify = notify,
                                      .before_wait = before_wait,
                                      .after_wait = after_wait}};
    m->world.context = m;
    study_propose_by(b->study, proposer_ask, m->proposer);
}

void world_mpi_release(struct world_mpi *m)
{
    study_propose_by(m->run_ledger->study, NULL, NULL);
    proposer_free(m->proposer);
}

/* --- a worker's world ----------------------------------------------------- */

static void post_report(void *context, int to, const void *bytes, size_t n)
{
    (void)context;
    mailbox_post(to, true, bytes, n);
}

static void pump(const struct world_worker *m)
{
    if (m->pump)
        m->pump(m->pump_context);
}

static void flush_reports(void *context)
{
    mailbox_flush(true);
    pump(context);
}

/* A check between two steps (seconds = 0) does not run the coordinator. */
static long receive_order(void *context, int *from, void *bytes, size_t room,
                          double seconds)
{
    const struct world_worker *m = context;

    if (seconds > 0)
        pump(m);
    return mailbox_recv(false, from, bytes, room, m->pump ? 0 : seconds);
}

/* The coordinator finds rank 0's warnings by itself. */
static bool warned(void *context, struct warning *own)
{
    (void)context;
    return comm_world()->rank && warnings_next(own);
}

void world_worker_init(struct world_worker *m, void (*pump_by)(void *),
                       void *pump_context)
{
    *m = (struct world_worker){.pump = pump_by,
                               .pump_context = pump_context,
                               .world = {.now = now,
                                         .stop_asked = stop_asked,
                                         .post = post_report,
                                         .flush = flush_reports,
                                         .receive = receive_order,
                                         .warned = warned}};
    m->world.context = m;
}
