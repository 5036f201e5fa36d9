/*
 * question_type.h - what a question asks for, in two lists of types: what, how,
 * who, when, which, where, why, be, other (the types of PhaseCond); or what,
 * where, how, why, when, who, which, is, can, are, do, else (the authors' code
 * of DecaProp).
 *
 * In the first list the type is the first token that is one of the seven words,
 * in any case; whose and whom count as who.  If there is none, it is `be` when
 * the question begins with a form of to be.  (The papers do not give their
 * rule.)  In the second list it is the first of the list that occurs anywhere
 * in the text, in any case, also within words: `can` is in "American".  For
 * `is` the text must have "is it" or "is there".
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
extern const char *const question_type_names[]; /* NULL-terminated */

/* Token i of n is bytes offset[2 i] to offset[2 i + 1] of the text. */
enum question_type question_type(const char *text, const int32_t *offset,
                                 int n);

/* The types of DecaProp's code, in its order. */
enum { QUESTION_PARTS = 12 };
extern const char *const question_part_names[]; /* NULL-terminated */
int question_part(const char *text, size_t len);

#endif
