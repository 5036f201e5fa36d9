/*
 * lisp.h - AlgoLisp's small Lisp: programs of tokens, run under limits.
 *
 *     ( reduce ( filter a ( partial0 b < ) ) 0 + )
 *
 * A program is a constant, which may have brackets of its own, a name or a
 * call: a function and its arguments in brackets.  Names are those of the
 * problem's arguments; within a lambda also arg1, arg2 and self, the lambda
 * itself.  The functions, by the type they work on:
 *
 *     booleans    ! && ||   (both sides are computed)
 *     anything    == != < > <= >= if   (arrays: the first element that differs)
 *     numbers     + - * / % pow sqrt floor min max abs square is_prime digits
 *     strings     strlen str_index str_concat str_split str_min str_max
 *     arrays      array-new len head tail deref int-deref slice append sort
 *                 reverse range contains is_sorted is_sorted_helper
 *     functions   map filter reduce invoke1 combine lambda1 lambda2 partial0
 *                 partial1 partial2
 *     others      dict-new dict-insert dict-keys
 *
 * The constants are whole numbers, 0.5, inf, true, false, "text", and int, a
 * type.
 *
 * As in AlgoLisp: / and % of whole numbers round down (-7 / 2 is -4, -7 % 2 is
 * 1); indices begin at 0; slice's end, and str_index, below 0 count from the
 * end; floor rounds towards 0; a lambda sees the names of its caller, and at
 * most 110 lambdas run inside one another; range has at most 1000 numbers.
 *
 * Also as in AlgoLisp, types are checked before a program runs, by
 * lisp_check(), and a program whose types do not fit must not be run.  The
 * result of a call of `self` may still have another type than the check
 * assumes.  Then true is 1, what is not 0 or empty is true, strings and
 * dictionaries are arrays of characters and keys for functions that look at
 * each element, and + joins strings or arrays, too.
 *
 * Different from AlgoLisp (in brackets: what AlgoLisp does):
 *   - whole numbers have 64 bits, and an overflow ends the program with
 *     LISP_LIMIT (any size);
 *   - floor leaves whole numbers above 2^53 unchanged (rounded to a real);
 *   - pow takes a whole exponent only;
 *   - dictionaries are values that insert does not change (it does), and their
 *     keys have an order;
 *   - if types are not what the check assumed, * and % take numbers only,
 *     str_index strings only, tail and slice arrays only (Python's operations
 *     take more);
 *   - is_prime works for every number (tries a range up to the root, and fails
 *     above 1001 * 1001, where that range is too long);
 *   - nested evaluations are counted (by Python, in its own way);
 *   - no result is cached (each is, by a call and its arguments, though an
 *     inner function may see other names next time);
 *   - any number or text is a constant (only 0 1 2 10 40 1000000000 "" " "
 *     "z");
 *   - an argument with the name of a function, or named arg1, arg2 or self, is
 *     not found by that name;
 *   - range returns an array (so does AlgoLisp under Python 2).
 *
 * Nothing a program does is undefined, endless or too deep: a run has a limit
 * of steps (an evaluation, an element made or compared) and of bytes, of
 * LISP_DEEPEST evaluations inside one another and of arrays LISP_LEVELS deep.
 *
 * Threads: pure functions over the caller's arena.
 * Source:  Polosukhin and Skidanov 2018, Neural Program Search; functions and
 *          their rules as of github.com/nearai/program_synthesis, algolisp.
 */
#ifndef TASKS_LISP_LISP_H
#define TASKS_LISP_LISP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/arena.h"
#include "base/core/error.h"

enum lisp_type {
    LISP_NOTHING, /* no value, or one that cannot be expressed; equals
                     nothing */
    LISP_INTEGER,
    LISP_REAL,
    LISP_BOOLEAN, /* equals the number 0 or 1 */
    LISP_STRING,
    LISP_ARRAY,
    LISP_DICTIONARY,
    LISP_SORT, /* a type: int */
    LISP_FUNCTION,
};

struct lisp_value {
    uint8_t type;  /* enum lisp_type */
    uint8_t level; /* nesting depth of arrays; 0: no array */
    int32_t n;     /* bytes of a string, elements of an array; of a dictionary
                      keys and values, two per pair */
    union {
        int64_t integer;
        double real;
        bool truth;
        const char *text; /* valid UTF-8, not NUL-terminated; borrowed, as
                             the others */
        const struct lisp_value *item; /* of a dictionary: key, value, ... */
        const struct lisp_function *function;
    };
};

enum {
    LISP_NESTED = 100,   /* nested brackets of a program */
    LISP_DEEPEST = 1500, /* nested evaluations */
    LISP_LEVELS = 8,     /* nested arrays */
    LISP_LAMBDAS = 110,  /* nested running lambdas */
    LISP_ARGUMENTS = 4,  /* that a function may have */
};

struct lisp_limits {
    long steps;
    size_t bytes; /* that a run may borrow */
};

/* How a run ended. */
enum lisp_end {
    LISP_DONE,
    LISP_FAILED, /* a value of the wrong type, an index out of range, x / 0,
                    ... */
    LISP_LIMIT,  /* out of steps, bytes, depth or bits */
};

struct lisp_program {
    const struct lisp_node *body; /* borrowed from the arena */
    int names;
    bool unbound; /* it uses arg1, arg2 or self outside of a lambda that
                     binds it, or self before any lambda */
};

/*
 * Make a program from n tokens and the names of its arguments.  Everything is
 * borrowed from the arena; tokens must live as long.
 * Errors: "token N: found X, expected Y", N from 1.
 */
int lisp_parse(struct arena *a, const char *const *token, int n,
               const char *const *name, int names, struct lisp_program *p,
               struct error *e);

/*
 * Check its types, as AlgoLisp does before it runs a program.  `type` has one
 * for each name, as in its files: int, string, bool, int[], string[], int[][],
 * dict<int,int>, dict<string,int> or any; with another type no program fits.
 *
 * LISP_DONE: they fit.  LISP_LIMIT: the check took too many steps.
 */
enum lisp_end lisp_check(const struct lisp_program *p, const char *const *type,
                         struct arena *a);

/* Run it with a value for each name.  *out is borrowed from the arena and the
 * values; it is LISP_NOTHING unless LISP_DONE is returned. */
enum lisp_end lisp_run(const struct lisp_program *p,
                       const struct lisp_value *value,
                       const struct lisp_limits *limits, struct arena *a,
                       struct lisp_value *out);

/* True if two values are equal.  3 equals 3.0, and 1 equals true; no two
 * functions are equal.  There is no limit of steps, so compare a result only
 * with a value of a size that a file can have. */
bool lisp_equal(const struct lisp_value *a, const struct lisp_value *b);

#endif
