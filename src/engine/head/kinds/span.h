/*
 * span.h - the head of tasks whose answer is a span of tokens of a document.
 */
#ifndef ENGINE_HEAD_KINDS_SPAN_H
#define ENGINE_HEAD_KINDS_SPAN_H

#include "engine/head/head.h"

/* Its settings. */
struct span_answers {
    int longest;     /* most tokens of an answer; 0: no limit */
    int may_be_none; /* 1: both parts begin with an added token; the span (0, 0)
                        means that there is no answer */
    int ends;        /* 1: for each token the probabilities of being first and
                        last are kept */
};

/* The columns of answers: first and last token of the best span, (0, 0) for no
 * answer if that is allowed; its probability; the probability of no answer; and
 * with `ends` each token's probabilities of being first and last. */
enum { SPAN_TOKENS, SPAN_SCORE, SPAN_NONE, SPAN_FIRST, SPAN_LAST };

/* Columns of examples, in the head's order.  It needs the place of the right
 * answer: its first and last token, drawn at each visit from those given. */
enum { SPAN_RIGHT, SPAN_MARKS };
extern const struct column_kind span_column;

/* A column that examples may have: the sentence mark of each document token
 * (data/sentences.h).  With it an answer lies within one sentence. */
extern const struct column_kind sentence_marks;

/* The most probable span of n tokens, given the probabilities of being first
 * and last; at most `longest` tokens (0: no limit), within a sentence if mark
 * is not NULL.  This is the head's answer if there always is one. */
void span_best(const float *first, const float *last, const char *mark, int n,
               int longest, int32_t span[2]);

#endif
