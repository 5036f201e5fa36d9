/*
 * bytes_fixture.h - compares the memory that a dry tape reports for a model
 * with the memory that the model takes.
 */
#ifndef BYTES_FIXTURE_H
#define BYTES_FIXTURE_H

#include "tests/unit/model_fixture.h"

/* A dry tape reports what the arena lends, except scratch memory. */
static inline void expect_bytes(const char *what, double said, double used)
{
    print_message("# %s: said %.0f bytes, used %.0f\n", what, said, used);
    assert_true(said < 1.3 * used && used < 1.1 * said);
}

static inline void expect_observed_estimated(struct fixture *f)
{
    const struct run all = {0, EXAMPLES};
    struct part_stats seen = PART_STATS_INIT;

    f->arena.peak = 0;
    struct grain g = fixture_grain(f, all, 1);
    f->tape.observer = &seen.observer;
    model_outcome(&f->tape, f->model, &g);
    f->tape.observer = NULL;
    expect_bytes("looking",
                 model_bytes(f->model, &f->x, f->order, all, MODEL_INSPECT),
                 (double)f->arena.peak);
}

static inline void expect_bytes_estimated(struct fixture *f)
{
    const struct run all = {0, EXAMPLES};
    struct answers out;

    f->arena.peak = 0;
    fixture_loss(f, 1);
    expect_bytes("training",
                 model_bytes(f->model, &f->x, f->order, all, MODEL_TRAIN),
                 (double)f->arena.peak);
    f->tape.grads = NULL;
    f->tape.training = false;
    f->arena.peak = 0;
    struct grain g = fixture_grain(f, all, 1);
    model_answer(&f->tape, f->model, &g, &out);
    expect_bytes("answering",
                 model_bytes(f->model, &f->x, f->order, all, MODEL_ANSWER),
                 (double)f->arena.peak);
    expect_observed_estimated(f);
}

#endif
