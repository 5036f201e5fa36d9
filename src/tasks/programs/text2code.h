/*
 * text2code.h - the task `text2code`, programs from descriptions: what its
 * files share.
 */
#ifndef TASKS_PROGRAMS_TEXT2CODE_H
#define TASKS_PROGRAMS_TEXT2CODE_H

#include "engine/head/kinds/decode.h"
#include "tasks/common/fresh.h"
#include "tasks/programs/problem.h"

enum { TEXT2CODE_TEXT, TEXT2CODE_PROGRAM, TEXT2CODE_PARTS };

/* The metrics, and the set of those that need programs to be run. */
enum { ACCURACY, EXECUTION, UNPARSED, LIMIT, METRICS };
#define TEXT2CODE_RUN (1u << EXECUTION | 1u << UNPARSED | 1u << LIMIT)

struct text2code {
    char *train, *valid, *test;
    double share;
    long examples, valid_examples, test_examples, data_seed;
    long max_steps;
    long beam, n_best;
    double length_penalty;
};

/* What the task keeps beside examples. */
struct text2code_own {
    struct column problem[SPLITS]; /* as lines of a file; train has none */
};

/* The limits of a program on one test. */
static inline struct lisp_limits text2code_limits(const struct text2code *c)
{
    return (struct lisp_limits){c->max_steps, (size_t)16 << 20};
}

/* Replace *p by the generated problem i of a split. */
void text2code_make(const struct text2code *c, enum split split, int i,
                    struct problem *p);

extern const struct fresh_kind text2code_fresh; /* descriptions */

/* task_kind's load(). */
int text2code_load(struct task *t, const char *beside, struct error *e);

#endif
