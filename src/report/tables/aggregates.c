/* aggregates.c - summaries of several values. */
#include "config.h"

#include "report/tables/aggregates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/statistics/significance.h"

static double mean(const struct sample *s)
{
    return mean_of(s->value, s->n);
}

static double deviation(const struct sample *s)
{
    return deviation_of(s->value, s->n);
}

static double highest(const struct sample *s)
{
    return max_of(s->value, s->n);
}

static double lowest(const struct sample *s)
{
    double least = (double)NAN;

    for (int i = 0; i < s->n; i++)
        least = fmin(least, s->value[i]);
    return least;
}

static double best(const struct sample *s)
{
    return s->maximize ? highest(s) : lowest(s);
}

static double median(const struct sample *s)
{
    return median_of(s->value, s->n);
}

static double count(const struct sample *s)
{
    return s->n;
}

/* Metrics are percentages, so no mean is below 0 or above 100. */
static double low(const struct sample *s)
{
    double from, to;

    mean_interval(s->value, s->n, &from, &to);
    return from < 0 ? 0 : from;
}

static double high(const struct sample *s)
{
    double from, to;

    mean_interval(s->value, s->n, &from, &to);
    return to > 100 ? 100 : to;
}

static double published(const struct sample *s)
{
    const struct experiment *x = s->group->member[0].x;

    for (int i = 0; i < x->published_n; i++) {
        const struct published *p = &x->published[i];
        const double *number = published_in(p, s->measure->name);

        if (number && published_fits_group(p, s->group))
            return *number;
    }
    return (double)NAN;
}

static double difference(const struct sample *s)
{
    return mean(s) - published(s);
}

const struct aggregate aggregates[] = {
    {"mean", .terse = true, .of = mean},
    {"sd", .terse = true, .of = deviation},
    {"low", .of = low},
    {"high", .of = high},
    {"best", .of = best},
    {"median", .of = median},
    {"min", .of = lowest},
    {"max", .of = highest},
    {"count", .whole = true, .of = count},
    {"published", .rare = true, .terse = true, .of = published},
    {"difference", .rare = true, .terse = true, .of = difference},
};
const int aggregates_n = sizeof(aggregates) / sizeof(*aggregates);

bool aggregate_is_mean(const struct aggregate *a)
{
    return a->of == mean;
}

bool aggregate_is_deviation(const struct aggregate *a)
{
    return a->of == deviation;
}
