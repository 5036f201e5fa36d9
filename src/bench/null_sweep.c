#include "config.h"

#include "bench/null_sweep.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/comm/comm.h"
#include "engine/train/train.h"
#include "sweep/coordinator/coordinator.h"
#include "sweep/run/ranks.h"
#include "sweep/run/run_ledger.h"
#include "sweep/run/world_mpi.h"

#define SETTLE_SECONDS 1.5

/* The data that it names do not exist and are not read. */
static const char text[] =
    "name: drill\n"
    "task: {kind: rank, train: none, valid: none,\n"
    "       columns: [question, answer, label]}\n"
    "model: {kind: decatt, attention: {kind: coda}}\n"
    "train: {steps: 1, batch: 8}\n"
    "run: {keep: none, ranks_per_trial: 1}\n"
    "sweep:\n"
    "  method: random\n"
    "  trials: 1000000\n"
    "  parameters:\n"
    "    train.learning_rate: {min: 1.0e-4, max: 1.0e-1, scale: log}\n";

/* --- a rank that trains nothing ------------------------------------------ */

struct dummy_worker {
    double until; /* time by the clock */
    bool stopped;
    bool answered; /* it has answered an order since it last waited */
    double first;  /* seconds of its first wait for an order, */
    double rest;   /* and of all later waits together */
    long waits;    /* number of later waits */
};

static void answer(struct dummy_worker *a, const struct order *order)
{
    struct report r;

    report_begin(&r, REPORT_END, order->trial);
    r.attempt = order->attempt;
    r.end = TRAIN_FINISHED;
    r.best = (double)order->trial;
    mailbox_post(0, true, &r, report_bytes(&r));
    a->answered = true;
}

/* A word that is of no trial. */
static void say(enum report_word word)
{
    struct report r;

    report_begin(&r, word, -1);
    mailbox_send(0, true, &r, report_bytes(&r));
}

static void stop_in_time(struct dummy_worker *a)
{
    if (a->stopped || clock_now() < a->until)
        return;
    a->stopped = true;
    say(REPORT_SIGNAL);
}

/* Record a wait for an order, if it had no other orders. */
static void note_wait(struct dummy_worker *a, const struct order *order,
                      double seconds)
{
    if (!a->answered || order->word != ORDER_TRAIN)
        return;
    a->answered = false;
    if (isnan(a->first)) {
        a->first = seconds;
        return;
    }
    a->rest += seconds;
    a->waits++;
}

/* Receive the next order; false if none has arrived yet. */
static bool next_order(struct dummy_worker *a, struct order *order)
{
    int from;

    if (mailbox_recv(false, &from, order, sizeof(*order), 0) > 0)
        return true;
    const double since = clock_now();

    mailbox_flush(true);
    if (mailbox_recv(false, &from, order, sizeof(*order), 0.25) <= 0)
        return false;
    note_wait(a, order, clock_now() - since);
    return true;
}

/* Answer orders until the end; returns the first wait, and the mean of later
 * ones. */
static void answer_all(double seconds, double waits[2])
{
    struct dummy_worker a = {.until = clock_now() + seconds, .first = NAN};
    struct order order = {0};

    while (order.word != ORDER_LEAVE) {
        stop_in_time(&a);
        if (!next_order(&a, &order))
            continue;
        if (order.word == ORDER_TRAIN)
            answer(&a, &order);
        else if (order.word == ORDER_QUIT)
            say(REPORT_BYE);
    }
    waits[0] = a.first;
    waits[1] = a.waits ? a.rest / (double)a.waits : NAN;
}

/* Find the longest waits of all ranks, first and later. */
static void gather_waits(struct null_sweep *d, const double waits[2])
{
    const int n = comm_world()->size;
    double *all = memory_zeroed(2 * (size_t)n, sizeof(*all));

    world_gather(waits, 2 * sizeof(*waits), all);
    d->wake = d->answer = NAN;
    for (int i = 0; i < n; i++) {
        d->wake = fmax(d->wake, all[2 * i]);
        d->answer = fmax(d->answer, all[2 * i + 1]);
    }
    free(all);
}

/* --- rank 0 -------------------------------------------------------------- */

static void *coordinate(void *coordinator)
{
    comm_unbind_thread();
    coordinator_run(coordinator);
    return NULL;
}

