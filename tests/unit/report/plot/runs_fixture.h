/*
 * runs_fixture.h - made-up results of a search of twelve trials, as the input
 * of a picture.
 */
#ifndef RUNS_FIXTURE_H
#define RUNS_FIXTURE_H

#include "tests/unit/report/plot/plot_fixture.h"

enum { RUNS = 12 };

static struct parameter parameters[] = {
    {.name = "model.attention.kind", .n = 2},
    {.name = "train.learning_rate", .min = 1e-4, .max = 1e-2, .log = true},
    {.name = "model.hidden", .min = 10, .max = 20},
    {.name = "train.seed", .n = 3},
};

static inline double rate_of(int i)
{
    return 1e-4 * (1 + 9 * i);
}

static inline double hidden_of(int i)
{
    return 10 + i * 7 % 11;
}

static inline double goal_of(int i)
{
    return i % 2 ? 50 + i : 20 - 0.5 * i;
}

/* Trial 3 failed, trial 4 has no field `hidden`. */
static inline struct plot_input make_runs(void)
{
    struct results *s = &made_results;

    *s = (struct results){.n = RUNS, .dir = memory_string("made")};
    s->row = memory_zeroed(RUNS, sizeof(*s->row));
    for (int i = 0; i < RUNS; i++) {
        struct result *r = &s->row[i].result;

        s->row[i].number = i;
        s->row[i].present = true;
        s->row[i].config.own = memory_format(
            "model.attention.kind: %s\ntrain.learning_rate: %.17g\n"
            "%s: %.17g\ntrain.seed: 1\n",
            i % 2 ? "coda" : "softmax", rate_of(i),
            i == 4 ? "model.other" : "model.hidden", hidden_of(i));
        r->status = i == 3 ? TRIAL_FAILED : TRIAL_FINISHED;
        r->metrics = 1;
        strcpy(r->metric[0], "map");
        r->valid[0] = r->test[0] = goal_of(i);
    }
    return input_of((struct space){4, parameters});
}

#endif
