#include "config.h"

#include "sweep/prune/retention.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

void retention_release(struct retention *f)
{
    digest_map_release(&f->of);
}

/* A finished trial; a better goal is less. */
struct finished {
    double goal; /* INFINITY if it has none */
    long number;
};

static int by_goal(const void *a, const void *b)
{
    const struct finished *x = a, *y = b;

    if (x->goal != y->goal)
        return x->goal < y->goal ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static double cost(const struct experiment *x, double goal)
{
    return isnan(goal) ? (double)INFINITY : x->search.maximize ? -goal : goal;
}

static enum retention_class of_phase(enum trial_phase phase)
{
    return phase == PHASE_FINISHED ? RETENTION_FINISHED
           : phase == PHASE_FAILED ? RETENTION_FAILED
                                   : RETENTION_OPEN;
}

static void put(struct retention *f, const struct trial *t,
                enum retention_class class)
{
    digest_map_set(&f->of, t->name, (long)class);
}

void retention_add(struct retention *f, const struct experiment *x,
                   const struct study *s, long most)
{
    const long trials = study_trials(s);
    struct finished *all = memory_new((size_t)(trials + 1) * sizeof(*all));
    long n = 0;

    for (long i = 0; i < trials; i++) {
        const struct trial *t = study_trial(s, i);

        if (!trial_runs(t))
            continue;
        put(f, t, of_phase(t->phase));
        if (t->phase == PHASE_FINISHED)
            all[n++] = (struct finished){cost(x, t->goal), i};
    }
    qsort(all, (size_t)n, sizeof(*all), by_goal);
    for (long i = most; most >= 0 && i < n; i++)
        put(f, study_trial(s, all[i].number), RETENTION_BEATEN);
    free(all);
}

enum retention_class retention_find(const struct retention *f,
                                    struct digest trial)
{
    const long found = digest_map_find(&f->of, trial);

    return found < 0 ? RETENTION_UNKNOWN : (enum retention_class)found;
}
