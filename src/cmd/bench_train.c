/*
 * bench_train.c - examples and tokens a second of whole training steps:
 * forward, backward, the sums of gradients, Adam.  No label smoothing, which
 * common PyTorch versions lack.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cmd/bench.h"
#include "cmd/bench_subject.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "kernel/kernel.h"
#include "train/stepper.h"

struct options {
    struct bench bench;
    struct request request;
    long grains;    /* 0: as in training */
    double seconds; /* of each repeat, at least */
};

/* --- the command line ---------------------------------------------------- */

static const struct argp_option argp_options[] = {
    {"grains", 'g', "N", 0,
     "Grains of a batch, a power of two; as in training unless given", 0},
    {"seconds", 's', "S", 0, "Least time of a repeat; 1", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->bench;
        state->child_inputs[1] = &o->request;
        return 0;
    case 'g':
        o->grains = request_number(state, "grains", arg, 1 << TREE_MAX_LEVEL);
        if (!tree_grains_ok((int)o->grains))
            argp_error(state, "found --grains=%s, expected a power of two",
                       arg);
        return 0;
    case 's':
        o->seconds = bench_seconds(arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

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

static void measure(const struct options *o, const char *name,
                    const struct subject *s, int threads)
{
    const int n = (int)o->bench.repeats;
    double *repeats = memory_new((size_t)n * sizeof(*repeats));
    struct train_config c = s->conf; /* what it owns stays the subject's */

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

static void measure_threads(const struct options *o, const char *name,
                            const struct subject *s)
{
    for (int t = 0; (t = request_threads(&o->request, t));)
        measure(o, name, s, t);
}

/* With the attention that it has, or with each that it may have. */
static int measure_model(const struct options *o, const char *name,
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

/* The model that is asked for, or the usual ones. */
static int measure_models(const struct options *o, struct error *e)
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

static const struct argp_child children[] = {
    {&bench_argp, 0, NULL, 0}, {&request_argp, 0, NULL, 0}, {0}};

const struct argp bench_train_argp = {
    .options = argp_options,
    .parser = parse,
    .children = children,
    .doc = "Time training steps of a model on random examples: batches of "
           "32 sequences or pairs, or of 64 sources and targets.\v"
           "`codarun data kinds' lists the kinds of model and attention "
           "with their fields.",
};

int bench_train(int argc, char **argv)
{
    struct options o = {.seconds = 1.0};
    struct error e;

    launch_parse(&bench_train_argp, argc, argv, &o);
    const bool failed =
        launch_first() && (kernel_start(&e) || measure_models(&o, &e));
    free((void *)o.request.set);
    if (failed)
        fprintf(stderr, "codarun: bench train: %s\n", e.text);
    return failed ? EXIT_ERROR : EXIT_DONE;
}
