/*
 * decode.h - the head of tasks that generate sequences (model/beam.h).
 */
#ifndef ENGINE_HEAD_KINDS_DECODE_H
#define ENGINE_HEAD_KINDS_DECODE_H

#include "config/field/field.h"
#include "engine/head/head.h"

/* Its settings.  All 0: greedy search, up to the longest target. */
struct decoding {
    long beam;             /* hypotheses of a source that are followed */
    long n_best;           /* of them, how many are kept; at most `beam` */
    double length_penalty; /* favours longer ones, which are less likely */
    long beyond;           /* the output for a source of n tokens has at most n
                              + beyond; 0: longest_target */
    long longest_target;   /* most tokens of a training target, with END */
};

/* The columns of answers: the log-probability of the best sequence including
 * END, or NaN if none was found because the scores were not numbers; its tokens
 * without END; and if several are wanted, the same for all that were found,
 * best first, with TOKEN_BETWEEN after each. */
enum { DECODED_SCORE, DECODED_TOKEN, DECODED_SCORES, DECODED_TOKENS };

/* Fields of a task that generates sequences, members of its struct; and the
 * settings made of them. */
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

/* For a task's check(): an error if more sequences are stored than followed. */
int decoding_check(const struct decoding *d, struct error *e);

#endif
