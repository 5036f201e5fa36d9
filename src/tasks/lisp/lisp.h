/*
 * lisp.h - AlgoLisp's small Lisp: programs of tokens, run under limits.
 *
 *     ( reduce ( filter a ( partial0 b < ) ) 0 + )
 *
 * A program is a constant, which may have brackets of its own, a name or a
 * call: a function and its arguments in brackets.  Names are those of the
 * problem's arguments; within a lambda arg1, arg2 and self, the lambda itself.
 * Functions, by what they are of:
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
 * and constants: whole numbers, 0.5, inf, true, false, "text", and int, a type.
 *
 * As there: / and % of whole numbers round down (-7 / 2 is -4, -7 % 2 is 1); an
 * index from 0; slice's end, and str_index, below 0 count from behind; floor
 * cuts towards 0; a lambda sees the names of whoever calls it, and 110 of them
 * run inside one another at most; range has 1000 numbers at most.
 *
 * As there, too, types are looked at before a program runs, by lisp_check(),
 * and one whose types do not fit is not to be run.  What comes of a call of
 * `self` may yet be of another type than it seems: true is 1 then, what is not
 * 0 or empty is true, strings and dictionaries are arrays of characters and
 * keys where one looks at each element, and + joins strings or arrays, too.
 *
 * Different: whole numbers have 64 bits, and one that would not fit ends the
 * program with LISP_LIMIT (there they have any size); floor leaves whole
 * numbers above 2^53 as they are (there they are rounded to a real); pow wants
 * a whole exponent; dictionaries are values that insert leaves as they are
 * (there it changes them), and whose keys have an order; where types are not
 * what they seem, * and % take numbers alone, str_index strings, tail and slice
 * arrays (there Python's take more); is_prime knows of every number (there it
 * tries a range up to the root, and fails for those above 1001 * 1001, whose
 * range is too long); evaluations inside one another are counted (there by
 * Python, in its own way); no answer is kept (there each is, by a call and its
 * arguments, though an inner function may see other names next time); any
 * number or text is a constant (there 0 1 2 10 40 1000000000 "" " " "z" are);
 * an argument named as a function is, or arg1, arg2 or self, is not found by
 * that name; range gives an array (there, too, under Python 2).
 *
 * Nothing a program does is undefined, endless or deep: it runs for so many
 * steps (an evaluation, an element made or compared), in so many bytes, with
 * LISP_DEEPEST evaluations inside one another and arrays LISP_LEVELS deep.
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
    LISP_NOTHING, /* what did not come about, or cannot be said; equals none */
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
    uint8_t level; /* of arrays inside one another; 0: none */
    int32_t n; /* bytes of a string, elements of an array; pairs, two each */
    union {
        int64_t integer;
        double real;
        bool truth;
        const char *text; /* valid UTF-8, not ended; borrowed, as the others */
        const struct lisp_value *item; /* of a dictionary: key, value, ... */
        const struct lisp_function *function;
    };
};

enum {
    LISP_NESTED = 100,   /* brackets of a program inside one another */
    LISP_DEEPEST = 1500, /* evaluations likewise */
    LISP_LEVELS = 8,     /* arrays likewise */
    LISP_LAMBDAS = 110,  /* that run likewise */
    LISP_ARGUMENTS = 4,  /* that a function may be given */
};

struct lisp_limits {
    long steps;
    size_t bytes; /* that a run may borrow */
};

/* How a run ended. */
enum lisp_end {
    LISP_DONE,
    LISP_FAILED, /* a value of the wrong type, an index outside, x / 0, ... */
    LISP_LIMIT,  /* out of steps, bytes, depth or bits */
};

struct lisp_program {
    const struct lisp_node *body; /* borrowed of the arena */
    int names;
    bool unbound; /* it says arg1, arg2 or self outside of a lambda that has
                     it, or self before any lambda */
};

/*
 * Make a program of n tokens and the names of its arguments.  Everything is
 * borrowed of the arena, and tokens for as long.
 * Errors: "token N: found X, expected Y", N from 1.
 */
int lisp_parse(struct arena *a, const char *const *token, int n,
               const char *const *name, int names, struct lisp_program *p,
               struct error *e);

/*
 * Do its types fit, as AlgoLisp asks before it runs one?  `type` has one for
 * each name, as its files say it: int, string, bool, int[], string[], int[][],
 * dict<int,int>, dict<string,int> or any; with another no program fits.
 *
 * LISP_DONE: they do.  LISP_LIMIT: that took too many steps to find out.
 */
enum lisp_end lisp_check(const struct lisp_program *p, const char *const *type,
                         struct arena *a);

/* Run it with a value for each name; *out is borrowed of the arena and of the
 * values, LISP_NOTHING unless it is done. */
enum lisp_end lisp_run(const struct lisp_program *p,
                       const struct lisp_value *value,
                       const struct lisp_limits *limits, struct arena *a,
                       struct lisp_value *out);

/* Are two the same?  3 and 3.0 are, and 1 and true; no two functions are.  What
 * a run gave is best compared with what is not larger than one can read. */
bool lisp_equal(const struct lisp_value *a, const struct lisp_value *b);

#endif
