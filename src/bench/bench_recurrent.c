/*
 * bench_recurrent.c - recurrent ops, forward and backward, compared with the
 * matrix products that they need, alternating, on one thread.
 *
 * The input is 32 sequences of 60 to 300 rows, about 140 on average, as one
 * grain or as four.  It is one number wide, so that nearly all of the work is
 * that of the recurrence: a product with the state forward, and two as large
 * backward.
 *
 * The op is compared with the forward product alone, once with the rows of each
 * step, and once with a row of every sequence.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "engine/data/steps.h"
#include "engine/kernel/gemm.h"
#include "engine/tape/ops.h"

#define SECONDS 0.2 /* least time of one repeat */
#define SEQUENCES 32
#define SHORTEST 60
#define LONGEST 300
#define WIDEST 128
#define ROWS (SEQUENCES * LONGEST)

typedef struct node *recurrent_op(struct tape *t, struct node *x,
                                  struct node *w, struct node *u,
                                  const struct segments *seg);

static struct node *lstm(struct tape *t, struct node *x, struct node *w,
                         struct node *u, const struct segments *seg)
{
    return tape_lstm(t, x, w, NULL, u, seg, false);
}

static struct node *gru(struct tape *t, struct node *x, struct node *w,
                        struct node *u, const struct segments *seg)
{
    return tape_gru(t, x, w, NULL, u, NULL, seg, false, 0.0f);
}

static struct node *gru_before(struct tape *t, struct node *x, struct node *w,
                               struct node *u, const struct segments *seg)
{
    return tape_gru_reset_before(t, x, w, NULL, u, seg, false, 0.0f);
}

static const struct recurrent_op_kind {
    const char *name;
    int gates;
    recurrent_op *apply;
} kinds[] = {
    {"lstm", 4, lstm},
    {"gru", 3, gru},
    {"gru_before", 3, gru_before},
};
#define KINDS ((int)(sizeof(kinds) / sizeof(kinds[0])))

/* A case to measure, with its data. */
struct recurrent_case {
    const struct recurrent_op_kind *kind;
    int width, grains;
    enum products products;
    int at[SEQUENCES + 1]; /* offsets of all sequences in rows */
    float *x, *dy, *params, *grads, *states, *gates;
    struct arena arena;
};

static void draw_lengths(int at[SEQUENCES + 1])
{
    const struct random_key key = random_key(1, "lengths");

    at[0] = 0;
    for (int i = 0; i < SEQUENCES; i++) {
        const double u = random_real(key, (struct address){0}, (uint32_t)i);

        at[i + 1] = at[i] + SHORTEST + (int)((LONGEST - SHORTEST) * u * u);
    }
}

/* Return the sequences of grain g, on the arena. */
static struct segments grain(struct recurrent_case *k, int g)
{
    const int n = SEQUENCES / k->grains;
    int *at = arena_ints(&k->arena, (size_t)n + 1);

    for (int i = 0; i <= n; i++)
        at[i] = k->at[g * n + i] - k->at[g * n];
    return (struct segments){.n = n, .at = at};
}

static void run_op(struct recurrent_case *k)
{
    const int cols = k->kind->gates * k->width;
    struct tape t = {.arena = &k->arena,
                     .params = k->params,
                     .grads = k->grads,
                     .products = k->products};

    for (int g = 0; g < k->grains; g++) {
        arena_reset(&k->arena);
        tape_begin(&t, 0);
        const struct segments seg = grain(k, g);
        struct node *x = tape_borrow(&t, k->x, segments_rows(&seg), 1);
        struct node *w = tape_param(&t, 0, 0, 1, cols);
        struct node *u = tape_param(&t, 1, (size_t)cols, k->width, cols);

        tape_backward_from(&t, k->kind->apply(&t, x, w, u, &seg), k->dy);
    }
}

/* Compute the products of a step, forward and backward. */
static void products(const struct recurrent_case *k, int rows)
{
    const int cols = k->kind->gates * k->width;

    for (int i = 0; i < 3; i++)
        gemm(k->products, 'n', 'n', rows, cols, k->width, 1.0f, k->states,
             k->width, k->params, cols, 0.0f, k->gates, cols);
}

