/* bench_proposals.c - the time that model-based searches need for a
 * proposal. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "bench/bench.h"
#include "sweep/sampler/sampler.h"

/* Proposals in a round: the default of gp, used for all searches. */
#define ROUND 4

static struct parameter ranges[] = {
    {.name = "model.dropout", .max = 0.5},
    {.name = "train.label_smoothing", .max = 0.2},
    {.name = "train.learning_rate", .min = 1e-4, .max = 1e-1, .log = true},
    {.name = "train.l2", .min = 1e-7, .max = 1e-2, .log = true},
};
#define RANGES ((int)(sizeof(ranges) / sizeof(ranges[0])))

/* The history of a search, and the next round of proposals. */
struct proposal_bench {
    struct search s;
    long n;                /* trials that have ended */
    struct outcome *known; /* [n + ROUND] owned */
};

static double goal_of(const struct assignment *a)
{
    double off = 0;

    for (int p = 0; p < RANGES; p++) {
        const double u = parameter_unit(&ranges[p], a->value[p]);

        double cosine, sine;

        cosine_sine(20 * u, &cosine, &sine);
        off += (u - 0.3) * (u - 0.3) + 0.05 * cosine;
    }
    return -off;
}

static struct proposal_bench proposal_bench_new(const char *kind, long n)
{
    struct proposal_bench p = {.s = {.space = {RANGES, ranges},
                                     .trials = n + ROUND,
                                     .seed = 1,
                                     .maximize = true},
                               .n = n};

    chosen_preset(&p.s.sampler, &sampler_kinds, kind);
    p.known = memory_zeroed((size_t)(n + ROUND), sizeof(*p.known));
    for (long i = 0; i < n; i++) {
        struct assignment *a = &p.known[i].a;

        *a = assignment_new(&p.s.space, i);
        search_draw(&p.s, a);
        p.known[i].goal = goal_of(a);
    }
    return p;
}

static void proposal_bench_release(struct proposal_bench *p)
{
    for (long i = 0; i < p->n; i++)
        assignment_release(&p->s.space, &p->known[i].a);
    free(p->known);
    chosen_release(&p->s.sampler);
}

/* Propose a round; returns the seconds per proposal, and of the first one. */
static void propose(struct proposal_bench *p, double *each, double *first)
{
    struct search_memory m = {0};

    for (long i = 0; i < p->n; i++)
        search_remember(&p->s, &p->known[i].a, &m);
    const double from = clock_now();

    for (long i = p->n; i < p->n + ROUND; i++) {
        p->known[i] = (struct outcome){
            .a = search_propose(&p->s, p->known, p->n, i, &m), .goal = NAN};
        search_remember(&p->s, &p->known[i].a, &m);
        if (i == p->n)
            *first = clock_now() - from;
    }
    *each = (clock_now() - from) / ROUND;
    for (long i = p->n; i < p->n + ROUND; i++)
        assignment_release(&p->s.space, &p->known[i].a);
    search_forget(&p->s, &m);
}

static void measure(const struct bench *b, const char *kind, long n)
{
    const size_t repeats = (size_t)b->repeats;
    double *seconds = memory_zeroed(2 * repeats, sizeof(*seconds));
    struct proposal_bench p = proposal_bench_new(kind, n);
    char name[64], text[64];

    for (size_t i = 0; i < repeats; i++)
        propose(&p, &seconds[i], &seconds[repeats + i]);
    snprintf(text, sizeof(text), "trials=%ld parameters=%d round=%d", n, RANGES,
             ROUND);
    snprintf(name, sizeof(name), "proposals.%s", kind);
    bench_report(b, name, "s", text, (int)repeats, seconds);
    snprintf(name, sizeof(name), "proposals.%s/first", kind);
    bench_report(b, name, "s", text, (int)repeats, seconds + repeats);
    proposal_bench_release(&p);
    free(seconds);
}

static int run(void *asked, struct error *e)
{
    static const long sizes[] = {200, 500, 1000, 2000};
    const struct bench *b = asked;

    (void)e;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        measure(b, "gp", sizes[i]);
        measure(b, "tpe", sizes[i]);
    }
    return EXIT_DONE;
}

const struct command bench_proposals = {
    .name = "proposals",
    .summary = "what searches propose behind many trials",
    .about = "Time what searches that learn propose behind so many trials, on "
             "one thread: of a round a proposal, and the first one, which has "
             "the round's own work.",
    .options = bench_table,
    .size = sizeof(struct bench),
    .preset = &bench_preset,
    .run = run,
};
