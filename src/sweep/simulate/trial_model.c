#include "config.h"

#include "sweep/simulate/trial_model.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"

/* The random numbers of a trial, by offset in its address; a real takes two
 * words. */
enum { DRAW_SAMPLE = 0, DRAW_GOAL = 1, DRAW_SLOW = 2, DRAW_SECONDS = 4 };

void trial_model_init(struct trial_model *p, long seed, bool maximize,
                      double seconds, double spread)
{
    *p = (struct trial_model){.maximize = maximize,
                              .key = random_key((uint64_t)seed, "simulate"),
                              .seconds = seconds,
                              .spread = spread};
}

void trial_model_release(struct trial_model *p)
{
    for (long i = 0; i < p->n; i++)
        free(p->sample[i].point);
    free(p->sample);
    digest_map_release(&p->names);
    *p = (struct trial_model){0};
}

void trial_model_add(struct trial_model *p, struct digest trial,
                     const struct sampled_trial *s)
{
    GROW(p->sample, p->n, p->room);
    digest_map_add(&p->names, trial, p->n);
    p->sample[p->n++] = *s;
}

/* Log-normal, of the given mean. */
static double draw_seconds(const struct trial_model *p, struct address at)
{
    const double variance = natural_log(1 + p->spread * p->spread);
    const double z = random_gauss(p->key, at, DRAW_SECONDS);

    return p->seconds * exponential(sqrt(variance) * z - variance / 2);
}

struct simulated_trial trial_model_draw(const struct trial_model *p,
                                        long number, struct digest name)
{
    const struct address at = {.example = (uint32_t)number};
    long i = digest_map_find(&p->names, name);

    if (p->n) {
        if (i < 0)
            i = random_below(p->key, at, DRAW_SAMPLE, (uint32_t)p->n);
        return (struct simulated_trial){.seconds = p->sample[i].seconds,
                                        .ends = p->sample[i].ends,
                                        .fails = p->sample[i].fails,
                                        .sample = &p->sample[i]};
    }
    return (struct simulated_trial){.seconds = draw_seconds(p, at),
                                    .ends = 1,
                                    .goal = random_real(p->key, at, DRAW_GOAL),
                                    .slow = random_real(p->key, at, DRAW_SLOW)};
}

double simulated_trial_goal(const struct trial_model *p,
                            const struct simulated_trial *of, double share,
                            bool latest)
{
    double goal = NAN;

    if (!of->sample) {
        const double percent = 100 * of->goal * (1 - (1 - share) * of->slow);

        return p->maximize ? percent : 100 - percent;
    }
    for (int i = 0; i < of->sample->points; i++)
        if (of->sample->point[i].share <= share + 1e-9)
            goal = latest ? of->sample->point[i].value
                          : of->sample->point[i].goal;
    return goal;
}
