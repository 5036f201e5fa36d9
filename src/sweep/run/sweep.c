#include "config.h"

#include "sweep/run/sweep.h"

#include <pthread.h>

#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "engine/comm/comm.h"
#include "engine/comm/heartbeat.h"
#include "engine/comm/start_timeout.h"
#include "sweep/coordinator/coordinator.h"
#include "sweep/coordinator/warnings.h"
#include "sweep/results/aggregate.h"
#include "sweep/run/monitor.h"
#include "sweep/run/ranks.h"
#include "sweep/run/signals.h"
#include "sweep/run/sweep_check.h"
#include "sweep/run/time_limit.h"
#include "sweep/run/trainer.h"
#include "sweep/run/trial_setup.h"
#include "sweep/run/world_mpi.h"

static void *coordinate(void *coordinator)
{
    comm_unbind_thread();
    coordinator_run(coordinator);
    return NULL;
}

static void pump(void *coordinator)
{
    coordinator_round(coordinator, false);
}

/* End without waiting for ranks that are not there. */
static void leave(enum attendance a)
{
    if (a != ALL_THERE)
        comm_lose(a == SOME_SILENT);
}

/* Rank 0: train and coordinate, or coordinate alone. */
static void lead(const struct experiment *x, const struct sweep_options *o,
                 bool dedicated, struct coordinator *c)
{
    pthread_t thread;

    if (dedicated) {
        trial_setup_forget();
        coordinator_run(c);
    } else if (!comm_world()->threads)
        trainer_run(x, o, pump, c);
    else if (pthread_create(&thread, NULL, coordinate, c))
        die("cannot start the coordinator's thread");
    else {
        trainer_run(x, o, NULL, NULL);
        pthread_join(thread, NULL);
    }
    leave(coordinator_attendance(c));
}

/* Update sweep.h5. After a stop this may be left to the next start. */
static void aggregate(const struct experiment *x, const struct sweep_options *o,
                      const struct run_ledger *b, enum sweep_end end)
{
    struct error e = {0}, lost;

    if (lease_lost(b->lease, &e))
        return;
    if (end == SWEEP_STOPPED && study_tally(b->study).trials > AGGREGATE_MOST)
        log_info("sweep.h5 is left as it is: the same command brings it up to "
                 "date when all trials are over");
    else if (aggregate_write(o->dir, x, b->lease, &e) && end != SWEEP_ERROR &&
             !lease_seen_lost(b->lease, &lost))
        log_warning("sweep.h5 is not up to date (the same command writes it "
                    "again): %s",
                    e.text);
}

/* Pack the journal of a complete sweep, to which nothing is added. */
static void compact(const struct run_ledger *b, enum sweep_end end)
{
    const struct study_tally t = study_tally(b->study);
    struct error failed, lost;

    if (end != SWEEP_ERROR && end != SWEEP_HELD && !t.own[PHASE_WAITING] &&
        !t.own[PHASE_PAUSED] && journal_compact(b->journal, &failed) &&
        !lease_seen_lost(b->lease, &lost))
        log_warning("%s", failed.text);
}

/* If the lease is lost by now, the folder is left to its new holder, however
 * the trials ended. */
static enum sweep_end check_lease(const struct run_ledger *b,
                                  enum sweep_end end, struct error *e)
{
    return lease_lost(b->lease, e) ? SWEEP_HELD : end;
}

/* A hook may come with an experiment file by someone else, so it is printed. */
static void tell_hook(const struct experiment *x)
{
    if (*x->run.hook)
        log_info("in the end rank 0 runs the hook: %s", x->run.hook);
}

/* Coordinate from the first order to the last. */
static enum sweep_end coordinate_all(const struct experiment *x,
                                     const struct sweep_options *o,
                                     struct membership *membership,
                                     struct run_ledger *b,
                                     const struct sweep_check *found,
                                     struct sweep_status *last, struct error *e)
{
    struct slots slots;

    slots_init(&slots, &membership->rank_groups, b->study);
    struct monitor *w = monitor_new(membership, b, &slots);
    struct world_mpi world;

