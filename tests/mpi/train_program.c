/*
 * train_program.c - trains the toy model on all ranks with the given number of
 * threads and prints the results; run by test_train_shapes.sh.
 *
 *     train_program THREADS GRAINS [STATE STOP_AFTER]
 *
 * POOR=RANK: that rank has a budget of one byte.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/kernel/kernel.h"
#include "engine/train/average.h"
#include "tests/toy.h"

static bool countdown(void *context)
{
    int *left = context;

    return --*left == 0;
}

static void show(const struct result *r)
{
    const struct history *h = &r->history;
    const struct column *c = &r->answers[SPLIT_TEST].column[0];
    char hex[DIGEST_HEX];

    digest_hex(r->params, hex);
    printf("params %s steps %ld best %ld valid %.17g test %.17g\n", hex,
           r->steps, r->best_step, r->valid[0], r->test[0]);
    digest_hex(digest_of(c->value, column_at(c, c->n) * sizeof(float)), hex);
    printf("answers %s\n", hex);
    for (int i = 0; i < h->n; i++)
        printf("step %ld loss %a valid %a\n", h->row[i].step,
               h->row[i].train_loss, h->row[i].valid[0]);
}

int main(int argc, char **argv)
{
    static const char *const ends[] = {"finished", "failed", "stopped",
                                       "paused", "broken"};
    struct train_config c = toy_config();
    struct result r = {0};
    struct toy toy;
    struct error e;
    int rank[64], left = argc > 4 ? atoi(argv[4]) : 0, poor = -1;

    comm_start();
    if (argc < 3 || kernel_start(&e))
        die("train_program: THREADS GRAINS [STATE STOP_AFTER]");
    const struct comm *w = comm_world();
    for (int i = 0; i < w->size; i++)
        rank[i] = i;
    struct group g = {
        .n = w->size, .me = w->rank, .rank = rank, .number = 1, .patience = 60};
    toy_init(&toy);
    c.grains = atol(argv[2]);
    c.lazy_rows = c.grains == 4;
    c.batch_by_length = c.grains == 16;
    c.l2 = 1e-3;
    c.l2_in_loss = c.grains > 1;
    c.average = (struct chosen){0}; /* would be of each rank's slice */
    chosen_preset(&c.average, &average_kinds, "moving");
    struct training t = toy_training(&toy, &c, &g, atoi(argv[1]));
    t.state = argc > 3 ? argv[3] : NULL;
    if (argc > 4 && w->rank == w->size - 1) {
        t.stop = countdown;
        t.context = &left;
    }
    if (getenv("POOR") && w->rank == atoi(getenv("POOR")))
        t.memory = 1;
    t.poor = &poor;
    const enum train_end end = train_run(&t, &r, &e);
    if (w->rank == 0 && end == TRAIN_FINISHED)
        show(&r);
    else if (w->rank == 0)
        printf("%s, %d poor: %s\n", ends[end], poor, e.text);
    if (w->rank == 0 && end == TRAIN_FINISHED)
        train_tidy(t.state, t.keep);
    result_release(&r);
    toy_release(&toy);
    group_release(&g);
    chosen_release(&c.average);
    comm_end(0);
    return 0;
}
