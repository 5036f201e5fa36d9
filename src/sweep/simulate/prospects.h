/*
 * prospects.h - what a trial would take and come to, were it trained.
 *
 * Known of those that have been; of any other it is drawn: one of those that
 * have been, by chance, or, where there is none, seconds around a given mean,
 * of a log-normal distribution, and a goal that rises towards its own end by
 * itself.  What is drawn is addressed by the trial's number, so it is the same
 * whoever asks, and when.
 *
 * Threads: read-only once made.
 */
#ifndef SWEEP_SIMULATE_PROSPECTS_H
#define SWEEP_SIMULATE_PROSPECTS_H

#include "base/numbers/firsts.h"
#include "base/numbers/random.h"

/* A trial that was trained. */
struct sample {
    double seconds; /* of its whole run */
    double ends;    /* the share of it at which it ended by itself: 1 at most */
    bool fails;     /* ... for good */
    int points;
    struct point {
        double share; /* of its run, rising */
        double goal;  /* the best so far, */
        double value; /* and that of its evaluation */
    } * point;        /* [points] owned */
};

struct prospects {
    bool maximize;
    struct random_key key;
    double seconds, spread; /* mean; deviation as a share of it */
    long n, room;
    struct sample *sample; /* [n] owned; none: seconds and spread hold */
    struct firsts names;   /* of the samples' trials */
};

/* For a seed, with no samples yet. */
void prospects_init(struct prospects *p, long seed, bool maximize,
                    double seconds, double spread);
void prospects_release(struct prospects *p);

/* A sample, taken over; the first of its name stands. */
void prospects_add(struct prospects *p, struct digest trial,
                   const struct sample *s);

/* What is known or drawn of one trial. */
struct prospect {
    double seconds; /* of its whole run */
    double ends;    /* as a sample's */
    bool fails;
    const struct sample *sample;
    double goal, slow; /* without a sample: in the end, and how far it is from
                          there in the beginning */
};
struct prospect prospects_of(const struct prospects *p, long number,
                             struct digest name);

/* The best value of the goal after a share of the run, or the latest; NaN:
 * none. */
double prospect_goal(const struct prospects *p, const struct prospect *of,
                     double share, bool latest);

#endif
