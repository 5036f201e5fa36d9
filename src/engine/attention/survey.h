/*
 * survey.h - first values of a kind's own numbers that data choose: CoDA's
 * beta, from how far apart the features are that a gate compares.
 *
 * A round looks at one number, the first in the order of a model's attentions
 * that has no value yet, since what later ones see depends on it.  The model
 * goes over its tapes; what the kind measures of the allowed pairs is gathered
 * at the first attention of each tape that uses the number, in order.  Then the
 * kind chooses, and the number has its value before the next round begins:
 *
 *     struct survey s;
 *     survey_init(&s);
 *     do {
 *         for (each tape) {
 *             survey_tape(&s);
 *             tape.look = &s.look;
 *             model_outcome(&tape, ...);
 *         }
 *     } while (survey_choose(&s, params));
 *     survey_release(&s);
 *
 * Threads: as look.h.  Errors: survey_choose() puts NaN where no value will do.
 */
#ifndef ENGINE_ATTENTION_SURVEY_H
#define ENGINE_ATTENTION_SURVEY_H

#include "engine/attention/attention.h"
#include "engine/attention/look.h"

struct survey {
    struct look look;
    size_t *chosen; /* owned [n]: places of numbers that have their value */
    int n, room;
    bool found, passed; /* this round's number; its first use on this tape */
    size_t at;          /* its place in the vector of parameters */
    int cols;           /* how often it stands there */
    struct chosen kind; /* whose it is; borrowed */
    float *measured;    /* owned [len] */
    size_t len, most;
};

void survey_init(struct survey *s);
void survey_release(struct survey *s);

/* The next tape begins. */
void survey_tape(struct survey *s);

/* A round is over: its number gets its value in `params`, all that the tapes
 * read.  False when none was left. */
bool survey_choose(struct survey *s, float *params);

#endif
