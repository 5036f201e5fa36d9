/*
 * calibration.h - first values of a kind's numbers that data choose: CoDA's
 * beta, from the distances between the features that a gate compares.
 *
 * A round handles one number: the first one, in the order of the model's
 * attentions, that has no value yet.  There is one round for each, because the
 * input of later attentions depends on earlier numbers.  In a round the model
 * runs on its tapes.  At the first attention of each tape that uses the number,
 * the kind's measurements of the allowed pairs are collected, in order.  Then
 * the kind chooses, and the number gets its value before the next round begins:
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
 * Threads: as observer.h.  Errors: calibration_choose() sets NaN if no value
 * fits.
 */
#ifndef ENGINE_ATTENTION_CALIBRATION_H
#define ENGINE_ATTENTION_CALIBRATION_H

#include "engine/attention/attention.h"
#include "engine/attention/observer.h"

struct calibration {
    struct observer observer;
    size_t *chosen; /* owned [n]: offsets of numbers that have values */
    int n, room;
    bool found, passed; /* this round's number is known; it was used on this
                           tape */
    size_t at;          /* its offset in the vector of parameters */
    int cols;           /* number of its copies there */
    struct chosen kind; /* the kind that it belongs to; borrowed */
    float *measured;    /* owned [len] */
    size_t len, most;
};

void calibration_init(struct calibration *s);
void calibration_release(struct calibration *s);

/* Begin the next tape. */
void calibration_tape(struct calibration *s);

/* End a round: set its number in `params`, which all tapes read.  Returns false
 * if no number was left. */
bool calibration_choose(struct calibration *s, float *params);

#endif
