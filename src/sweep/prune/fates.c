#include "config.h"

#include "sweep/prune/fates.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

void fates_release(struct fates *f)
{
    firsts_release(&f->of);
}

/* Better is less. */
struct finished {
    double goal; /* INFINITY: it has none */
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

static enum fate of_place(enum place place)
{
    return place == PLACE_FINISHED ? FATE_FINISHED
           : place == PLACE_FAILED ? FATE_FAILED
                                   : FATE_OPEN;
}

static void put(struct fates *f, const struct trial *t, enum fate fate)
{
    firsts_put(&f->of, t->name, (long)fate);
}

void fates_take(struct fates *f, const struct experiment *x,
                const struct study *s, long most)
{
    const long trials = study_trials(s);
    struct finished *all = memory_new((size_t)(trials + 1) * sizeof(*all));
    long n = 0;

    for (long i = 0; i < trials; i++) {
        const struct trial *t = study_trial(s, i);

        if (!trial_runs(t))
            continue;
        put(f, t, of_place(t->place));
        if (t->place == PLACE_FINISHED)
            all[n++] = (struct finished){cost(x, t->goal), i};
    }
    qsort(all, (size_t)n, sizeof(*all), by_goal);
    for (long i = most; most >= 0 && i < n; i++)
        put(f, study_trial(s, all[i].number), FATE_BEATEN);
    free(all);
}

enum fate fates_find(const struct fates *f, struct digest trial)
{
    const long found = firsts_find(&f->of, trial);

    return found < 0 ? FATE_UNKNOWN : (enum fate)found;
}
