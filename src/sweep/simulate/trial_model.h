/*
 * trial_model.h - a model of trials that are not trained: duration and scores.
 *
 * For trials that were measured these are known; for any other trial they are
 * drawn: from a random measured trial, or, if there is none, seconds from a
 * log-normal distribution around a given mean, and a goal that rises towards a
 * final value of its own.  The random numbers are addressed by the trial's
 * number, so the draw is the same for every caller at any time.
 *
 * Threads: read-only once made.
 */
#ifndef SWEEP_SIMULATE_TRIAL_MODEL_H
#define SWEEP_SIMULATE_TRIAL_MODEL_H

#include "base/numbers/digest_map.h"
#include "base/numbers/random.h"

/* A measured trial. */
struct sampled_trial {
    double seconds; /* of its whole run */
    double ends;    /* the share of it at which it ended by itself: 1 at most */
    bool fails;     /* ... permanently */
    int points;
    struct curve_point {
        double share; /* of its run, ascending */
        double goal;  /* the best so far */
        double value; /* the evaluation's own */
    } * point;        /* [points] owned */
};

struct trial_model {
    bool maximize;
    struct random_key key;
    double seconds, spread; /* mean; standard deviation as a share of it */
    long n, room;
    struct sampled_trial *sample; /* [n] owned; if none, seconds and spread are
                                     used */
    struct digest_map names;      /* of the samples' trials */
};

/* Initialise with a seed and no samples. */
void trial_model_init(struct trial_model *p, long seed, bool maximize,
                      double seconds, double spread);
void trial_model_release(struct trial_model *p);

/* Add a sample, which is taken over; the first of its name is kept. */
void trial_model_add(struct trial_model *p, struct digest trial,
                     const struct sampled_trial *s);

/* The known or drawn values of one trial. */
struct simulated_trial {
    double seconds; /* of its whole run */
    double ends;    /* as in a sample */
    bool fails;
    const struct sampled_trial *sample;
    double goal, slow; /* without a sample: the final goal, and the distance
                          from it at the beginning */
};
struct simulated_trial trial_model_draw(const struct trial_model *p,
                                        long number, struct digest name);

/* The best value of the goal after a share of the run, or the latest; NaN if
 * there is none. */
double simulated_trial_goal(const struct trial_model *p,
                            const struct simulated_trial *of, double share,
                            bool latest);

#endif
