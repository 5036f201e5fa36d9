/*
 * bench_attention.c - the cost of every attention kind relative to softmax,
 * forward and backward, on one thread: time, and peak memory.
 *
 * The kinds alternate pass by pass, so that other load of the machine affects
 * all of them.  The time of a repeat is that of its fastest pass, which is
 * disturbed least; each repeat gives one ratio for each kind.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "bench/bench.h"
#include "engine/attention/attention.h"

#define SECONDS 0.025 /* least time of one repeat, per kind */
#define PASSES 3      /* and fewest passes */

/* Segments of equal length with self-attention. */
struct attention_size {
    int segments, heads, length, width;
};

/* A pass is short, so that some are not interrupted by other processes. */
static const struct attention_size sizes[] = {
    {16, 4, 32, 32},  {8, 1, 32, 32},   {8, 1, 32, 64},   {8, 1, 32, 128},
    {8, 1, 32, 200},  {4, 1, 64, 32},   {4, 1, 64, 64},   {4, 1, 64, 128},
    {4, 1, 64, 200},  {2, 1, 128, 32},  {2, 1, 128, 64},  {2, 1, 128, 128},
    {2, 1, 128, 200}, {1, 1, 256, 32},  {1, 1, 256, 64},  {1, 1, 256, 128},
    {1, 1, 256, 200}, {1, 1, 1000, 32}, {1, 1, 1000, 64}, {1, 1, 1000, 128},
    {1, 1, 1000, 200}};
#define SIZES ((int)(sizeof(sizes) / sizeof(sizes[0])))

/* Softmax, and every other registered kind, which is compared with it. */
struct kind_times {
    int n;
    struct chosen *kind; /* [n], owned */
    double *worst;       /* [n], owned: the largest median ratio so far */
};

/* The input; its nodes are leaves at the beginning of the arena. */
struct bench_inputs {
    struct tape tape;
    struct arena arena;
    struct attend in;
    struct node *da; /* gradient of a_out */
    int *at, *example;
};

static struct node *leaf(struct bench_inputs *s, int rows, int cols,
                         uint32_t site)
{
    static const struct random_key key = {{1, 2}};
    struct node *x = tape_leaf(&s->tape, rows, cols);

    random_normal(key, (struct address){0, 0, site}, node_len(x), 0.3f, x->val);
    return x;
}

static void bench_inputs_init(struct bench_inputs *s,
                              const struct attention_size *z,
                              enum products products)
{
    static float none;
    int rows = z->segments * z->length, cols = z->heads * z->width;

    *s = (struct bench_inputs){.tape = {.grads = &none, .products = products}};
    s->tape.arena = &s->arena;
    s->at = memory_new(sizeof(int) * (size_t)(z->segments + 1));
    s->example = memory_zeroed((size_t)z->segments, sizeof(int));
    for (int i = 0; i <= z->segments; i++)
        s->at[i] = i * z->length;
    s->in = (struct attend){.q = leaf(s, rows, cols, 0),
                            .k = leaf(s, rows, cols, 1),
                            .b = leaf(s, rows, cols, 2),
                            .rows = {z->segments, s->at},
                            .cols = {z->segments, s->at},
                            .heads = z->heads,
                            .example = s->example};
    s->da = leaf(s, rows, cols, 3);
}

static void bench_inputs_release(struct bench_inputs *s)
{
    arena_release(&s->arena);
    free(s->at);
    free(s->example);
}

/* Run forward and backward once, with a given gradient of a_out. */
static void pass(struct bench_inputs *s, const struct chosen *kind)
{
    struct arena_mark mark = arena_mark(&s->arena);
    struct node *y;

    tape_begin(&s->tape, 0);
    y = attend(&s->tape, kind, &s->in).a_out;
    tape_backward_from(&s->tape, y, s->da->val);
    arena_rewind(&s->arena, mark);
}

/* Return the peak memory of a pass in bytes, without the input. */
static double room(struct bench_inputs *s, const struct chosen *kind)
{
    const size_t before = s->arena.total;

    s->arena.peak = before;
    pass(s, kind);
    return (double)(s->arena.peak - before);
}

