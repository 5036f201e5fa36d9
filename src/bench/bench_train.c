/*
 * bench_train.c - examples and tokens per second of whole training steps:
 * forward, backward, the sums of gradients, Adam.  There is no label smoothing,
 * as common PyTorch versions lack it.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "bench/bench_subject.h"
#include "engine/kernel/kernel.h"
#include "engine/train/stepper.h"

struct bench_train_options {
    struct bench bench;
    struct request request;
    long grains;    /* 0 for the same as in training */
    double seconds; /* least time of each repeat */
};

/* --- the command line ---------------------------------------------------- */

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct bench_train_options *o = asked;

    (void)l;
    return o->grains && !tree_grains_ok((int)o->grains)
               ? error_set(e, "--grains: found %ld, expected a power of two",
                           o->grains)
               : 0;
}

static const struct cli_option options[] = {
    {CLI_WHOLE(struct bench_train_options, grains, 1, 1 << TREE_MAX_LEVEL),
     .name = "grains", .letter = 'g', .value = "N",
     .help = "Grains of a batch, a power of two; as in training unless given"},
    BENCH_SECONDS(struct bench_train_options, seconds,
                  "Least time of a repeat; 1"),
    {CLI_GROUP(struct bench_train_options, bench, bench_table)},
    BENCH_PRODUCTS(struct bench_train_options, bench.products),
    {CLI_GROUP(struct bench_train_options, request, request_table)},
    CLI_END,
};

/* --- measuring ---------------------------------------------------------- */

static double steps_a_second(struct stepper *s, double seconds)
{
    const double from = clock_now();
    double took;
    int steps = 0;

    do {
        stepper_step(s);
        steps++;
        took = clock_now() - from;
    } while (took < seconds);
    return steps / took;
}

static void measure(const struct bench_train_options *o, const char *name,
                    const struct subject *s, int threads)
{
    const int n = (int)o->bench.repeats;
    double *repeats = memory_new((size_t)n * sizeof(*repeats));
    struct train_config c = s->conf; /* what it owns still belongs to the
                                        subject */

    if (o->grains)
        c.grains = o->grains;
    c.products = (int)o->bench.products;
    struct stepper *stepper = stepper_new(s->model, &c, &s->x, threads);
    for (int i = 0; i < 3; i++)
        stepper_step(stepper);
    for (int i = 0; i < n; i++)
        repeats[i] = (double)c.batch * steps_a_second(stepper, o->seconds);
    struct str text = {0};
    request_add(&o->request, name, subject_attention(s), &text);
    str_addf(&text, " threads=%d grains=%ld", threads, train_grains(&c));
    bench_report(&o->bench, "train.examples", "1/s", str_text(&text), n,
                 repeats);
    for (int i = 0; i < n; i++)
        repeats[i] *= s->tokens;
    bench_report(&o->bench, "train.tokens", "1/s", str_text(&text), n, repeats);
    stepper_free(stepper);
    str_release(&text);
    free(repeats);
}

static void measure_threads(const struct bench_train_options *o,
                            const char *name, const struct subject *s)
{
    for (int t = 0; (t = request_threads(&o->request, t));)
        measure(o, name, s, t);
}

/* Measure a model with its attention or, if the request leaves it open, with
 * each kind. */
static int measure_model(const struct bench_train_options *o, const char *name,
                         struct error *e)
{
    struct request r = o->request;
    struct subject s;

    r.model = name;
    if (subject_init(&s, &r, e))
        return -1;
    const bool open = subject_leaves_open(&s);
    if (!open)
        measure_threads(o, name, &s);
    subject_release(&s);
    for (int i = 0; open && attention_kinds.list[i]; i++) {
        r.attention = attention_kinds.list[i]->name;
        if (subject_init(&s, &r, e))
            return -1;
        measure_threads(o, name, &s);
        subject_release(&s);
    }
    return 0;
}

/* Measure the model asked for, or the default ones. */
static int measure_models(const struct bench_train_options *o, struct error *e)
{
    const char **names;
    const int n = subject_names(&names);
    const char *model = o->request.model;
    int failed = model ? measure_model(o, model, e) : 0;

    for (int i = 0; i < n && !model && !failed; i++)
        if (subject_is_usual(names[i]))
            failed = measure_model(o, names[i], e);
    free(names);
    return failed;
}

static int run(void *asked, struct error *e)
{
    return measure_models(asked, e) ? error_in(e, "bench train") : 0;
}

const struct command bench_train = {
    .name = "train",
    .summary = "training steps of whole models",
    .about = "Time training steps of a model on random examples: batches of 32 "
             "sequences or pairs, or of 64 sources and targets.",
    .more = "`codarun data kinds' lists the kinds of model and attention with "
            "their fields.",
    .options = options,
    .check = check,
    .size = sizeof(struct bench_train_options),
    .preset = &(const struct bench_train_options){.bench = BENCH_PRESET,
                                                  .seconds = 1.0},
    .run = run,
};
