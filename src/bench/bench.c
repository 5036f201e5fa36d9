#include "config.h"

#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "cmd/option.h"
#include "text/formats/json_write.h"

const struct bench bench_preset = BENCH_PRESET;

const struct cli_option bench_table[] = {
    {CLI_CHOICE(struct bench, json, option_text_or_json), .name = "format",
     .value = "FORMAT",
     .help = "text, or json, an object a line; text unless given"},
    OPTION_JSON(struct bench, json),
    {CLI_WHOLE(struct bench, repeats, 1, 1000), .name = "repeats",
     .letter = 'n', .value = "N",
     .help = "Repeats of each measurement; 5 unless given"},
    CLI_END,
};

const struct cli_option bench_alone[] = {
    {CLI_GROUP_WHOLE(bench_table)},
    BENCH_PRODUCTS(struct bench, products),
    CLI_END,
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(int n, double *repeats)
{
    qsort(repeats, (size_t)n, sizeof(*repeats), by_size);
    return (repeats[(n - 1) / 2] + repeats[n / 2]) / 2.0;
}

static void print_row(const char *name, const char *unit,
                      const char *configuration, int n, double median,
                      const double *repeats)
{
    static bool headed;

    if (!headed)
        printf("%-28s %-42s %10s %-8s %10s %10s\n", "name", "configuration",
               "median", "unit", "least", "greatest");
    headed = true;
    printf("%-28s %-42s %10.4g %-8s %10.4g %10.4g\n", name, configuration,
           median, unit, repeats[0], repeats[n - 1]);
}

/* JSON quotes the configuration, as a user's can contain any text. */
static void print_json(const struct bench *b, const char *name,
                       const char *unit, const char *configuration, int n,
                       double median, const double *repeats)
{
    struct str s = {0};

    json_begin(&s, NULL, '{');
    json_put_text(&s, "name", name);
    json_put_real(&s, "value", median);
    json_put_text(&s, "unit", unit);
    json_put_text(&s, "configuration", configuration);
    json_put_real(&s, "least", repeats[0]);
    json_put_real(&s, "median", median);
    json_put_real(&s, "greatest", repeats[n - 1]);
    json_put_long(&s, "repeats", n);
    json_put_text(&s, "identity", kernel_identity(b->products));
    json_put_text(&s, "build", kernel_build());
    json_finish(&s, '}');
    puts(str_text(&s));
    str_release(&s);
}

void bench_report(const struct bench *b, const char *name, const char *unit,
                  const char *configuration, int n, double *repeats)
{
    double median = bench_median(n, repeats);

    if (b->json)
        print_json(b, name, unit, configuration, n, median, repeats);
    else
        print_row(name, unit, configuration, n, median, repeats);
    fflush(stdout);
}

float *bench_numbers(uint32_t site, size_t n)
{
    static const struct random_key key = {{1, 2}};
    float *x = memory_floats(n);

    random_normal(key, (struct address){0, 0, site}, n, 1.0f, x);
    return x;
}

static const struct command *const below[] = {
    &bench_attention, &bench_decode,
    &bench_dispatch,  &bench_kernels,
    &bench_products,  &bench_proposals,
    &bench_recurrent, &bench_scaling,
    &bench_train,     NULL,
};

const struct command command_bench = {
    .name = "bench",
    .summary = "measure attention, kernels, training and the runner here",
    .about = "Measure how fast this build is on this machine.",
    .sub = below,
};