static void run_steps(struct recurrent_case *k)
{
    for (int g = 0; g < k->grains; g++) {
        arena_reset(&k->arena);
        const struct segments seg = grain(k, g);
        const struct steps s = steps_of(&k->arena, &seg, false);

        for (int step = 0; step < s.n; step++)
            products(k, s.active[step]);
    }
}

/* Compute the products for the same number of rows in total, always with a row
 * of every sequence. */
static void run_whole(struct recurrent_case *k)
{
    const int rows = SEQUENCES / k->grains;

    for (int done = 0; done < k->at[SEQUENCES]; done += rows)
        products(k, rows);
}

static double seconds(struct recurrent_case *k,
                      void (*run)(struct recurrent_case *k))
{
    const double from = clock_now();

    run(k);
    return clock_now() - from;
}

/* Find the fastest of alternating calls, which are disturbed least. */
static void fastest(struct recurrent_case *k, double least[3])
{
    static void (*const run[])(struct recurrent_case *) = {run_op, run_steps,
                                                           run_whole};
    const double start = clock_now();

    least[0] = least[1] = least[2] = 1e30;
    do {
        for (int i = 0; i < 3; i++) {
            const double took = seconds(k, run[i]);

            least[i] = took < least[i] ? took : least[i];
        }
    } while (clock_now() - start < SECONDS);
}

static void measure(const struct bench *b, struct recurrent_case *k)
{
    const int n = (int)b->repeats;
    const double flops =
        6e-9 * k->at[SEQUENCES] * k->width * k->width * k->kind->gates;
    double *rate = memory_new(3 * sizeof(double) * (size_t)n);
    char what[64], name[64];

    snprintf(what, sizeof(what), "width=%d sequences=%d grains=%d", k->width,
             SEQUENCES, k->grains);
    for (int i = 0; i < n; i++) {
        double took[3];

        fastest(k, took);
        rate[i] = flops / took[0];
        rate[n + i] = took[1] / took[0];
        rate[2 * n + i] = took[2] / took[0];
    }
    snprintf(name, sizeof(name), "recurrent.%s", k->kind->name);
    bench_report(b, name, "GFLOP/s", what, n, rate);
    snprintf(name, sizeof(name), "recurrent.%s/steps", k->kind->name);
    bench_report(b, name, "times", what, n, rate + n);
    snprintf(name, sizeof(name), "recurrent.%s/product", k->kind->name);
    bench_report(b, name, "times", what, n, rate + 2 * n);
    free(rate);
}

static void measure_all(const struct bench *b, struct recurrent_case *k)
{
    static const int widths[] = {100, WIDEST};

    for (int i = 0; i < KINDS; i++)
        for (int w = 0; w < 2; w++)
            for (k->grains = 1; k->grains <= 4; k->grains += 3) {
                k->kind = &kinds[i];
                k->width = widths[w];
                measure(b, k);
            }
}

static int run(void *asked, struct error *e)
{
    const size_t weights = 4 * WIDEST * (WIDEST + 1);
    const struct bench *b = asked;
    struct recurrent_case k = {.products = b->products,
                               .x = bench_numbers(0, ROWS),
                               .dy = bench_numbers(1, ROWS * WIDEST),
                               .params = bench_numbers(2, weights),
                               .grads = memory_floats(weights),
                               .states = bench_numbers(3, SEQUENCES * WIDEST),
                               .gates =
                                   bench_numbers(4, SEQUENCES * 4 * WIDEST)};

    (void)e;
    for (size_t i = 0; i < weights; i++)
        k.params[i] *= 0.1f; /* so that gates are not saturated */
    draw_lengths(k.at);
    measure_all(b, &k);
    arena_release(&k.arena);
    free(k.x);
    free(k.dy);
    free(k.params);
    free(k.grads);
    free(k.states);
    free(k.gates);
    return EXIT_DONE;
}

const struct command bench_recurrent = {
    .name = "recurrent",
    .summary = "LSTM and GRU beside the products of their steps",
    .about = "Time LSTM and GRU over 32 sequences, forward and backward, and "
             "their share of the speed of their products alone, on one thread.",
    .options = bench_alone,
    .size = sizeof(struct bench),
    .preset = &bench_preset,
    .run = run,
};
