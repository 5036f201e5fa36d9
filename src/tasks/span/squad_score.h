/*
 * squad_score.h - exact match and F1 as SQuAD's official scripts have them, to
 * the last bit: evaluate-v1.1.py and evaluate-v2.0.py on Python 3.
 *
 * Texts are compared in a normal form: in small letters, without the 32 marks
 * of ASCII, without the words a, an and the, with single spaces.  F1 is of the
 * two bags of tokens.  Both are the best over the right answers.
 *
 *   1.1   nothing is right where there is no right answer, and F1 of no tokens
 *         is 0
 *   2.0   right answers whose normal form is empty do not count, and where none
 *         is left the empty text is right; with no tokens on one side F1 is
 *         whether both have none
 *
 * Where Python and Unicode go beyond ASCII - small letters, white space, what
 * bounds a word - so does this, by the tables of utf8proc.
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

/* The score of a prediction beside n right answers. */
struct squad_score squad_score(enum squad_rules rules,
                               struct squad_text prediction,
                               const struct squad_text *right, int n);

#endif
