#include "config.h"

#include "sweep/run/sweep.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "engine/comm/comm.h"
#include "engine/comm/heartbeat.h"
#include "engine/comm/start_timeout.h"
#include "sweep/coordinator/coordinator.h"
#include "sweep/coordinator/message.h"
#include "sweep/coordinator/warnings.h"
#include "sweep/results/aggregate.h"
#include "sweep/run/conduct.h"
#include "sweep/run/list.h"
#include "sweep/run/monitor.h"
#include "sweep/run/ranks.h"
#include "sweep/run/run_ledger.h"
#include "sweep/run/signals.h"
#include "sweep/run/time_limit.h"
#include "sweep/run/trainer.h"
#include "sweep/run/trial_setup.h"
#include "sweep/run/world_mpi.h"

/* Facts on a sweep before it starts; the same on every rank. */
struct run_facts {
    long waiting;              /* number of trials to run */
    long first;                /* the first of them; -1: none */
    char values[ORDER_VALUES]; /* its values, with tabs between */
    bool small;       /* every trial makes a short line in the journal */
    bool other_data;  /* finished trials had other data: */
    struct error why; /* which data; on rank 0 */
};

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
                                     const struct run_facts *out,
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
    const bool waiting = out->waiting > 0;

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
    if (end == SWEEP_DONE && out->other_data) {
        end = SWEEP_OTHER_DATA;
        *e = out->why;
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
                                 const struct run_facts *out,
                                 struct sweep_status *last, struct error *e)
{
    enum sweep_end end = SWEEP_DONE;
    struct membership membership;

    ranks_gather(&membership, groups);
    if (comm_world()->rank == 0)
        end = coordinate_all(x, o, &membership, b, out, last, e);
    else if (out->waiting)
        leave(trainer_run(x, o, NULL, NULL));
    membership_release(&membership);
    return end;
}

/* Bytes of a result, in a file or in the journal. */
#define FILE_BYTES 16384
#define LINE_BYTES 2048

/* Return the bytes needed on disk: each group's states twice, for they are
 * replaced; and for every waiting trial the states that it keeps, or pauses
 * with, and its result. */
static double disk_need(const struct experiment *x,
                        const struct rank_groups *groups,
                        const struct run_facts *out,
                        const struct trial_size *size)
{
    static const double vectors[] = {
        [KEEP_NONE] = 0, [KEEP_BEST] = 1, [KEEP_LAST] = 3, [KEEP_ALL] = 4};
    const bool pauses =
        scheduler_has_rungs(&(struct scheduler){.scheduler = &x->scheduler});
    const double vector = sizeof(float) * (double)size->params;
    const double each = pauses ? 4 : vectors[x->run.keep];

    return (double)groups->groups * 9 * vector +
           (double)out->waiting *
               (each * vector + (out->small ? LINE_BYTES : FILE_BYTES)) +
           1048576;
}

static void describe(const struct run_ledger *b, struct run_facts *out)
{
    struct str values = {0};

    const struct study_tally t = study_tally(b->study);

    out->waiting = t.own[PHASE_WAITING] + t.own[PHASE_PAUSED];
    if (out->first < 0)
        return;
    study_text(b->study, out->first, "\t", &values);
    snprintf(out->values, sizeof(out->values), "%s", str_text(&values));
    str_release(&values);
}

static int check_first(const struct experiment *x,
                       const struct rank_groups *groups, struct run_facts *out,
                       struct trial_size *size, struct error *e)
{
    struct trial_config c;
    struct assignment a;

    if (assignment_parse(&x->search.space, out->first, out->values, &a, e))
        return -1;
    int failed = experiment_bind(x, &a, &c, e);

    if (!failed) {
        failed = trial_setup_check(x, &a, &c, groups->ranks, size, e);
        out->small = trial_setup_all_small(x, &c);
        trial_config_release(&c);
    }
    assignment_release(&x->search.space, &a);
    return failed;
}

/* Print warnings about the data that the first trial reads. */
static void say_warnings(void)
{
    struct str warnings = {0};

    task_warnings(trial_setup_task(), &warnings);
    for (const char *at = str_text(&warnings); *at; at += strcspn(at, "\n") + 1)
        log_warning("%.*s", (int)strcspn(at, "\n"), at);
    str_release(&warnings);
}

/* Check the input by a trial, which is noted; the same on all ranks. */
static bool check_input(const struct experiment *x,
                        const struct rank_groups *groups, struct run_ledger *b,
                        struct run_facts *out, struct trial_size *size)
{
    const bool first = comm_world()->rank == 0;
    struct error e = {0};

    if (!ranks_agreed(first && run_ledger_checking_begin(b, out->first, &e),
                      &e))
        return false;
    const bool sound =
        ranks_agreed(check_first(x, groups, out, size, &e), &e) &&
        ranks_agreed(ranks_same_data(trial_setup_data(), &e), &e);

    if (first)
        run_ledger_checking_end(b);
    if (first && sound)
        say_warnings();
    return sound;
}

/* Check that new trials have the same data as earlier ones; if no trial is left
 * to run, it is enough to report that they had others. After a stop this is not
 * reported. */
static bool check_data(struct run_ledger *b, struct run_facts *out)
{
    struct error e = {0};
    const int failed =
        comm_world()->rank == 0 && run_ledger_check_data(b, &out->why);

    if (failed)
        e = out->why;
    if (!ranks_agreed(failed && (out->waiting || interrupted()), &e))
        return false;
    out->other_data = failed;
    if (failed)
        log_warning("%s", e.text);
    return true;
}

/*
 * Find everything that can be wrong with the input, before anything is written.
 * False if there was an error, which was printed.
 */
static bool prepare(struct experiment *x, const struct sweep_options *o,
                    struct rank_groups *groups, struct run_ledger *b,
                    struct run_facts *out)
{
    const bool first = comm_world()->rank == 0;
    struct error e = {0};
    struct trial_size size = {0};

    if (!ranks_agreed(rank_groups_init(groups, x, comm_world()->size,
                                       comm_world()->threads, o->dedicated, &e),
                      &e) ||
        !ranks_agreed(ranks_same_identity(x, &e), &e) ||
        !ranks_agreed(
            first &&
                (run_ledger_take(b, x, o, rank_groups_slots(groups), &e) ||
                 conduct_check(b, &e) || run_ledger_first(b, &out->first, &e)),
            &e))
        return false;
    if (first) {
        describe(b, out);
        if (out->waiting)
            conduct_warn(b);
    }
    world_broadcast(out, sizeof(*out));
    if (out->first >= 0 && !check_input(x, groups, b, out, &size))
        return false;
    if (o->dry_run)
        return ranks_agreed(first && list_trials(x, groups, o->json, &e), &e);
    if (!check_data(b, out))
        return false;
    return ranks_agreed(
        first && run_ledger_open(b, disk_need(x, groups, out, &size), &e), &e);
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
    struct run_facts facts = {0};
    struct rank_groups groups = {0};
    struct error e = {0};
    enum sweep_end end = SWEEP_ERROR;

    heartbeat_start(x->run.silence);
    start_timeout_end();
    time_limit_begin(x, o);
    warnings_keep(true);
    interrupt_by(signals_seen);
    if (prepare(x, o, &groups, &ledger, &facts)) {
        end = SWEEP_DONE;
        if (!o->dry_run)
            end = run_trials(x, o, &groups, &ledger, &facts, last, &e);
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
