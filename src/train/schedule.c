#include "train/schedule.h"

#include <math.h>

#include "base/functions.h"

static double constant(const struct train_config *c, long step, long worse)
{
    (void)step;
    (void)worse;
    return c->learning_rate;
}

/* Vaswani et al. 2017, eq. (3); sqrt() is rounded correctly everywhere, which
 * pow() is not. */
static double warmup(const struct train_config *c, long step, long worse)
{
    (void)worse;
    const double s = (double)step, w = (double)c->warmup;
    const double rising = s / (w * sqrt(w)), falling = 1 / sqrt(s);

    return c->learning_rate / sqrt((double)c->width) *
           (rising < falling ? rising : falling);
}

static double halve(const struct train_config *c, long step, long worse)
{
    (void)step;
    return ldexp(c->learning_rate, worse < 1000 ? -(int)worse : -1000);
}

/* QANet's releases, which count steps t from 0: log(t + 1) / log(warmup).  So
 * the first rate is 0. */
static double warmup_log(const struct train_config *c, long step, long worse)
{
    (void)worse;
    if (step >= c->warmup)
        return c->learning_rate;
    return c->learning_rate * natural_log((double)step) /
           natural_log((double)c->warmup);
}

static double (*const rates[])(const struct train_config *, long, long) = {
    [SCHEDULE_CONSTANT] = constant,
    [SCHEDULE_WARMUP_RSQRT] = warmup,
    [SCHEDULE_HALVE] = halve,
    [SCHEDULE_WARMUP_LOG] = warmup_log,
};

double schedule_rate(const struct train_config *c, long step, long worse)
{
    return rates[c->schedule](c, step, worse);
}
