/* distribution.c - the values that a parameter may have, and their
 * probabilities. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"
#include "config/field/field.h"
#include "sweep/sampler/space.h"

static double within(const struct parameter *p, double x)
{
    return x < p->min ? p->min : x > p->max ? p->max : x;
}

double parameter_step(const struct parameter *p)
{
    return p->whole && !p->step ? 1 : p->step;
}

/* --- a range: x at u, and u at x ----------------------------------------- */

/* The end of the last step's values. */
static double end_of(const struct parameter *p)
{
    return p->max + parameter_step(p);
}

static double range_at(const struct parameter *p, double u)
{
    const double end = end_of(p), step = parameter_step(p);
    const double x = p->log
                         ? p->min * exponential(u * natural_log(end / p->min))
                         : p->min + u * (end - p->min);

    return step ? p->min + step * floor((x - p->min) / step) : x;
}

static double range_unit(const struct parameter *p, double value)
{
    const double x = value + parameter_step(p) / 2, end = end_of(p);

    return p->log ? natural_log(x / p->min) / natural_log(end / p->min)
                  : (x - p->min) / (end - p->min);
}

/* --- a normal distribution, cut off at its ends --------------------------- */

/* The distance from the mean, in deviations. */
static double deviations(const struct parameter *p, double x)
{
    if (!p->log)
        return (x - p->mean) / p->deviation;
    return x > 0 ? natural_log(x / p->mean) / natural_log(p->deviation)
                 : -INFINITY;
}

/* The value from which steps are counted. */
static double origin(const struct parameter *p)
{
    return isfinite(p->min) ? p->min : 0;
}

/* The last value that steps reach: max itself, if they reach it within
 * rounding. */
static double last_step(const struct parameter *p, double step)
{
    const double from = origin(p);

    return from + step * floor((p->max - from) / step + STEP_SLACK);
}

/* Each end also has the values that are nearer to it than to any other
 * value. */
static double lower_end(const struct parameter *p)
{
    return p->min - parameter_step(p) / 2;
}

static double upper_end(const struct parameter *p)
{
    const double step = parameter_step(p);

    return isfinite(p->max) && step ? last_step(p, step) + step / 2 : p->max;
}

/* The share below an end; without an end, below four deviations from the
 * mean. */
static double share_below(const struct parameter *p, double end)
{
    const double z = deviations(p, end);

    return normal_share(isfinite(end) ? z : end < 0 ? -4 : 4);
}

/* The value z deviations from the mean. */
static double normal_value(const struct parameter *p, double z)
{
    return p->log ? p->mean * exponential(z * natural_log(p->deviation))
                  : p->mean + z * p->deviation;
}

static double normal_at(const struct parameter *p, double u)
{
    const double low = share_below(p, lower_end(p));
    const double high = share_below(p, upper_end(p));
    const double x = normal_value(p, normal_quantile(low + u * (high - low)));
    const double step = parameter_step(p), from = origin(p);

    return step ? from + step * rint((x - from) / step) : x;
}

static double normal_unit(const struct parameter *p, double x)
{
    const double low = share_below(p, lower_end(p));
    const double high = share_below(p, upper_end(p));

    return (normal_share(deviations(p, x)) - low) / (high - low);
}

double parameter_share(const struct parameter *p)
{
    return p->normal
               ? share_below(p, upper_end(p)) - share_below(p, lower_end(p))
               : 1;
}

bool space_has_rounded(const struct space *s)
{
    bool has = false;

    for (int p = 0; p < s->n; p++)
        has |= s->parameter[p].normal && parameter_step(&s->parameter[p]);
    return has;
}

/* --- as texts ------------------------------------------------------------- */

static char *format(const struct parameter *p, double x)
{
    char digits[32];
    struct str s = {0};

    if (p->whole)
        return memory_format("%.0f", within(p, x));
    snprintf(digits, sizeof(digits), "%.*g", p->digits ? p->digits : 6, x);
    real_text(within(p, strtod(digits, NULL)), &s);
    return str_take(&s);
}

char *parameter_at(const struct parameter *p, double u)
{
    if (p->value)
        return memory_string(p->value[(int)(u * p->n)]);
    return format(p, p->normal ? normal_at(p, u) : range_at(p, u));
}

char *parameter_end(const struct parameter *p, bool largest)
{
    const double end = largest ? p->max : p->min;

    return format(p, isfinite(end) ? end : normal_value(p, largest ? 4 : -4));
}

char *parameter_near(const struct parameter *p, double x)
{
    const double step = parameter_step(p), from = origin(p);
    const double most = isfinite(p->max) && step ? last_step(p, step) : p->max;

    x = step ? from + step * rint((x - from) / step) : x;
    return format(p, x > most ? most : x);
}

/* The power of ten of a number's first digit. */
static int first_place(double x)
{
    char digits[32];

    snprintf(digits, sizeof(digits), "%.17e", x);
    return (int)strtol(strchr(digits, 'e') + 1, NULL, 10);
}

/* The end, or four deviations from the mean if that is nearer. */
static double outermost(const struct parameter *p, bool largest)
{
    const double end = largest ? p->max : p->min;
    const double far = p->normal ? normal_value(p, largest ? 4 : -4) : end;

    return largest ? fmin(end, far) : fmax(end, far);
}

#define SHORT 6
#define EXACT 17 /* digits that determine a double */
#define STEPS 15 /* digits without the rounding errors of steps */

int parameter_digits(const struct parameter *p)
{
    const double low = outermost(p, false), high = outermost(p, true);
    const double apart = p->step ? p->step : fabs(high - low);
    const int most = p->step ? STEPS : EXACT;

    if (p->value || p->whole || !(apart > 0) || !isfinite(low) ||
        !isfinite(high))
        return SHORT;
    const int digits =
        first_place(fmax(fabs(low), fabs(high))) - first_place(apart) + 4;

    return digits < SHORT ? SHORT : digits > most ? most : digits;
}

long parameter_values(const struct parameter *p, long most)
{
    const double step = parameter_step(p);

    if (p->value)
        return p->n;
    if (!step || !isfinite(p->min) || !isfinite(p->max))
        return 0;
    const double n = floor((p->max - p->min) / step + STEP_SLACK) + 1;

    return n > (double)most ? most + 1 : (long)n;
}

char *parameter_nth(const struct parameter *p, long v)
{
    return p->value ? memory_string(p->value[v])
                    : parameter_near(p, p->min + parameter_step(p) * (double)v);
}

double parameter_unit(const struct parameter *p, const char *value)
{
    if (!p->value) {
        const double x = strtod(value, NULL);

        return p->normal ? normal_unit(p, x) : range_unit(p, x);
    }
    return parameter_place(p, value);
}

char *parameter_draw(const struct parameter *p, long seed, long number,
                     long time)
{
    char *stream = memory_format("sweep.%s", p->name);
    const struct random_key key = random_key((uint64_t)seed, stream);
    const struct address at = {.example = (uint32_t)number,
                               .step = (uint32_t)time};

    free(stream);
    if (p->value)
        return memory_string(
            p->value[random_below(key, at, 0, (uint32_t)p->n)]);
    return parameter_at(p, random_real(key, at, 0));
}
