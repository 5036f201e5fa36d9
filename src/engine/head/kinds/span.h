/*
 * span.h - the head of tasks whose answer is some tokens of a document.
 */
#ifndef ENGINE_HEAD_KINDS_SPAN_H
#define ENGINE_HEAD_KINDS_SPAN_H

#include "engine/head/head.h"

/* Its settings. */
struct span_answers {
    int longest;     /* most tokens of an answer; 0: any */
    int may_be_none; /* 1: the first token of both parts is an added one, whose
                        span (0, 0) is that there is no answer */
    int ends;        /* 1: each token's probabilities to be its ends are kept */
};

/* The columns of answers: first and last token of the best, (0, 0) for none
 * where there may be none; its probability; that of none; and with `ends` each
 * token's to be first, and to be last. */
enum { SPAN_TOKENS, SPAN_SCORE, SPAN_NONE, SPAN_FIRST, SPAN_LAST };

/* Columns of examples, in the order that the head finds them.  It needs where
 * the right answer is: its first and last token, drawn anew at each visit of
 * those that there are. */
enum { SPAN_RIGHT, SPAN_MARKS };
extern const struct column_kind span_column;

/* A column that examples may have: what each token of the document is to
 * sentences (data/sentences.h).  An answer is within one then. */
extern const struct column_kind sentence_marks;

/* The most probable span of n tokens with these probabilities to be first and
 * last, of `longest` tokens at most (0: any), within a sentence where marks are
 * there (NULL: none): as the head answers where there is always an answer. */
void span_best(const float *first, const float *last, const char *mark, int n,
               int longest, int32_t span[2]);

#endif
