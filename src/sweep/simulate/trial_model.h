/*
 * trial_model.h - a model of trials that are not trained: how long each takes,
 * and its scores.
 *
 * Known of those that have been; of any other it is drawn: one of those that
 * have been, by chance, or, where there is none, seconds around a given mean,
 * of a log-normal distribution, and a goal that rises towards its own end by
 * itself.  What is drawn is addressed by the trial's number, so it is the same
 * whoever asks, and when.
 *
 * Threads: read-only once made.
 */
#ifndef SWEEP_SIMULATE_TRIAL_MODEL_H
#define SWEEP_SIMULATE_TRIAL_MODEL_H

#include "base/numbers/digest_map.h"
#include "base/numbers/random.h"

/* A trial that was trained. */
struct sampled_trial {
    double seconds; /* of its whole run */
    double ends;    /* the share of it at which it ended by itself: 1 at most */
    bool fails;     /* ... for good */
    int points;
    struct curve_point {
        double share; /* of its run, rising */
        double goal;  /* the best so far, */
        double value; /* and that of its evaluation */
    } * point;        /* [points] owned */
};

struct trial_model {
    bool maximize;
    struct random_key key;
    double seconds, spread; /* mean; deviation as a share of it */
    long n, room;
    struct sampled_trial *sample; /* [n] owned; none: seconds and spread hold */
    struct digest_map names;      /* of the samples' trials */
};

/* For a seed, with no samples yet. */
void trial_model_init(struct trial_model *p, long seed, bool maximize,
                      double seconds, double spread);
void trial_model_release(struct trial_model *p);

/* A sample, taken over; the first of its name stands. */
void trial_model_add(struct trial_model *p, struct digest trial,
                     const struct sampled_trial *s);

/* What is known or drawn of one trial. */
struct simulated_trial {
    double seconds; /* of its whole run */
    double ends;    /* as a sample's */
    bool fails;
    const struct sampled_trial *sample;
    double goal, slow; /* without a sample: in the end, and how far it is from
                          there in the beginning */
};
struct simulated_trial trial_model_draw(const struct trial_model *p,
                                        long number, struct digest name);

/* The best value of the goal after a share of the run, or the latest; NaN:
 * none. */
double simulated_trial_goal(const struct trial_model *p,
                            const struct simulated_trial *of, double share,
                            bool latest);

#endif
