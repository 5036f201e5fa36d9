/*
 * bench.h - `codarun bench WHAT`, and how a benchmark reports.
 *
 * To add one: write bench/bench_NAME.c with its struct command, declare it
 * here, and add a line to bench/bench.c.
 *
 * Timings never decide whether a test passes.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/command.h"
#include "engine/kernel/kernel.h"

/* Options of every benchmark. */
struct bench {
    int json;               /* one JSON object per line instead of a table */
    long repeats;           /* of each measurement */
    enum products products; /* the matrix products to use */
};
#define BENCH_PRESET  \
    {                 \
        .repeats = 5, \
    }

/* --format and --repeats, a group whose member is a struct bench; --products,
 * whose member is its `products`; --seconds, a double. */
extern const struct cli_option bench_table[];
#define BENCH_PRODUCTS(s, m)                                   \
    {                                                          \
        CLI_CHOICE(s, m, products_names),                      \
            .name = "products", .letter = 'p', .value = "WHO", \
            .help = "own or openblas; own unless given"        \
    }
#define BENCH_SECONDS(s, m, help_)                                 \
    {                                                              \
        CLI_REAL(s, m, 0, 1e6), .above = true, .name = "seconds",  \
                                .letter = 's', .value = "S",       \
                                .what = "seconds", .help = (help_) \
    }

/* The option table of a benchmark without other options, and its initial value;
 * run() gets a struct bench. */
extern const struct cli_option bench_alone[];
extern const struct bench bench_preset;

/*
 * Print one measurement: the median, the minimum and the maximum of n >= 1
 * repeats, which are sorted in place.  `configuration` is "key=value ..."; name
 * and configuration together identify a measurement.
 */
void bench_report(const struct bench *b, const char *name, const char *unit,
                  const char *configuration, int n, double *repeats);

double bench_median(int n, double *repeats); /* sorts `repeats` */

/* Return n numbers as test data, different for each site.  The caller frees
 * them. */
float *bench_numbers(uint32_t site, size_t n);

extern const struct command bench_attention, bench_decode, bench_dispatch,
    bench_kernels, bench_products, bench_proposals, bench_recurrent,
    bench_scaling, bench_train;

#endif
