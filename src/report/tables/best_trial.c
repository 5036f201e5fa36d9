#include "config.h"

#include "report/tables/best_trial.h"

#include <math.h>

#include "base/core/log.h"
#include "report/tables/measures.h"

static long count_finished(const struct results *s)
{
    long n = 0;

    for (long i = 0; i < s->n; i++)
        n += results_row_finished(&s->row[i]);
    return n;
}

static const struct results_row *best_of(const struct experiment *x,
                                         const struct results *s,
                                         struct measure *goal, double *value,
                                         struct error *e)
{
    const struct results_row *best =
        measure_goal(x, s, goal) ? measure_best(goal, x, s) : NULL;

    *value = best ? measure_value(goal, &best->result) : (double)NAN;
    if (!isnan(*value))
        return best;
    error_set(e,
              "'%s': found no finished trial with a value of the goal, "
              "expected --trial N",
              s->dir);
    return NULL;
}

const struct results_row *best_trial(const struct experiment *x,
                                     const struct results *s, struct error *e)
{
    struct measure goal;
    double value;

    return best_of(x, s, &goal, &value, e);
}

const struct results_row *best_trial_named(const struct experiment *x,
                                           const struct results *s,
                                           struct error *e)
{
    struct measure goal;
    double value;
    const struct results_row *best = best_of(x, s, &goal, &value, e);

    if (best && results_known(s) > 1)
        complain("trial %ld: the best of %ld finished, %s %.2f", best->number,
                 count_finished(s), goal.name, value);
    return best;
}
