#include "engine/train/schedule.h"

#include <math.h>

#include "base/numbers/math_functions.h"

static double constant(const struct train_config *c, struct schedule_place at)
{
    (void)at;
    return c->learning_rate;
}

/* Vaswani et al. 2017, eq. (3); sqrt() is correctly rounded on every machine,
 * pow() is not. */
static double warmup(const struct train_config *c, struct schedule_place at)
{
    const double s = (double)at.step, w = (double)c->warmup;
    const double rising = s / (w * sqrt(w)), falling = 1 / sqrt(s);

    return c->learning_rate / sqrt((double)c->width) *
           (rising < falling ? rising : falling);
}

static double halved(double rate, long times)
{
    return ldexp(rate, times < 1000 ? -(int)times : -1000);
}

static double halve(const struct train_config *c, struct schedule_place at)
{
    return halved(c->learning_rate, at.worse);
}

static double halve_epochs(const struct train_config *c,
                           struct schedule_place at)
{
    const long behind = at.epoch - c->whole_epochs + 1;

    return halved(c->learning_rate, behind > 0 ? behind : 0);
}

/* As in QANet's releases, which count steps t from 0: log(t + 1) / log(warmup).
 * So the first rate is 0. */
static double warmup_log(const struct train_config *c, struct schedule_place at)
{
    if (at.step >= c->warmup)
        return c->learning_rate;
    return c->learning_rate * natural_log((double)at.step) /
           natural_log((double)c->warmup);
}

static double (*const rates[])(const struct train_config *,
                               struct schedule_place) = {
    [SCHEDULE_CONSTANT] = constant,
    [SCHEDULE_WARMUP_RSQRT] = warmup,
    [SCHEDULE_HALVE] = halve,
    [SCHEDULE_WARMUP_LOG] = warmup_log,
    [SCHEDULE_HALVE_EPOCHS] = halve_epochs,
};

double schedule_rate(const struct train_config *c, struct schedule_place at)
{
    return rates[c->schedule](c, at);
}
