/*
 * bench_decode.c - tokens a second of generated sequences: an encoder and
 * decoder that nothing has taught, which seldom comes to an end before it has
 * to.
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
#include "head/decode.h"
#include "kernel/kernel.h"
#include "train/stepper.h"

struct options {
    struct bench bench;
    struct request request;
    long beam; /* 0: 1 and 4 */
};

static const struct argp_option argp_options[] = {
    {"beam", 'b', "N", 0, "Hypotheses of a source; 1 and 4 unless given", 0},
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
    case 'b':
        o->beam = request_number(state, "beam", arg, 1024);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void measure(const struct options *o, const char *name,
                    const struct subject *s, int threads)
{
    const int n = (int)o->bench.repeats;
    double *repeats = memory_new((size_t)n * sizeof(*repeats));
    struct train_config c = s->conf; /* what it owns stays the subject's */
    struct str text = {0};

    c.products = (int)o->bench.products;
    struct stepper *stepper = stepper_new(s->model, &c, &s->x, threads);

    for (int i = -1; i < n; i++) { /* once to warm up */
        const double from = clock_now();
        const size_t tokens = stepper_evaluate(stepper);

        if (i >= 0)
            repeats[i] = (double)tokens / (clock_now() - from);
    }
    request_add(&o->request, name, subject_attention(s), &text);
    str_addf(&text, " beam=%ld threads=%d", head_paths(s->model->spec.head),
             threads);
    bench_report(&o->bench, "decode.tokens", "1/s", str_text(&text), n,
                 repeats);
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

static int measure_beams(const struct options *o, const struct request *r,
                         struct error *e)
{
    struct subject s;

    if (subject_init(&s, r, e))
        return -1;
    int failed = 0;
    if (s.model->spec.head.kind != &head_decode)
        failed = error_set(e, "--model: '%s' generates no sequences", r->model);
    for (long beam = 1; !failed && beam <= 4; beam += 3) {
        struct decoding how = *(const struct decoding *)s.settings;

        how.beam = o->beam ? o->beam : beam;
        how.length_penalty = 0.6;
        s.model->spec.head.settings = &how;
        measure_threads(o, r->model, &s);
        if (o->beam)
            break;
    }
    subject_release(&s);
    return failed;
}

static int measure_all(const struct options *o, struct error *e)
{
    static const char *const usual[] = {"softmax", "coda", NULL};
    struct request r = o->request;

    r.model = r.model ? r.model : "tiny";
    if (r.attention)
        return measure_beams(o, &r, e);
    for (int i = 0; usual[i]; i++) {
        r.attention = usual[i];
        if (measure_beams(o, &r, e))
            return -1;
    }
    return 0;
}

static const struct argp_child children[] = {
    {&bench_argp, 0, NULL, 0}, {&request_argp, 0, NULL, 0}, {0}};

const struct argp bench_decode_argp = {
    .options = argp_options,
    .parser = parse,
    .children = children,
    .doc = "Time how a model generates: beam search from 512 random "
           "sources of 8 to 40 tokens, 39 tokens each; tiny unless given, "
           "with softmax and CoDA.",
};

int bench_decode(int argc, char **argv)
{
    struct options o = {0};
    struct error e;

    launch_parse(&bench_decode_argp, argc, argv, &o);
    const bool failed =
        launch_first() && (kernel_start(&e) || measure_all(&o, &e));
    free((void *)o.request.set);
    if (failed)
        fprintf(stderr, "codarun: bench decode: %s\n", e.text);
    return failed ? EXIT_ERROR : EXIT_DONE;
}
