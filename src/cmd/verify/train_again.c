/* train_again.c - training a trial again without writing to disk. */
#include "config.h"

#include "cmd/verify/train_again.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "engine/comm/comm.h"
#include "sweep/run/ranks.h"
#include "sweep/run/trial.h"
#include "sweep/run/trial_setup.h"

static enum train_end run_alone(const struct experiment *x,
                                const struct assignment *a, double until,
                                struct group *g, struct result *is,
                                struct error *e)
{
    struct experiment plain = *x; /* borrowed, all of it */
    struct trial_config c = {0};
    const struct trial_call call = {.experiment = &plain,
                                    .assignment = a,
                                    .config = &c,
                                    .group = g,
                                    .until = until,
                                    .ends_there = until > 0};
    enum train_end end = TRAIN_BROKEN;

    plain.run.cache_gb = 0; /* from the files that the result names */
    if (!experiment_bind(x, a, &c, e))
        end = trial_run(&call, is, e);
    trial_config_release(&c);
    return end;
}

/* Has every rank the trial's data, and can it begin?  Else why has been said:
 * what cannot be trained here does not differ. */
static bool ready(const struct experiment *x, const struct assignment *a)
{
    struct experiment plain = *x; /* as above */
    struct trial_config c = {0};
    struct trial_size size;
    struct error e = {""};

    plain.run.cache_gb = 0;
    const int failed =
        experiment_bind(x, a, &c, &e) ||
        trial_setup_check(&plain, a, &c, comm_world()->size, &size, &e);

    if (failed)
        error_in(&e, "trial %ld", a->number);
    trial_config_release(&c);
    return ranks_agreed(failed, &e);
}

static bool train(const struct experiment *x, const struct assignment *a,
                  double until, struct result *is)
{
    const struct comm *world = comm_world();
    int *rank = memory_zeroed((size_t)world->size, sizeof(*rank));
    struct error e = {""};

    for (int i = 0; i < world->size; i++)
        rank[i] = i;
    struct group g = {.n = world->size, .me = world->rank, .rank = rank};
    const enum train_end end = run_alone(x, a, until, &g, is, &e);
    const bool over = end == TRAIN_FINISHED || end == TRAIN_FAILED;
    if (world->rank == 0 && !over)
        complain("trial %ld: %s", a->number, e.text);
    trial_setup_forget();
    group_release(&g);
    free(rank);
    return over && world->rank == 0;
}

/* True if all ranks would train the same trial to the same bits; otherwise
 * prints why. */
static bool alike(const struct experiment *x)
{
    struct error e = {""};

    return ranks_agreed(ranks_same_text(x, &e), &e) &&
           ranks_agreed(ranks_same_identity(x, &e), &e);
}

bool train_again(const struct experiment *x, const struct assignment *a,
                 double until, bool failed, struct result *is)
{
    return alike(x) && (failed || ready(x, a)) && train(x, a, until, is);
}
