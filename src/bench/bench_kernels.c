/*
 * bench_kernels.c - the kernels of attention one by one, on one thread.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/l1.h"
#include "engine/kernel/vector.h"

#define SECONDS 0.02 /* least time of one repeat */
#define MOST (1024 * 1024)

/* Matrices for the kernels; length x width. */
struct kernel_matrices {
    int length, width;
    enum products products;
    float *x, *y, *z, *dx, *dy;
    struct arena arena;
};

static void distance(struct kernel_matrices *k)
{
    const struct pair_block all = {k->length, k->length, {0}};

    l1_pairs(&all, k->width, -1.0f, k->x, k->width, k->y, k->width, k->z,
             k->length, &k->arena);
}

static void distance_backward(struct kernel_matrices *k)
{
    const struct pair_block all = {k->length, k->length, {0}};

    l1_pairs_backward(&all, k->width, 1e-9f, k->x, k->width, k->y, k->width,
                      k->z, k->length, k->dx, k->width, k->dy, k->width,
                      &k->arena);
}

static void product_plain(struct kernel_matrices *k)
{
    gemm(k->products, 'n', 'n', k->length, k->width, k->length, 1.0f, k->x,
         k->length, k->y, k->width, 0.0f, k->z, k->width);
}

static void product_turned(struct kernel_matrices *k)
{
    gemm(k->products, 'n', 't', k->length, k->length, k->width, 1.0f, k->x,
         k->width, k->y, k->width, 0.0f, k->z, k->length);
}

static void product_left_turned(struct kernel_matrices *k)
{
    gemm(k->products, 't', 'n', k->length, k->width, k->length, 1.0f, k->x,
         k->length, k->y, k->width, 0.0f, k->z, k->width);
}

static void exponential(struct kernel_matrices *k)
{
    vector_exp((size_t)(k->length * k->width), k->x, k->z);
}

static void hyperbolic(struct kernel_matrices *k)
{
    vector_tanh((size_t)(k->length * k->width), k->x, k->z);
}

static void logistic(struct kernel_matrices *k)
{
    vector_sigmoid((size_t)(k->length * k->width), k->x, k->z);
}

/* pairwise: length * length * width steps per call, else length * width. */
static const struct {
    const char *name, *unit;
    void (*run)(struct kernel_matrices *k);
    bool pairwise;
    double each; /* in the unit, per step */
} kernels[] = {
    {"kernels.l1_forward", "G/s", distance, true, 1.0},
    {"kernels.l1_backward", "G/s", distance_backward, true, 1.0},
    {"kernels.gemm_nn", "GFLOP/s", product_plain, true, 2.0},
    {"kernels.gemm_nt", "GFLOP/s", product_turned, true, 2.0},
    {"kernels.gemm_tn", "GFLOP/s", product_left_turned, true, 2.0},
    {"kernels.exp", "G/s", exponential, false, 1.0},
    {"kernels.tanh", "G/s", hyperbolic, false, 1.0},
    {"kernels.sigmoid", "G/s", logistic, false, 1.0},
};
#define KERNELS ((int)(sizeof(kernels) / sizeof(kernels[0])))

static double seconds(struct kernel_matrices *k, int kernel, int times)
{
    double from = clock_now();

    for (int i = 0; i < times; i++)
        kernels[kernel].run(k);
    return (clock_now() - from) / times;
}

/* Run one repeat: the fastest of short runs, which is disturbed least. */
static double fastest(struct kernel_matrices *k, int kernel, int times)
{
    double start = clock_now(), least = 1e30;

    while (clock_now() - start < SECONDS) {
        double took = seconds(k, kernel, times);
        least = took < least ? took : least;
    }
    return least;
}

static void measure(const struct bench *b, struct kernel_matrices *k,
                    int kernel)
{
    int n = (int)b->repeats, times = 1;
    double *rate = memory_new(sizeof(double) * (size_t)n);
    double steps = (double)k->length * k->width *
                   (kernels[kernel].pairwise ? k->length : 1);
    char configuration[64];

    while (times * seconds(k, kernel, times) < SECONDS / 200)
        times *= 2;
    for (int i = 0; i < n; i++)
        rate[i] =
            steps * kernels[kernel].each / fastest(k, kernel, times) / 1e9;
    snprintf(configuration, sizeof(configuration), "length=%d width=%d",
             k->length, k->width);
    bench_report(b, kernels[kernel].name, kernels[kernel].unit, configuration,
                 n, rate);
    free(rate);
}

static int run(void *asked, struct error *e)
{
    static const int lengths[] = {32, 64, 128, 256, 512, 1024};
    static const int widths[] = {32, 128, 200};
    const struct bench *b = asked;
    struct kernel_matrices k = {.products = b->products,
                                .x = bench_numbers(0, MOST),
                                .y = bench_numbers(1, MOST),
                                .z = bench_numbers(2, MOST),
                                .dx = bench_numbers(3, MOST),
                                .dy = bench_numbers(4, MOST)};

    (void)e;
    for (int i = 0; i < KERNELS; i++)
        for (int l = 0; l < 6; l++)
            for (int w = 0; w < 3; w++) {
                k.length = lengths[l];
                k.width = widths[w];
                measure(b, &k, i);
            }
    arena_release(&k.arena);
    free(k.x);
    free(k.y);
    free(k.z);
    free(k.dx);
    free(k.dy);
    return EXIT_DONE;
}

const struct command bench_kernels = {
    .name = "kernels",
    .summary = "distances, products and functions by themselves",
    .about = "Time pairwise distances, matrix products and functions of one "
             "number, on one thread.",
    .options = bench_alone,
    .size = sizeof(struct bench),
    .preset = &bench_preset,
    .run = run,
};
