#include "config.h"

#include "sweep/simulate/prospects.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/functions.h"

/* What a trial draws, by the offset of its address: words of two a real. */
enum { DRAW_SAMPLE = 0, DRAW_GOAL = 1, DRAW_SLOW = 2, DRAW_SECONDS = 4 };

void prospects_init(struct prospects *p, long seed, bool maximize,
                    double seconds, double spread)
{
    *p = (struct prospects){.maximize = maximize,
                            .key = random_key((uint64_t)seed, "simulate"),
                            .seconds = seconds,
                            .spread = spread};
}

void prospects_release(struct prospects *p)
{
    for (long i = 0; i < p->n; i++)
        free(p->sample[i].point);
    free(p->sample);
    firsts_release(&p->names);
    *p = (struct prospects){0};
}

void prospects_add(struct prospects *p, struct digest trial,
                   const struct sample *s)
{
    GROW(p->sample, p->n, p->room);
    firsts_take(&p->names, trial, p->n);
    p->sample[p->n++] = *s;
}

/* Log-normal, of the given mean. */
static double draw_seconds(const struct prospects *p, struct address at)
{
    const double variance = natural_log(1 + p->spread * p->spread);
    const double z = random_gauss(p->key, at, DRAW_SECONDS);

    return p->seconds * exponential(sqrt(variance) * z - variance / 2);
}

struct prospect prospects_of(const struct prospects *p, long number,
                             struct digest name)
{
    const struct address at = {.example = (uint32_t)number};
    long i = firsts_find(&p->names, name);

    if (p->n) {
        if (i < 0)
            i = random_below(p->key, at, DRAW_SAMPLE, (uint32_t)p->n);
        return (struct prospect){.seconds = p->sample[i].seconds,
                                 .ends = p->sample[i].ends,
                                 .fails = p->sample[i].fails,
                                 .sample = &p->sample[i]};
    }
    return (struct prospect){.seconds = draw_seconds(p, at),
                             .ends = 1,
                             .goal = random_real(p->key, at, DRAW_GOAL),
                             .slow = random_real(p->key, at, DRAW_SLOW)};
}

double prospect_goal(const struct prospects *p, const struct prospect *of,
                     double share, bool latest)
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