static double cpu_of(pthread_t thread)
{
    struct timespec t = {0};
    clockid_t clock;

    if (!pthread_getcpuclockid(thread, &clock))
        clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Return the coordinator's CPU use while no rank answers.  A coordinator polls
 * less and less often, so the beginning is not counted. */
static double sleep_beside(pthread_t thread, double seconds)
{
    clock_sleep(SETTLE_SECONDS);
    const double before = cpu_of(thread);

    clock_sleep(seconds);
    return (cpu_of(thread) - before) / seconds;
}

/* Run rank 0; returns the seconds during which all ranks answered. */
static double run_coordinator(struct null_sweep *d, struct coordinator *c)
{
    double waits[2];
    pthread_t thread;

    if (pthread_create(&thread, NULL, coordinate, c))
        die("cannot start the coordinator's thread");
    d->idle = d->asleep > 0 ? sleep_beside(thread, d->asleep) : NAN;
    const double began = clock_now();

    answer_all(d->seconds, waits);
    pthread_join(thread, NULL);
    const double took = clock_now() - began;

    gather_waits(d, waits);
    return took;
}

static int coordinate_all(struct null_sweep *d, struct membership *membership,
                          struct run_ledger *b, struct error *e)
{
    struct slots slots;

    slots_init(&slots, &membership->rank_groups, b->study);
    struct monitor *w = monitor_new(membership, b, &slots);
    struct world_mpi world;

    world_mpi_init(&world, b, w, membership);
    struct coordinator *c =
        coordinator_new(&(struct coordinator_setup){.world = &world.world,
                                                    .experiment = b->x,
                                                    .options = b->o,
                                                    .study = b->study,
                                                    .membership = membership,
                                                    .slots = &slots});

    if (d->relaxed)
        journal_relax(b->journal);
    const double seconds = run_coordinator(d, c);

    d->rate = (double)study_tally(b->study).count[PHASE_FINISHED] / seconds;
    const bool failed = coordinator_end(c, e) == SWEEP_ERROR;

    coordinator_free(c);
    world_mpi_release(&world);
    monitor_free(w);
    slots_release(&slots);
    return failed ? -1 : 0;
}

/* Write the experiment to a file beside the folder and read it. */
static int read_experiment(struct experiment *x, const char *dir,
                           struct error *e)
{
    char *path = memory_format("%s.yaml", dir);
    const int failed = file_refresh(path, text, strlen(text), e) ||
                       experiment_read(x, path, NULL, 0, e);

    free(path);
    return failed ? -1 : 0;
}

static int open_ledger(struct run_ledger *b, struct experiment *x,
                       const struct sweep_options *o,
                       const struct rank_groups *rank_groups, struct error *e)
{
    long first;

    return run_ledger_take(b, x, o, rank_groups_slots(rank_groups), e) ||
                   run_ledger_first(b, &first, e) || run_ledger_open(b, 0, e)
               ? -1
               : 0;
}

static struct rank_groups all_alone(const struct null_sweep *d)
{
    const int n = comm_world()->size;

    return (struct rank_groups){
        .ranks = 1,
        .groups = n,
        .slots_per_group = d->single ? 1 : rank_groups_slots_per_group(n)};
}

/* Tell all ranks whether rank 0 could open its files, and meet if so. */
static bool gather_ranks(const struct null_sweep *d,
                         struct membership *membership, int failed)
{
    const struct rank_groups rank_groups = all_alone(d);

    world_broadcast(&failed, sizeof(failed));
    if (!failed)
        ranks_gather(membership, &rank_groups);
    return !failed;
}

static int run_first_rank(struct null_sweep *d, struct error *e)
{
    const struct sweep_options o = {.dir = d->dir};
    struct experiment x = {0};
    struct run_ledger b = {0};
    struct membership membership = {0};
    const struct rank_groups rank_groups = all_alone(d);
    int failed = read_experiment(&x, d->dir, e);

    failed = failed || open_ledger(&b, &x, &o, &rank_groups, e);
    if (gather_ranks(d, &membership, failed)) {
        failed = coordinate_all(d, &membership, &b, e);
        membership_release(&membership);
    }
    run_ledger_close(&b);
    experiment_release(&x);
    return failed ? -1 : 0;
}

static void take_part(struct null_sweep *d)
{
    struct membership none;
    double waits[2];

    if (!gather_ranks(d, &none, 0))
        return;
    if (d->asleep > 0)
        clock_sleep(SETTLE_SECONDS + d->asleep);
    answer_all(d->seconds, waits);
    gather_waits(d, waits);
}

int null_sweep_run(struct null_sweep *d, struct error *e)
{
    int failed = 0;

    assert(comm_world()->threads);
    if (comm_world()->rank == 0)
        failed = run_first_rank(d, e);
    else
        take_part(d);
    return world_any(failed) ? -1 : 0;
}
