/*
 * units.h - what metrics are means over, unit by unit.
 *
 * A unit is what a test set is a sample of: a question with its candidates, an
 * example.  It adds to each metric a sum of `of` things: its average precision
 * (of 1), its right candidates (of all it has), nothing (of 0) where it does
 * not count.  So a metric that is a mean is 100 times the sums of all units
 * over all they are of, in per cent, and two models can be compared unit by
 * unit.
 *
 * Threads: read-only once filled.
 */
#ifndef DATA_UNITS_H
#define DATA_UNITS_H

#include <stddef.h>

struct tally {
    double sum, of;
};

struct units {
    char name[24]; /* what one is: "question" */
    int n, metrics;
    struct tally *tally; /* owned [n x metrics] */
};

/* n units that count for nothing yet. */
void units_init(struct units *u, const char *name, int n, int metrics);
void units_release(struct units *u);

/* What unit i adds to a metric. */
static inline struct tally *units_at(const struct units *u, int i, int metric)
{
    return &u->tally[(size_t)i * (size_t)u->metrics + (size_t)metric];
}

/* A metric in per cent; NaN where no unit counts, or an answer is NaN. */
double units_mean(const struct units *u, int metric);

#endif
