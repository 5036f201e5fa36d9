/*
 * bench_scaling.c - the speedup of a trial with all ranks of mpirun, and with
 * as many threads: steps and evaluations of models at batch 64.
 *
 * For comparison, the limit set by the machine is measured: every rank trains a
 * model of its own at the same time, without waiting for others.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "bench/bench_subject.h"
#include "cmd/completions.h"
#include "cmd/launch.h"
#include "engine/comm/comm.h"
#include "engine/kernel/kernel.h"
#include "engine/train/stepper.h"

struct bench_scaling_options {
    struct bench bench;
    const char *model;     /* NULL for the default ones */
    const char *attention; /* as in `bench train` */
    double seconds;        /* least time of one rank alone */
};

static const struct cli_option options[] = {
    {CLI_TEXT(struct bench_scaling_options, model), .name = "model",
     .letter = 'm', .value = "NAME", .complete = completions_add_models,
     .help = "As bench train takes it; decatt and tiny unless given"},
    {CLI_TEXT(struct bench_scaling_options, attention), .name = "attention",
     .letter = 'a', .value = "NAME", .complete = completions_add_attentions,
     .help = "Any kind of attention; coda unless given"},
    BENCH_SECONDS(struct bench_scaling_options, seconds,
                  "Least time of a repeat of one rank alone; 2"),
    {CLI_GROUP(struct bench_scaling_options, bench, bench_table)},
    BENCH_PRODUCTS(struct bench_scaling_options, bench.products),
    CLI_END,
};

/* --- rounds -------------------------------------------------------------- */

/* A model in training: by this rank alone, or by all as one group. */
struct trainee {
    struct stepper *stepper;
    int steps; /* in a round: an epoch, followed by an evaluation */
};

static struct trainee trainee_new(const struct subject *s, struct group *g,
                                  int threads)
{
    return (struct trainee){
        stepper_join(s->model, &s->conf, &s->x, g, threads),
        (int)((s->x.n + s->conf.batch - 1) / s->conf.batch),
    };
}

static void train_round(const struct trainee *c)
{
    for (int i = 0; i < c->steps; i++)
        stepper_step(c->stepper);
    stepper_evaluate(c->stepper);
}

/* Return the number of rounds that one rank completes in the given seconds;
 * collective over the world. */
static long rounds_of(const struct bench_scaling_options *o,
                      const struct trainee *c)
{
    const double from = clock_now();
    long n = 0;

    if (comm_world()->rank == 0)
        do {
            train_round(c);
            n++;
        } while (clock_now() - from < o->seconds);
    world_broadcast(&n, sizeof(n));
    return n;
}

/*
 * Return the seconds for `rounds` rounds, until all ranks that train have
 * finished; a rank with NULL only waits.  Collective over the world.
 */
static double seconds_of(const struct trainee *c, long rounds)
{
    world_any(false);
    const double from = clock_now();

    for (long i = 0; c && i < rounds; i++)
        train_round(c);
    world_any(false);
    return clock_now() - from;
}

/* --- a model ------------------------------------------------------------- */

static void report(const struct bench_scaling_options *o, const char *name,
                   const char *model, const char *attention, double *repeats)
{
    char text[128];

    snprintf(text, sizeof(text), "model=%s attention=%s ranks=%d", model,
             attention ? attention : "none", comm_world()->size);
    if (comm_world()->rank == 0)
        bench_report(&o->bench, name, "times", text, (int)o->bench.repeats,
                     repeats);
}

/* Measure one rank alone, each by itself, and all together, in turns, so that
 * other load of the machine affects all of them. */
