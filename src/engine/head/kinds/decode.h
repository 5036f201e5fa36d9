/*
 * decode.h - the head of tasks that have sequences generated (model/beam.h).
 */
#ifndef ENGINE_HEAD_KINDS_DECODE_H
#define ENGINE_HEAD_KINDS_DECODE_H

#include "config/field/field.h"
#include "engine/head/head.h"

/* Its settings.  All 0: greedily, to the longest target. */
struct decoding {
    long beam;             /* hypotheses of a source that are followed */
    long n_best;           /* of them, those that are kept; at most `beam` */
    double length_penalty; /* for longer ones, which are less likely */
    long beyond;           /* a source of n tokens has at most n + beyond; 0:
                              longest_target */
    long longest_target;   /* most tokens of a target to train on, with END */
};

/* The columns of answers: the best sequence's log-probability, END's with it,
 * or NaN where none was found, since the scores were no numbers; its tokens
 * without END; and where several are wanted, the same of all that were found,
 * the best first, TOKEN_BETWEEN behind each. */
enum { DECODED_SCORE, DECODED_TOKEN, DECODED_SCORES, DECODED_TOKENS };

/* Fields of a task that has sequences generated, members of its struct, and
 * what they come to. */
#define FIELDS_DECODING(type)                                                \
    FIELD_INT(type, beam, 1, 1, 1024,                                        \
              "hypotheses of a source that are followed; 1: greedy search"), \
        FIELD_INT(type, n_best, 1, 1, 1024,                                  \
                  "of them, those that are stored, the best first"),         \
        FIELD_REAL(type, length_penalty, 0.6, 0.0, 10.0,                     \
                   "a hypothesis ranks by log p / ((5 + tokens) / 6)^this "  \
                   "(Wu et al. 2016, Eq. 14); nothing to greedy search")
#define DECODING(conf, beyond_)                                            \
    {                                                                      \
        (conf)->beam, (conf)->n_best, (conf)->length_penalty, (beyond_), 0 \
    }

/* For a task's check(): more sequences than are followed cannot be stored. */
int decoding_check(const struct decoding *d, struct error *e);

#endif
