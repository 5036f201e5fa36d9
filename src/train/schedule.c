#include "train/schedule.h"

#include <math.h>

static double constant(const struct train_config *c, long step)
{
    (void)step;
    return c->learning_rate;
}

/* Vaswani et al. 2017, eq. (3); sqrt() is rounded correctly everywhere, which
 * pow() is not. */
static double warmup(const struct train_config *c, long step)
{
    const double s = (double)step, w = (double)c->warmup;
    const double rising = s / (w * sqrt(w)), falling = 1 / sqrt(s);

    return c->learning_rate / sqrt((double)c->width) *
           (rising < falling ? rising : falling);
}

static double (*const rates[])(const struct train_config *, long) = {
    [SCHEDULE_CONSTANT] = constant,
    [SCHEDULE_WARMUP_RSQRT] = warmup,
};

double schedule_rate(const struct train_config *c, long step)
{
    return rates[c->schedule](c, step);
}
