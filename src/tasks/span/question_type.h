/*
 * question_type.h - what a question asks for: what, how, who, when, which,
 * where, why, be, other (the types of PhaseCond); or of the authors' code of
 * DecaProp what, where, how, why, when, who, which, is, can, are, do, else.
 *
 * Of the former the first of its tokens that is one of the seven words, in any
 * letters, says which, whose and whom counting as who; without any it is `be`
 * when it begins with a form of to be.  (The papers do not say their rule.)  Of
 * the latter it is the first of the list that the text has anywhere, in any
 * letters, within words as well: `can` is in "American".  `is` is in it as "is
 * it" or "is there".
 *
 * Threads: pure functions.
 */
#ifndef TASKS_SPAN_QUESTION_TYPE_H
#define TASKS_SPAN_QUESTION_TYPE_H

#include <stddef.h>
#include <stdint.h>

enum question_type {
    QUESTION_WHAT,
    QUESTION_HOW,
    QUESTION_WHO,
    QUESTION_WHEN,
    QUESTION_WHICH,
    QUESTION_WHERE,
    QUESTION_WHY,
    QUESTION_BE,
    QUESTION_OTHER,
    QUESTION_TYPES
};
extern const char *const question_type_names[]; /* NULL behind the last */

/* Token i of n is bytes offset[2 i] to offset[2 i + 1] of the text. */
enum question_type question_type(const char *text, const int32_t *offset,
                                 int n);

/* Those of DecaProp's code, in its order. */
enum { QUESTION_PARTS = 12 };
extern const char *const question_part_names[]; /* NULL behind the last */
int question_part(const char *text, size_t len);

#endif
