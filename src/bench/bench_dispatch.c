/*
 * bench_dispatch.c - the number of trials per second that the runner can start
 * and finish if they train nothing, and the number of syncs of the disk.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "bench/bench.h"
#include "bench/null_sweep.h"
#include "cmd/launch.h"
#include "engine/comm/comm.h"

/* Trials of one step for each second of a repeat. */
#define STEP_TRIALS 2000

struct bench_dispatch_options {
    struct bench bench;
    const char *dir;
    double seconds;
};

static const struct cli_option options[] = {
    {CLI_TEXT(struct bench_dispatch_options, dir), .name = "dir", .letter = 'd',
     .value = "DIR",
     .help = "Write below this folder, whose disk is measured; the one at hand "
             "unless given"},
    BENCH_SECONDS(struct bench_dispatch_options, seconds,
                  "Time of a repeat; 1"),
    {CLI_GROUP(struct bench_dispatch_options, bench, bench_table)},
    CLI_END,
};

/* --- a temporary folder --------------------------------------------------- */

static int make_scratch(const struct bench_dispatch_options *o, char **scratch,
                        struct error *e)
{
    *scratch = memory_format("%s/codarun-bench.XXXXXX", o->dir);
    return mkdtemp(*scratch) ? 0 : error_errno(e, "cannot make '%s'", *scratch);
}

static void remove_scratch(char *scratch)
{
    folder_remove(scratch);
    free(scratch);
}

/* --- measuring ----------------------------------------------------------- */

/* Measure the disk alone: lines of a journal, each synced. */
static int sync_rate(const char *scratch, double seconds, double *rate,
                     struct error *e)
{
    char *path = memory_format("%s/syncs", scratch), line[100];
    const int fd = file_open_own(path, O_APPEND, 0666, e);
    const double from = clock_now();
    int failed = fd < 0;

    memset(line, '#', sizeof(line));
    for (*rate = 0; !failed && clock_now() - from < seconds; ++*rate)
        failed = write(fd, line, sizeof(line)) != (ssize_t)sizeof(line) ||
                 fdatasync(fd);
    *rate /= clock_now() - from;
    if (failed)
        error_errno(e, "cannot write and sync '%s'", path);
    if (fd >= 0)
        close(fd);
    free(path);
    return failed ? -1 : 0;
}

static void report(const struct bench_dispatch_options *o, const char *name,
                   const char *unit, double *repeats)
{
    char text[64];

    snprintf(text, sizeof(text), "ranks=%d seconds=%g", comm_world()->size,
             o->seconds);
    if (comm_world()->rank == 0)
        bench_report(&o->bench, name, unit, text, (int)o->bench.repeats,
                     repeats);
}

static int measure_syncs(const struct bench_dispatch_options *o,
                         const char *scratch, double *repeats, struct error *e)
{
    for (long i = 0; i < o->bench.repeats; i++)
        if (sync_rate(scratch, o->seconds, &repeats[i], e))
            return -1;
    report(o, "disk.syncs", "1/s", repeats);
    return 0;
}

/* The results of the sweeps, [repeats] each. */
struct measured {
    double *rate, *idle, *wake, *answer;
};

static struct measured measured_new(long repeats)
{
    const size_t n = (size_t)repeats;
    double *all = memory_zeroed(4 * n, sizeof(*all));

    return (struct measured){all, all + n, all + 2 * n, all + 3 * n};
}

/* Run the repeats; collective. */
static int measure(const struct bench_dispatch_options *o, const char *scratch,
                   const char *name, const struct null_sweep *like,
                   struct measured *m, struct error *e)
{
    for (long i = 0; i < o->bench.repeats; i++) {
        char *dir = memory_format("%s/%s%ld", scratch, name, i);
        struct null_sweep d = *like;

        d.dir = dir;
        const int failed = null_sweep_run(&d, e);

        m->rate[i] = d.rate;
        m->idle[i] = 100 * d.idle;
        m->wake[i] = 1e3 * d.wake;
        m->answer[i] = 1e3 * d.answer;
        free(dir);
        if (failed)
            return -1;
    }
    return 0;
}

