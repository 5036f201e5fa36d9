/*
 * bench_attention.c - CoDA's cost beside that of softmax, forward and
 * backward, on one thread.
 *
 * The two take turns pass by pass, so that whatever else the machine does
 * falls on both.  A repeat's times are those of its fastest passes, which is
 * least disturbed by others; each repeat gives one ratio.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention/attention.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cmd/bench.h"
#include "cmd/command.h"
#include "cmd/launch.h"

#define SECONDS 0.05 /* least time of one repeat */

/* Segments of one length that attend to themselves. */
struct size {
    int segments, heads, length, width;
};

/* A pass is short, so that some fall between the turns of others. */
static const struct size sizes[] = {
    {16, 4, 32, 32},  {8, 1, 32, 32},  {8, 1, 32, 64},  {8, 1, 32, 128},
    {8, 1, 32, 200},  {4, 1, 64, 32},  {4, 1, 64, 64},  {4, 1, 64, 128},
    {4, 1, 64, 200},  {2, 1, 128, 32}, {2, 1, 128, 64}, {2, 1, 128, 128},
    {2, 1, 128, 200}, {1, 1, 256, 32}, {1, 1, 256, 64}, {1, 1, 256, 128},
    {1, 1, 256, 200}};
#define SIZES ((int)(sizeof(sizes) / sizeof(sizes[0])))

enum { SOFTMAX, CODA, KINDS };
static const char *const names[KINDS] = {"softmax", "coda"};

/* What is attended; the nodes are leaves before `mark` on the arena. */
struct scene {
    struct tape tape;
    struct arena arena;
    struct attend in;
    struct node *da; /* gradient of a_out */
    int *at, *example;
};

static struct node *leaf(struct scene *s, int rows, int cols, uint32_t site)
{
    static const struct random_key key = {{1, 2}};
    struct node *x = tape_leaf(&s->tape, rows, cols);

    random_normal(key, (struct address){0, 0, site}, node_len(x), 0.3f, x->val);
    return x;
}

static void scene_init(struct scene *s, const struct size *z)
{
    static float none;
    int rows = z->segments * z->length, cols = z->heads * z->width;

    *s = (struct scene){.tape = {.grads = &none}};
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

static void scene_release(struct scene *s)
{
    arena_release(&s->arena);
    free(s->at);
    free(s->example);
}

/* Forward and backward once; the gradient of a_out is given, not derived. */
static void pass(struct scene *s, const struct chosen *kind)
{
    struct arena_mark mark = arena_mark(&s->arena);
    struct node *y;

    tape_begin(&s->tape, 0);
    y = attend(&s->tape, kind, &s->in).a_out;
    memcpy(y->grad, s->da->val, node_len(y) * sizeof(float));
    y->op->backward(&s->tape, y);
    arena_rewind(&s->arena, mark);
}

/* One repeat: the least time of a pass of each kind, in microseconds. */
static void repeat(struct scene *s, const struct chosen kind[KINDS],
                   double least[KINDS])
{
    double start = clock_now();

    for (int k = 0; k < KINDS; k++)
        least[k] = 1e30;
    while (clock_now() - start < SECONDS)
        for (int k = 0; k < KINDS; k++) {
            double from = clock_now(), took;
            pass(s, &kind[k]);
            took = 1e6 * (clock_now() - from);
            least[k] = took < least[k] ? took : least[k];
        }
}

/* Returns the median of the ratios. */
static double measure(const struct bench *b, const struct size *z,
                      const struct chosen kind[KINDS])
{
    int n = (int)b->repeats;
    double *ratio = memory_new(sizeof(double) * (size_t)n), median;
    double *took[KINDS], least[KINDS];
    char configuration[64], name[32];
    struct scene s;

    scene_init(&s, z);
    for (int k = 0; k < KINDS; k++)
        took[k] = memory_new(sizeof(double) * (size_t)n);
    repeat(&s, kind, least); /* warms up */
    for (int i = 0; i < n; i++) {
        repeat(&s, kind, least);
        for (int k = 0; k < KINDS; k++)
            took[k][i] = least[k];
        ratio[i] = least[CODA] / least[SOFTMAX];
    }
    snprintf(configuration, sizeof(configuration),
             "segments=%d heads=%d length=%d width=%d", z->segments, z->heads,
             z->length, z->width);
    for (int k = 0; k < KINDS; k++) {
        snprintf(name, sizeof(name), "attention.%s", names[k]);
        bench_report(b, name, "us", configuration, n, took[k]);
        free(took[k]);
    }
    bench_report(b, "attention.coda_over_softmax", "ratio", configuration, n,
                 ratio);
    median = bench_median(n, ratio);
    free(ratio);
    scene_release(&s);
    return median;
}

int bench_attention(int argc, char **argv)
{
    struct bench b = bench_parse(
        argc, argv,
        "Time attention, forward and backward, by softmax and by CoDA, on one "
        "thread, over segments of 32 to 256 rows that are 32 to 200 wide.");
    struct chosen kind[KINDS] = {0};
    double worst = 0.0;

    if (!launch_first())
        return EXIT_DONE;
    for (int k = 0; k < KINDS; k++)
        chosen_preset(&kind[k], &attention_kinds, names[k]);
    for (int i = 0; i < SIZES; i++) {
        double ratio = measure(&b, &sizes[i], kind);
        worst = ratio > worst ? ratio : worst;
    }
    bench_report(&b, "attention.coda_over_softmax.worst", "ratio",
                 "over=all sizes above", 1, &worst);
    for (int k = 0; k < KINDS; k++)
        chosen_release(&kind[k]);
    return EXIT_DONE;
}
