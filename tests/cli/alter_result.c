/*
 * alter_result FILE WHAT - change one thing in a result file, whose envelope
 * stays whole: for tests of whatever compares results.  WHAT is config, status,
 * steps, metric, params, history, answers, traits, ngrams, long, numerics or
 * narrow or fewer.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/result.h"

static void alter_config(struct result *r)
{
    r->config[0] ^= 1;
}

static void alter_status(struct result *r)
{
    r->status = r->status == TRIAL_FINISHED ? TRIAL_FAILED : TRIAL_FINISHED;
}

static void alter_steps(struct result *r)
{
    r->steps++;
}

/* The last bit of a number. */
static void alter_bit(void *number)
{
    *(unsigned char *)number ^= 1;
}

static void alter_metric(struct result *r)
{
    alter_bit(&r->test[r->metrics - 1]);
}

static void alter_params(struct result *r)
{
    r->params.lo ^= 1;
}

static void alter_history(struct result *r)
{
    alter_bit(&r->history.row[r->history.n - 1].train_loss);
}

static void alter_answers(struct result *r)
{
    struct column *c = &r->answers[2].column[0];

    alter_bit(&c->floats[column_at(c, c->n) - 1]);
}

static void alter_traits(struct result *r)
{
    for (int s = 0; s < SPLITS; s++)
        while (r->units[s].traits) {
            struct trait *t = &r->units[s].trait[--r->units[s].traits];

            free(t->words);
            free(t->value);
        }
}

static void alter_ngrams(struct result *r)
{
    for (int s = 0; s < SPLITS; s++) {
        free(r->units[s].ngrams);
        r->units[s].ngrams = NULL;
        memset(r->units[s].orders, 0, sizeof(r->units[s].orders));
    }
}

/* 1,000 evaluations. */
static void alter_long(struct result *r)
{
    for (long step = r->history.n; step < 1000; step++) {
        struct history_row row = {.step = step + 1,
                                  .train_loss = 1.0 / (double)(step + 1)};

        for (int m = 0; m < r->metrics; m++)
            row.valid[m] = (double)(step % 100);
        history_add(&r->history, &row);
    }
}

/* As if it was trained under numerics 2. */
static void alter_numerics(struct result *r)
{
    facts_add(&r->facts, "identity", "numerics=2");
}

/* Answers lack the last value of each entry. */
static void alter_narrow(struct result *r)
{
    for (int s = 0; s < SPLITS; s++)
        if (r->answers[s].n)
            r->answers[s].column[0].is.width--;
}

/* The last answer to valid lacks a value. */
static void alter_fewer(struct result *r)
{
    struct column *c = &r->answers[SPLIT_VALID].column[0];

    c->start[c->n]--;
}

static const struct {
    const char *name;
    void (*alter)(struct result *r);
} things[] = {
    {"config", alter_config},     {"status", alter_status},
    {"steps", alter_steps},       {"metric", alter_metric},
    {"params", alter_params},     {"history", alter_history},
    {"answers", alter_answers},   {"traits", alter_traits},
    {"ngrams", alter_ngrams},     {"long", alter_long},
    {"numerics", alter_numerics}, {"narrow", alter_narrow},
    {"fewer", alter_fewer},
};
#define THINGS (sizeof(things) / sizeof(things[0]))

int main(int argc, char **argv)
{
    struct result r;
    struct error e;
    int altered = 0;

    if (argc != 3 || result_read(argv[1], &r, &e)) {
        fprintf(stderr, "alter_result: %s\n",
                argc == 3 ? e.text : "expected FILE WHAT");
        return 1;
    }
    for (size_t i = 0; i < THINGS; i++)
        if (!strcmp(things[i].name, argv[2])) {
            things[i].alter(&r);
            altered = 1;
        }
    if (!altered || result_write(argv[1], &r, &e)) {
        fprintf(stderr, "alter_result: %s\n", altered ? e.text : argv[2]);
        return 1;
    }
    result_release(&r);
    return 0;
}