/* Run the repeats of the one-step sweep.  Rank 0 tells the others the
 * folder. */
static int measure_steps(const struct bench_dispatch_options *o,
                         const char *scratch, double *repeats, struct error *e)
{
    char shared[4096] = "";

    snprintf(shared, sizeof(shared), "%s", scratch);
    world_broadcast(shared, sizeof(shared));
    for (long i = 0; i < o->bench.repeats; i++) {
        char *dir = memory_format("%s/one_step%ld", shared, i);
        struct one_step_sweep d = {
            .dir = dir, .trials = (long)(STEP_TRIALS * o->seconds) + 1};
        const int failed = one_step_sweep(&d, e);

        repeats[i] = d.rate;
        free(dir);
        if (failed)
            return -1;
    }
    report(o, "dispatch.one_step", "1/s", repeats);
    return 0;
}

static int measure_all(const struct bench_dispatch_options *o,
                       const char *scratch, struct error *e)
{
    struct measured m = measured_new(o->bench.repeats);
    struct null_sweep d = {.relaxed = true, .seconds = o->seconds, .asleep = 2};
    int failed = measure(o, scratch, "volatile", &d, &m, e);

    if (!failed) {
        report(o, "dispatch.volatile", "1/s", m.rate);
        report(o, "dispatch.wake", "ms", m.wake);
        report(o, "coordinator.idle_cpu", "%", m.idle);
        d = (struct null_sweep){
            .relaxed = true, .single = true, .seconds = o->seconds};
        failed = measure(o, scratch, "single", &d, &m, e);
    }
    if (!failed) {
        report(o, "dispatch.answer", "ms", m.answer);
        d = (struct null_sweep){.seconds = o->seconds};
        failed = measure(o, scratch, "durable", &d, &m, e);
    }
    if (!failed)
        report(o, "dispatch.durable", "1/s", m.rate);
    if (!failed)
        failed = measure_steps(o, scratch, m.rate, e);
    if (!failed && comm_world()->rank == 0)
        failed = measure_syncs(o, scratch, m.rate, e);
    free(m.rate);
    return failed;
}

static int on_all_ranks(struct bench_dispatch_options *o, struct error *e)
{
    const bool first = comm_world()->rank == 0;
    char *scratch = NULL;
    int failed = first && make_scratch(o, &scratch, e);

    world_broadcast(&failed, sizeof(failed));
    if (!failed && !comm_world()->threads)
        failed = error_set(e, "this MPI library lacks threads");
    if (!failed)
        failed = measure_all(o, scratch ? scratch : "", e);
    if (first)
        remove_scratch(scratch);
    return failed;
}

static int run(void *asked, struct error *e)
{
    comm_start();
    log_setup(comm_world()->rank, comm_world()->host, true);
    const int failed = on_all_ranks(asked, e);

    if (failed && comm_world()->rank == 0)
        complain("bench dispatch: %s", e->text);
    return launch_end(failed ? EXIT_ERROR : EXIT_DONE);
}

const struct command bench_dispatch = {
    .name = "dispatch",
    .summary = "trials that the runner hands out, training nothing",
    .about = "Hand out trials that train nothing, to all ranks: mpirun -n 2 "
             "codarun bench dispatch.",
    .more = "dispatch.volatile is without syncs of the journal, "
            "dispatch.durable as a sweep does it: a result counts once it is "
            "on the disk; dispatch.one_step, whole sweeps of a small model's "
            "trials of one step. dispatch.answer is how long a rank that holds "
            "one trial at a time waits for its next order on average, "
            "dispatch.wake how long the first one to answer does after all "
            "have trained for a while, both without syncs. "
            "coordinator.idle_cpu is the share of a core that the coordinator "
            "takes while all train; disk.syncs what the disk does by itself.",
    .options = options,
    .size = sizeof(struct bench_dispatch_options),
    .preset = &(const struct bench_dispatch_options){.bench = BENCH_PRESET,
                                                     .dir = ".",
                                                     .seconds = 1.0},
    .run = run,
    .ranks = true,
};
