/*
 * bench_decode.c - tokens per second of generated sequences, by an untrained
 * encoder and decoder, which rarely ends a sequence before its limit.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "bench/bench_subject.h"
#include "engine/head/kinds/decode.h"
#include "engine/kernel/kernel.h"
#include "engine/train/stepper.h"

struct bench_decode_options {
    struct bench bench;
    struct request request;
    long beam; /* 0 for 1 and 4 */
};

static const struct cli_option options[] = {
    {CLI_WHOLE(struct bench_decode_options, beam, 1, 1024), .name = "beam",
     .letter = 'b', .value = "N",
     .help = "Hypotheses of a source; 1 and 4 unless given"},
    {CLI_GROUP(struct bench_decode_options, bench, bench_table)},
    BENCH_PRODUCTS(struct bench_decode_options, bench.products),
    {CLI_GROUP(struct bench_decode_options, request, request_table)},
    CLI_END,
};

static void measure(const struct bench_decode_options *o, const char *name,
                    const struct subject *s, int threads)
{
    const int n = (int)o->bench.repeats;
    double *repeats = memory_new((size_t)n * sizeof(*repeats));
    struct train_config c = s->conf; /* what it owns still belongs to the
                                        subject */
    struct str text = {0};

    c.products = (int)o->bench.products;
    struct stepper *stepper = stepper_new(s->model, &c, &s->x, threads);

    for (int i = -1; i < n; i++) { /* the first one is a warm-up */
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

static void measure_threads(const struct bench_decode_options *o,
                            const char *name, const struct subject *s)
{
    for (int t = 0; (t = request_threads(&o->request, t));)
        measure(o, name, s, t);
}

static int measure_beams(const struct bench_decode_options *o,
                         const struct request *r, struct error *e)
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

static int measure_all(const struct bench_decode_options *o, struct error *e)
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

static int run(void *asked, struct error *e)
{
    return measure_all(asked, e) ? error_in(e, "bench decode") : 0;
}

const struct command bench_decode = {
    .name = "decode",
    .summary = "sequences that a model generates",
    .about = "Time how a model generates: beam search from 512 random sources "
             "of 8 to 40 tokens, 39 tokens each; tiny unless given, with "
             "softmax and CoDA.",
    .options = options,
    .size = sizeof(struct bench_decode_options),
    .preset = &(const struct bench_decode_options){.bench = BENCH_PRESET},
    .run = run,
};
