#include "config.h"

#include "cmd/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "config/field.h"
#include "text/json_write.h"

static const struct command benches[] = {
    {.name = "attention",
     .summary = "every attention kind beside softmax of the same sizes",
     .argp = &bench_argp,
     .run = bench_attention},
    {.name = "decode",
     .summary = "sequences that a model generates",
     .argp = &bench_decode_argp,
     .run = bench_decode},
    {.name = "dispatch",
     .summary = "trials that the runner hands out, training nothing",
     .argp = &bench_dispatch_argp,
     .run = bench_dispatch},
    {.name = "kernels",
     .summary = "distances, products and functions by themselves",
     .argp = &bench_argp,
     .run = bench_kernels},
    {.name = "products",
     .summary = "the products of models' steps beside OpenBLAS's",
     .argp = &bench_argp,
     .run = bench_products},
    {.name = "proposals",
     .summary = "what searches propose behind many trials",
     .argp = &bench_argp,
     .run = bench_proposals},
    {.name = "recurrent",
     .summary = "LSTM and GRU beside the products of their steps",
     .argp = &bench_argp,
     .run = bench_recurrent},
    {.name = "scaling",
     .summary = "one trial on several ranks and threads beside one",
     .argp = &bench_scaling_argp,
     .run = bench_scaling},
    {.name = "train",
     .summary = "training steps of whole models",
     .argp = &bench_train_argp,
     .run = bench_train},
    {.name = NULL},
};
#define BENCHES ((int)(sizeof(benches) / sizeof(benches[0])) - 1)

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "Print one JSON object a line", 0},
    {"products", 'p', "WHO", 0, "own or openblas; own unless given", 0},
    {"repeats", 'n', "N", 0, "Repeats of each measurement; 5 unless given", 0},
    {0},
};

static void parse_products(struct bench *b, const char *arg,
                           struct argp_state *state)
{
    for (int i = 0; products_names[i]; i++)
        if (!strcmp(arg, products_names[i])) {
            b->products = (enum products)i;
            return;
        }
    argp_error(state, "found --products=%s, expected own or openblas", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct bench *b = state->input;
    char *end;

    if (key == 'j') {
        b->json = true;
    } else if (key == 'p') {
        parse_products(b, arg, state);
    } else if (key == 'n') {
        b->repeats = strtol(arg, &end, 10);
        if (end == arg || *end || b->repeats < 1 || b->repeats > 1000)
            argp_error(state, "found --repeats=%s, expected 1 to 1000", arg);
    } else if (key == ARGP_KEY_INIT) {
        b->repeats = b->repeats ? b->repeats : 5;
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp bench_argp = {.options = options, .parser = parse};

struct bench bench_parse(int argc, char **argv, const char *doc)
{
    struct argp argp = bench_argp;
    struct bench b = {0};

    argp.doc = doc;
    launch_parse(&argp, argc, argv, &b);
    return b;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_seconds(const char *arg, struct argp_state *state)
{
    return option_real("seconds", arg,
                       (struct option_range){"seconds", 0, 1e6, true}, state);
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

/* A configuration that a user has given may hold any text. */
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

static void print_help(FILE *to)
{
    fprintf(to, "Usage: codarun bench WHAT [OPTION]...\n"
                "Measure how fast this build is on this machine.\n\n");
    for (int i = 0; i < BENCHES; i++)
        fprintf(to, "  %-10s %s\n", benches[i].name, benches[i].summary);
}

/* What is not named, named wrongly or asked about is answered here. */
static int explain(const char *name)
{
    const char *names[BENCHES], *near = NULL;
    bool help = name && (!strcmp(name, "--help") || !strcmp(name, "-h"));

    if (!launch_first())
        return EXIT_DONE;
    for (int i = 0; i < BENCHES; i++)
        names[i] = benches[i].name;
    if (help) {
        print_help(stdout);
        return EXIT_DONE;
    }
    near = name ? nearest_name(name, names, BENCHES) : NULL;
    if (name)
        complain("unknown benchmark '%s'%s%s%s", name,
                 near ? ", did you mean '" : ", see codarun bench --help",
                 near ? near : "", near ? "'?" : "");
    else
        print_help(stderr);
    return EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    char name[64];

    for (int i = 0; argc > 1 && i < BENCHES; i++)
        if (!strcmp(argv[1], benches[i].name)) {
            snprintf(name, sizeof(name), "codarun bench %s", argv[1]);
            argv[1] = name;
            return benches[i].run(argc - 1, argv + 1);
        }
    return explain(argc > 1 ? argv[1] : NULL);
}

const struct command command_bench = {
    .name = "bench",
    .summary = "measure attention, kernels, training and the runner here",
    .sub = benches,
    .run = run,
};
