/*
 * calibration.h - first values of a kind's own numbers that data choose: CoDA's
 * beta, from how far apart the features are that a gate compares.
 *
 * A round looks at one number, the first in the order of a model's attentions
 * that has no value yet, since what later ones see depends on it.  The model
 * goes over its tapes; what the kind measures of the allowed pairs is gathered
 * at the first attention of each tape that uses the number, in order.  Then the
 * kind chooses, and the number has its value before the next round begins:
 *
 *     struct calibration s;
 *     calibration_init(&s);
 *     do {
 *         for (each tape) {
 *             calibration_tape(&s);
 *             tape.observer = &s.observer;
 *             model_outcome(&tape, ...);
 *         }
 *     } while (calibration_choose(&s, params));
 *     calibration_release(&s);
 *
 * Threads: as observer.h.  Errors: calibration_choose() puts NaN where no value
 * will do.
 */
#ifndef ENGINE_ATTENTION_CALIBRATION_H
#define ENGINE_ATTENTION_CALIBRATION_H

#include "engine/attention/attention.h"
#include "engine/attention/observer.h"

struct calibration {
    struct observer observer;
    size_t *chosen; /* owned [n]: places of numbers that have their value */
    int n, room;
    bool found, passed; /* this round's number; its first use on this tape */
    size_t at;          /* its place in the vector of parameters */
    int cols;           /* how often it stands there */
    struct chosen kind; /* whose it is; borrowed */
    float *measured;    /* owned [len] */
    size_t len, most;
};

void calibration_init(struct calibration *s);
void calibration_release(struct calibration *s);

/* The next tape begins. */
void calibration_tape(struct calibration *s);

/* A round is over: its number gets its value in `params`, all that the tapes
 * read.  False when none was left. */
bool calibration_choose(struct calibration *s, float *params);

#endif
