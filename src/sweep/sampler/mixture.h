/*
 * mixture.h - the density of trials along some parameters, for TPE.
 *
 * A mixture has a component for each trial and, last, the prior, which covers
 * everything.  In a range a component is a normal cut off at the ends, whose
 * width is the distance of the farther neighbour; in a list its own value is
 * more likely.  A trial without a value, as its conditions are not met, has a
 * uniform component.
 *
 * A trial that is added later gives the same bits as one from the beginning.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SAMPLER_MIXTURE_H
#define SWEEP_SAMPLER_MIXTURE_H

#include "base/numbers/random.h"
#include "sweep/sampler/sampler.h"

struct mixture {
    long n;                            /* trials */
    int first, parameters;             /* of the space */
    const struct parameter *parameter; /* the first; borrowed */
    struct component *component; /* [(n + 1) * parameters] owned; the prior is
                                    the last one */
    struct value_order *order;   /* [parameters] owned */
};

/* Make the mixture of n trials along the parameters [first, first +
 * parameters) of a space, which must stay where they are. */
void mixture_init(struct mixture *m, const struct space *s, int first,
                  int parameters, const struct outcome *const *trial, long n);
void mixture_release(struct mixture *m);

void mixture_add(struct mixture *m, const struct assignment *a);

/* The density at a point, [parameters]. */
double mixture_density(const struct mixture *m, const double *x);

/* Random numbers one after the other. */
struct draws {
    struct random_key key;
    struct address at;
    uint32_t next;
};

/* Draw a point: its [parameters] values as texts, which the caller frees, and
 * its coordinates x. */
void mixture_draw(const struct mixture *m, struct draws *d, char **value,
                  double *x);

#endif
