/*
 * squad_score.h - exact match and F1, equal to the last bit to SQuAD's official
 * scripts, evaluate-v1.1.py and evaluate-v2.0.py on Python 3.
 *
 * Texts are compared in a normal form: in lower case, without the 32
 * punctuation marks of ASCII, without the words a, an and the, with single
 * spaces.  F1 compares the two bags of tokens.  Both scores are the best over
 * the right answers.
 *
 *   1.1   without right answers everything is wrong, and F1 of no tokens is 0
 *   2.0   right answers whose normal form is empty do not count, and if none is
 *         left the empty text is right; if one side has no tokens, F1 is 1 if
 *         both have none, else 0
 *
 * Where Python goes beyond ASCII (lower case, white space, word boundaries),
 * this does the same by the tables of utf8proc.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TASKS_SPAN_SQUAD_SCORE_H
#define TASKS_SPAN_SQUAD_SCORE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

enum squad_rules { SQUAD_1_1, SQUAD_2_0 };

/* Valid UTF-8. */
struct squad_text {
    const char *at;
    size_t len;
};

struct squad_score {
    double exact, f1; /* from 0 to 1 */
};

/* Replace *out by the normal form of a text. */
void squad_normalise(struct squad_text text, struct str *out);

/* The score of a prediction against n right answers. */
struct squad_score squad_score(enum squad_rules rules,
                               struct squad_text prediction,
                               const struct squad_text *right, int n);

#endif
