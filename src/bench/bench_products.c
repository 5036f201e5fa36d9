/*
 * bench_products.c - the matrix products in the steps of models, compared with
 * OpenBLAS by alternating calls, on one thread.
 *
 * OPENBLAS_CORETYPE and CODARUN_SIMD choose what is compared: Haswell and avx2,
 * SkylakeX and avx512.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "engine/kernel/gemm.h"

#define SECONDS 0.03 /* least time of one repeat */
#define SHORT 1e7    /* of m n k: work between two readings of the clock */
#define MOST (2048 * 2048)

static const struct product_shape {
    const char *form, *of;
    int m, n, k;
} shapes[] = {
    {"nn", "decatt", 320, 200, 200},     {"nt", "decatt", 320, 200, 200},
    {"tn", "decatt", 200, 200, 320},     {"nn", "decatt", 640, 50, 100},
    {"nt", "decatt-pairs", 20, 20, 200}, {"nn", "decatt-pairs", 20, 200, 20},
    {"tn", "decatt-pairs", 20, 200, 20}, {"nt", "decatt-pairs", 7, 12, 100},
    {"nn", "decatt-pairs", 7, 100, 12},  {"tn", "decatt-pairs", 12, 100, 7},
    {"nt", "decatt-pairs", 60, 60, 200}, {"nn", "decatt-pairs", 60, 200, 60},
    {"tn", "decatt-pairs", 60, 200, 60}, {"nn", "classes", 64, 3, 200},
    {"nt", "classes", 64, 200, 3},       {"tn", "classes", 200, 3, 64},
    {"nn", "tiny", 512, 512, 128},       {"nt", "tiny", 512, 128, 512},
    {"tn", "tiny", 128, 512, 512},       {"nt", "heads", 40, 40, 32},
    {"nn", "heads", 40, 32, 40},         {"tn", "heads", 40, 32, 40},
    {"nt", "heads", 60, 60, 64},         {"nn", "heads", 60, 64, 60},
    {"tn", "heads", 60, 64, 60},         {"nn", "base", 512, 2048, 512},
    {"nt", "base", 512, 512, 2048},      {"tn", "base", 512, 2048, 512},
    {"nn", "words", 256, 320, 128},      {"tn", "words", 320, 128, 256},
    {"nn", "one-row", 1, 512, 512},      {"nn", "square", 2048, 2048, 2048},
    {"nt", "square", 2048, 2048, 2048},  {"tn", "square", 2048, 2048, 2048},
    {"tt", "square", 300, 300, 300},
};
#define SHAPES ((int)(sizeof(shapes) / sizeof(shapes[0])))

struct product_matrices {
    float *a, *b, *c;
};

/* Return the seconds of one call, of our own product or OpenBLAS's. */
static double seconds(const struct product_matrices *d,
                      const struct product_shape *s, bool own)
{
    const double steps = (double)s->m * s->n * s->k;
    const int times = steps < SHORT ? (int)(SHORT / (steps + 1e3)) + 1 : 1;
    const int lda = s->form[0] == 't' ? s->m : s->k;
    const int ldb = s->form[1] == 't' ? s->k : s->n;
    const double from = clock_now();

    for (int i = 0; i < times; i++)
        gemm(own ? PRODUCTS_OWN : PRODUCTS_OPENBLAS, s->form[0], s->form[1],
             s->m, s->n, s->k, 1.0f, d->a, lda, d->b, ldb, 0.0f, d->c, s->n);
    return (clock_now() - from) / times;
}

/* Find the fastest of alternating calls, which are disturbed least. */
static void fastest(const struct product_matrices *d,
                    const struct product_shape *s, double *own, double *blas)
{
    const double start = clock_now();

    *own = *blas = 1e30;
    do {
        const double one = seconds(d, s, true), other = seconds(d, s, false);

        *own = one < *own ? one : *own;
        *blas = other < *blas ? other : *blas;
    } while (clock_now() - start < SECONDS);
}

static void measure(const struct bench *b, const struct product_matrices *d,
                    const struct product_shape *s)
{
    const int n = (int)b->repeats;
    const double steps = 2e-9 * s->m * s->n * s->k;
    double *rate = memory_new(2 * sizeof(double) * (size_t)n),
           *ratio = rate + n;
    char what[96];

    snprintf(what, sizeof(what), "form=%s m=%d n=%d k=%d of=%s", s->form, s->m,
             s->n, s->k, s->of);
    for (int i = 0; i < n; i++) {
        double own, blas;

        fastest(d, s, &own, &blas);
        rate[i] = steps / own;
        ratio[i] = blas / own;
    }
    bench_report(b, "products.own", "GFLOP/s", what, n, rate);
    bench_report(b, "products.own/openblas", "times", what, n, ratio);
    free(rate);
}

static int run(void *asked, struct error *e)
{
    const struct bench *b = asked;
    struct product_matrices d = {bench_numbers(0, MOST), bench_numbers(1, MOST),
                                 bench_numbers(2, MOST)};

    (void)e;
    for (int i = 0; i < SHAPES; i++)
        measure(b, &d, &shapes[i]);
    free(d.a);
    free(d.b);
    free(d.c);
    return EXIT_DONE;
}

const struct command bench_products = {
    .name = "products",
    .summary = "the products of models' steps beside OpenBLAS's",
    .about = "Time the matrix products that training is made of, and how many "
             "times as fast as OpenBLAS's they are, on one thread.",
    .options = bench_table,
    .size = sizeof(struct bench),
    .preset = &bench_preset,
    .run = run,
};