static void measure_ranks(const struct bench_scaling_options *o,
                          const char *model, const struct subject *s)
{
    const struct comm *w = comm_world();
    const size_t n = (size_t)o->bench.repeats;
    double *together = memory_new(2 * n * sizeof(*together)),
           *apart = together + n;
    int *rank = memory_new((size_t)w->size * sizeof(*rank));

    for (int i = 0; i < w->size; i++)
        rank[i] = i;
    struct group all = {.n = w->size, .me = w->rank, .rank = rank};
    const struct trainee one = trainee_new(s, NULL, 1),
                         group = trainee_new(s, &all, 1);
    const long rounds = rounds_of(o, &one);

    for (size_t i = 0; i < n; i++) {
        const double alone = seconds_of(w->rank == 0 ? &one : NULL, rounds);

        apart[i] = w->size * alone / seconds_of(&one, rounds);
        together[i] = alone / seconds_of(&group, rounds);
    }
    report(o, "scaling.cores", model, subject_attention(s), apart);
    report(o, "scaling.ranks", model, subject_attention(s), together);
    stepper_free(one.stepper);
    stepper_free(group.stepper);
    group_release(&all);
    free(rank);
    free(together);
}

/* Compare one thread with as many as there are ranks, on rank 0, whose threads
 * may use all ranks' cores now. */
static void measure_threads(const struct bench_scaling_options *o,
                            const char *model, const struct subject *s)
{
    const struct comm *w = comm_world();
    double *repeats = memory_new((size_t)o->bench.repeats * sizeof(*repeats));

    comm_unbind_thread();
    const struct trainee one = trainee_new(s, NULL, 1),
                         more = trainee_new(s, NULL, w->size);
    const long rounds = rounds_of(o, &one);

    for (long i = 0; i < o->bench.repeats; i++) {
        const double alone = seconds_of(w->rank == 0 ? &one : NULL, rounds);

        repeats[i] = alone / seconds_of(w->rank == 0 ? &more : NULL, rounds);
    }
    report(o, "scaling.threads", model, subject_attention(s), repeats);
    stepper_free(one.stepper);
    stepper_free(more.stepper);
    free(repeats);
}

static int measure(const struct bench_scaling_options *o, const char *model,
                   void (*how)(const struct bench_scaling_options *,
                               const char *, const struct subject *),
                   struct error *e)
{
    const char *set[] = {"train.batch=64"};
    const struct request r = {.model = model,
                              .attention = o->attention,
                              .set = {.n = 1, .text = set}};
    struct subject s;

    if (subject_init(&s, &r, e))
        return -1;
    s.conf.products = (int)o->bench.products;
    const int bad = engine_check(s.model, &s.conf, comm_world()->size, e);

    if (!bad)
        how(o, model, &s);
    subject_release(&s);
    return bad;
}

/* Measure the ranks first: once threads may roam, ranks are no longer bound to
 * cores. */
static int measure_models(const struct bench_scaling_options *o,
                          struct error *e)
{
    const char *usual[] = {o->model ? o->model : "decatt", "tiny"};
    const int n = o->model ? 1 : 2;
    int failed = 0;

    for (int i = 0; i < n && !failed; i++)
        failed = measure(o, usual[i], measure_ranks, e);
    for (int i = 0; i < n && !failed; i++)
        failed = measure(o, usual[i], measure_threads, e);
    return failed;
}

static int run(void *asked, struct error *e)
{
    comm_start();
    log_setup(comm_world()->rank, comm_world()->host, true);
    const int failed = measure_models(asked, e);

    if (failed && comm_world()->rank == 0)
        complain("bench scaling: %s", e->text);
    return launch_end(failed ? EXIT_ERROR : EXIT_DONE);
}

const struct command bench_scaling = {
    .name = "scaling",
    .summary = "one trial on several ranks and threads beside one",
    .about = "Time a trial's steps at batch 64, and after each epoch an "
             "evaluation of all examples, on one rank and on all: mpirun -n 2 "
             "codarun bench scaling.",
    .more = "scaling.ranks is how many times one rank's speed all have as one "
            "group, scaling.threads the same of rank 0 with as many threads, "
            "scaling.cores what the machine allows: ranks that train each by "
            "itself at once.",
    .options = options,
    .size = sizeof(struct bench_scaling_options),
    .preset = &(const struct bench_scaling_options){.bench = BENCH_PRESET,
                                                    .attention = "coda",
                                                    .seconds = 2.0},
    .run = run,
    .ranks = true,
};