    world_mpi_init(&world, b, w, membership);
    struct coordinator *c =
        coordinator_new(&(struct coordinator_setup){.world = &world.world,
                                                    .experiment = x,
                                                    .options = o,
                                                    .study = b->study,
                                                    .membership = membership,
                                                    .slots = &slots});
    const bool waiting = found->waiting > 0;

    if (waiting) {
        time_limit_say();
        tell_hook(x);
        lead(x, o, membership->rank_groups.first > 0, c);
    }
    enum sweep_end end = coordinator_end(c, e);

    compact(b, end);
    if (end == SWEEP_STOPPED && !slots_advanced(&slots) && time_limit_wasted(e))
        end = SWEEP_ERROR;
    run_ledger_forget(b);
    if (end != SWEEP_HELD &&
        (waiting || !aggregate_is_fresh(o->dir, x, b->ledger.index.ends)))
        aggregate(x, o, b, end);
    end = check_lease(b, end, e);
    if (end == SWEEP_DONE && found->other_data) {
        end = SWEEP_OTHER_DATA;
        *e = found->why;
    }
    monitor_end(w, end, e, waiting && end != SWEEP_HELD ? last : NULL);
    log_status_end();
    coordinator_free(c);
    world_mpi_release(&world);
    monitor_free(w);
    slots_release(&slots);
    return end;
}

/* Once everything is checked: collect the members and run the waiting trials.
 * The other ranks follow rank 0's orders. */
static enum sweep_end run_trials(const struct experiment *x,
                                 const struct sweep_options *o,
                                 const struct rank_groups *groups,
                                 struct run_ledger *b,
                                 const struct sweep_check *found,
                                 struct sweep_status *last, struct error *e)
{
    enum sweep_end end = SWEEP_DONE;
    struct membership membership;

    ranks_gather(&membership, groups);
    if (comm_world()->rank == 0)
        end = coordinate_all(x, o, &membership, b, found, last, e);
    else if (found->waiting)
        leave(trainer_run(x, o, NULL, NULL));
    membership_release(&membership);
    return end;
}

static void say_end(const struct run_ledger *b, const struct sweep_options *o,
                    enum sweep_end end, const struct error *e)
{
    const char *signal = signals_name();

    if (end == SWEEP_ERROR || end == SWEEP_HELD)
        complain("%s", e->text);
    if (end == SWEEP_STOPPED) {
        const struct study_tally t = study_tally(b->study);

        complain("stopped%s%s with %ld of %ld trials done in '%s'; "
                 "the same command goes on from there",
                 signal ? " by " : "", signal ? signal : "",
                 t.count[PHASE_FINISHED] + t.count[PHASE_FAILED], t.trials,
                 o->dir);
    }
}

/* True if another process holds the folder, or took it over. */
static bool is_held(const struct run_ledger *b)
{
    struct error ignored;

    return b->held || lease_seen_lost(b->lease, &ignored);
}

enum sweep_end sweep_run(struct experiment *x, const struct sweep_options *o,
                         struct sweep_status *last)
{
    struct run_ledger ledger = {0};
    struct sweep_check found = {0};
    struct rank_groups groups = {0};
    struct error e = {0};
    enum sweep_end end = SWEEP_ERROR;

    heartbeat_start(x->run.silence);
    start_timeout_end();
    time_limit_begin(x, o);
    warnings_keep(true);
    interrupt_by(signals_seen);
    if (sweep_check(x, o, &groups, &ledger, &found)) {
        end = SWEEP_DONE;
        if (!o->dry_run)
            end = run_trials(x, o, &groups, &ledger, &found, last, &e);
        if (comm_world()->rank == 0)
            say_end(&ledger, o, end, &e);
    } else if (world_any(is_held(&ledger)))
        end = SWEEP_HELD;
    else if (world_any(signals_seen()) && !world_any(time_limit_wasted(&e)))
        end = SWEEP_STOPPED;
    interrupt_by(NULL);
    run_ledger_close(&ledger);
    trial_setup_forget();
    warnings_keep(false);
    return end;
}
