/*
 * problem.h - a problem of AlgoLisp: a description, a program, and tests of it.
 *
 * It is an object on a line of its own:
 *
 *     {"text": ["the", "sum", "of", "a"], "short_tree": ["reduce", "a", "0",
 *      "+"], "args": {"a": "int[]"}, "return_type": "int",
 *      "tests": [{"input": {"a": [1, 2]}, "output": 3}]}
 *
 * The program is written as lists; its tokens are those with brackets around
 * each list.  args may also be a list of pairs, and other members are stepped
 * over.  Values of tests are numbers, booleans, strings, arrays of them and
 * objects, which are dictionaries with strings for keys; a number beyond 64
 * bits is real, one beyond a double is refused, null is LISP_NOTHING.  No
 * test's output is that, or has it in it: nothing equals it.
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

/* Texts that are borrowed of somewhere. */
struct text_list {
    const char **text; /* owned [n] */
    int n, room;
};

void text_list_add(struct text_list *l, const char *text);
void text_list_release(struct text_list *l);

/* Zeroed it is empty. */
struct problem {
    struct text_list word, token;
    struct text_list name, type; /* of the arguments */
    const char *returns;         /* the type of what the program gives */
    struct lisp_value *input;    /* owned [tests x name.n] */
    struct lisp_value *output;   /* owned [tests] */
    int tests, room, input_room; /* for tests, and for inputs */
    struct arena arena;          /* what it says */
    struct arena scratch;        /* for programs that are tried */
};

void problem_release(struct problem *p);

/* Empty it, but keep the room. */
void problem_clear(struct problem *p);

/* Keep bytes as a text for as long as the problem says what it says. */
const char *problem_keep(struct problem *p, const char *text, size_t len);

/* One test more, its values zeroed, after the arguments' names. */
void problem_add_test(struct problem *p);

/*
 * Replace it by the one of a line of valid UTF-8.  The program need not give
 * the outputs, but is one, of the arguments' names.
 * Errors: "column N: found X, expected Y".
 */
int problem_read(struct problem *p, const char *line, size_t len,
                 struct error *e);

/* Append it as such a line, with its end, which is read as the same: 7.0 as a
 * real number.  All its numbers are finite. */
void problem_write(const struct problem *p, struct str *out);

/* What a program does with the tests. */
enum verdict {
    VERDICT_RIGHT,    /* all outputs, of one test or more */
    VERDICT_WRONG,    /* another output, or it failed or does not fit */
    VERDICT_UNPARSED, /* it is no program */
    VERDICT_LIMIT,    /* it went over one */
};
enum verdict problem_try(struct problem *p, const char *const *token, int n,
                         const struct lisp_limits *limits);

#endif
