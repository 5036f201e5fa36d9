/*
 * problem.h - a problem of AlgoLisp: a description, a program, and tests of it.
 *
 * It is a JSON object on one line:
 *
 *     {"text": ["the", "sum", "of", "a"], "short_tree": ["reduce", "a", "0",
 *      "+"], "args": {"a": "int[]"}, "return_type": "int",
 *      "tests": [{"input": {"a": [1, 2]}, "output": 3}]}
 *
 * The program is written as nested lists; its tokens are those of the lists,
 * with brackets around each list.  args may also be a list of pairs.  Other
 * members are skipped.  Values of tests are numbers, booleans, strings, arrays
 * of them and objects, which are dictionaries with strings as keys.  A number
 * that does not fit in 64 bits becomes real, one that does not fit in a double
 * is an error, null is LISP_NOTHING.  No test's output is or contains null,
 * since nothing equals it.
 *
 * Threads: one struct problem belongs to one thread at a time.
 * Source:  Polosukhin and Skidanov 2018.
 */
#ifndef TASKS_PROGRAMS_PROBLEM_H
#define TASKS_PROGRAMS_PROBLEM_H

#include "base/core/arena.h"
#include "base/core/error.h"
#include "base/core/str.h"
#include "tasks/lisp/lisp.h"

/* A list of borrowed texts. */
struct text_list {
    const char **text; /* owned [n] */
    int n, room;
};

void text_list_add(struct text_list *l, const char *text);
void text_list_release(struct text_list *l);

/* A zeroed one is empty. */
struct problem {
    struct text_list word, token;
    struct text_list name, type; /* of the arguments */
    const char *returns;         /* the type of the program's result */
    struct lisp_value *input;    /* owned [tests x name.n] */
    struct lisp_value *output;   /* owned [tests] */
    int tests, room, input_room; /* memory for tests, and for inputs */
    struct arena arena;          /* memory of its texts and values */
    struct arena scratch;        /* memory of problem_try() */
};

void problem_release(struct problem *p);

/* Empty it, but keep the memory. */
void problem_clear(struct problem *p);

/* Copy bytes as a text that lives until the problem is replaced. */
const char *problem_keep(struct problem *p, const char *text, size_t len);

/* Add a test, its values zeroed.  Call after the arguments' names are added. */
void problem_add_test(struct problem *p);

/*
 * Replace it by the problem on a line of valid UTF-8.  The program may give
 * other outputs than the tests', but it must be a program with the arguments'
 * names.
 * Errors: "column N: found X, expected Y".
 */
int problem_read(struct problem *p, const char *line, size_t len,
                 struct error *e);

/* Append it as such a line, with its line end.  Reading that gives the same
 * problem: 7.0 stays a real number.  All its numbers must be finite. */
void problem_write(const struct problem *p, struct str *out);

/* The result of running a program on the tests. */
enum verdict {
    VERDICT_RIGHT,    /* all outputs are right, of one test or more */
    VERDICT_WRONG,    /* another output, a failure, or types that do not fit */
    VERDICT_UNPARSED, /* the tokens are no program */
    VERDICT_LIMIT,    /* it exceeded a limit */
};
enum verdict problem_try(struct problem *p, const char *const *token, int n,
                         const struct lisp_limits *limits);

#endif
