/*
 * bench.h - `codarun bench WHAT`, and how a benchmark reports.
 *
 * To add one: a file cmd/bench_NAME.c with `int bench_NAME(int argc, char
 * **argv)`, declared here as its argp is where it has options of its own, and a
 * line in the table of cmd/bench.c.
 *
 * Timings never decide whether a test passes.
 */
#ifndef CMD_BENCH_H
#define CMD_BENCH_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/kernel.h"

/* What every benchmark can be told. */
struct bench {
    bool json;              /* one object a line in place of a table */
    long repeats;           /* of each measurement */
    enum products products; /* who makes products */
};

/* Options --json, --products and --repeats; the input is a struct bench.  A
 * benchmark with options of its own takes it as an argp child. */
extern const struct argp bench_argp;

/* Of those with options of their own. */
extern const struct argp bench_decode_argp, bench_dispatch_argp,
    bench_scaling_argp, bench_train_argp;

/* Parse a command line of these options alone; ends the program as
 * launch_parse() does.  `doc` is what --help says. */
struct bench bench_parse(int argc, char **argv, const char *doc);

/*
 * Print one measurement: its median, and the least and the greatest of n >= 1
 * repeats, which are sorted in place.  `configuration` is "key=value ...";
 * name and configuration tell a measurement from all others.
 */
void bench_report(const struct bench *b, const char *name, const char *unit,
                  const char *configuration, int n, double *repeats);

/* Of --seconds; ends the program unless it is more than 0. */
double bench_seconds(const char *arg, struct argp_state *state);

double bench_median(int n, double *repeats); /* sorts them */

/* n numbers to compute with, others for each site; the caller's to free(). */
float *bench_numbers(uint32_t site, size_t n);

/* argv[0] is "codarun bench NAME".  Each returns the exit status. */
int bench_attention(int argc, char **argv);
int bench_decode(int argc, char **argv);   /* sequences that are generated */
int bench_dispatch(int argc, char **argv); /* collective over the world */
int bench_kernels(int argc, char **argv);
int bench_products(int argc, char **argv);
int bench_proposals(int argc, char **argv);
int bench_recurrent(int argc, char **argv);
int bench_scaling(int argc, char **argv); /* collective over the world */
int bench_train(int argc, char **argv);   /* training steps of whole models */

#endif
