/*
 * question_type.h - what a question asks for: what, how, who, when, which,
 * where, why, be, other (the types of PhaseCond).
 *
 * The first of its tokens that is one of the seven words, in any letters, says
 * which, whose and whom counting as who; without any it is `be` when it begins
 * with a form of to be.  (The papers do not say their rule.)
 *
 * Threads: pure functions.
 */
#ifndef TASK_QUESTION_TYPE_H
#define TASK_QUESTION_TYPE_H

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

#endif