/* Run one repeat: the least time of a pass of each kind, in microseconds. */
static void repeat(struct bench_inputs *s, const struct kind_times *c,
                   double *least)
{
    double start = clock_now();

    for (int k = 0; k < c->n; k++)
        least[k] = 1e30;
    for (int i = 0; i < PASSES || clock_now() - start < SECONDS * c->n; i++)
        for (int k = 0; k < c->n; k++) {
            double from = clock_now(), took;
            pass(s, &c->kind[k]);
            took = 1e6 * (clock_now() - from);
            least[k] = took < least[k] ? took : least[k];
        }
}

/* Report the times of kind k for all repeats, and their ratios to kind 0. */
static void report(const struct bench *b, const struct kind_times *c, int k,
                   const char *configuration, const double *took)
{
    const char *of = c->kind[k].kind->name, *by = c->kind[0].kind->name;
    int n = (int)b->repeats;
    double *own = memory_new(sizeof(double) * (size_t)n), median;
    char name[128];

    for (int i = 0; i < n; i++)
        own[i] = took[i * c->n + k];
    snprintf(name, sizeof(name), "attention.%s", of);
    bench_report(b, name, "us", configuration, n, own);
    if (k) {
        for (int i = 0; i < n; i++)
            own[i] = took[i * c->n + k] / took[i * c->n];
        snprintf(name, sizeof(name), "attention.%s_over_%s", of, by);
        bench_report(b, name, "ratio", configuration, n, own);
        median = bench_median(n, own);
        if (median > c->worst[k])
            c->worst[k] = median;
    }
    free(own);
}

static void report_room(const struct bench *b, const struct kind_times *c,
                        int k, const char *configuration,
                        struct bench_inputs *s)
{
    double kib = room(s, &c->kind[k]) / 1024;
    char name[128];

    snprintf(name, sizeof(name), "attention.%s.memory", c->kind[k].kind->name);
    bench_report(b, name, "KiB", configuration, 1, &kib);
}

static void measure(const struct bench *b, const struct attention_size *z,
                    const struct kind_times *c)
{
    int n = (int)b->repeats;
    double *took = memory_new(sizeof(double) * (size_t)(n * c->n));
    char configuration[64];
    struct bench_inputs s;

    bench_inputs_init(&s, z, b->products);
    repeat(&s, c, took); /* warm-up */
    for (int i = 0; i < n; i++)
        repeat(&s, c, took + i * c->n);
    snprintf(configuration, sizeof(configuration),
             "segments=%d heads=%d length=%d width=%d", z->segments, z->heads,
             z->length, z->width);
    for (int k = 0; k < c->n; k++) {
        report(b, c, k, configuration, took);
        report_room(b, c, k, configuration, &s);
    }
    free(took);
    bench_inputs_release(&s);
}

static void kind_times_init(struct kind_times *c)
{
    const struct kind *const *list = attention_kinds.list;

    *c = (struct kind_times){0};
    while (list[c->n])
        c->n++;
    c->kind = memory_zeroed((size_t)c->n, sizeof(*c->kind));
    c->worst = memory_zeroed((size_t)c->n, sizeof(*c->worst));
    int k = 0;

    chosen_preset(&c->kind[k++], &attention_kinds, "softmax");
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i]->name, "softmax") != 0)
            chosen_preset(&c->kind[k++], &attention_kinds, list[i]->name);
}

static void kind_times_release(struct kind_times *c)
{
    for (int k = 0; k < c->n; k++)
        chosen_release(&c->kind[k]);
    free(c->kind);
    free(c->worst);
}

static int run(void *asked, struct error *e)
{
    const struct bench *b = asked;
    struct kind_times c;
    char name[128];

    (void)e;
    kind_times_init(&c);
    for (int i = 0; i < SIZES; i++)
        measure(b, &sizes[i], &c);
    for (int k = 1; k < c.n; k++) {
        snprintf(name, sizeof(name), "attention.%s_over_%s.worst",
                 c.kind[k].kind->name, c.kind[0].kind->name);
        bench_report(b, name, "ratio", "over=all sizes above", 1, &c.worst[k]);
    }
    kind_times_release(&c);
    return EXIT_DONE;
}

const struct command bench_attention = {
    .name = "attention",
    .summary = "every attention kind beside softmax of the same sizes",
    .about = "Time every attention kind, forward and backward, on one thread, "
             "over segments of 32 to 1,000 rows that are 32 to 200 wide; "
             "memory is the peak beyond what is attended.",
    .options = bench_alone,
    .size = sizeof(struct bench),
    .preset = &bench_preset,
    .run = run,
};
