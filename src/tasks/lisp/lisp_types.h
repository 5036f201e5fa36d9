/*
 * lisp_types.h - types of AlgoLisp's Lisp for its check before a program runs:
 * which type fits where, and the letters that types are written in.
 *
 *     n b s     a number, a boolean, a string
 *     a         anything, of which nothing is known
 *     v         anything but a function
 *     *         whatever is wanted
 *     f         a function with any arguments
 *     [x {xy    an array of x, a dictionary of x to y
 *     =x        type x as a value: int is =n
 *     (xyz)     a function of y and z that returns x
 *     @xy       a function that returns x and takes what y takes
 *
 * A unit's line may also refer to what is known at a call:
 *
 *     r         the type wanted of the call
 *     0 1 2     the type of this argument
 *     ex kx wx  of x: an array's element, a dictionary's key and value
 *     gx px     of function x: its result and its first argument
 *     ix        the type that value =x is
 *     A D       r, if it is an array or a dictionary, else one of anything
 *     E K W G   e, k, w, g of r, if it has one, else anything
 *     +0 +1 +2  function r with one more argument, argument 0, at this place
 *     -0 -1 -2  function argument 1 without its argument at this place
 *
 * Threads: pure functions over the caller's arena.
 */
#ifndef TASKS_LISP_LISP_TYPES_H
#define TASKS_LISP_LISP_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/arena.h"

enum lisp_class {
    LISP_IS_ANY,
    LISP_IS_NO_FUNCTION,
    LISP_IS_WHATEVER,
    LISP_IS_NUMBER,
    LISP_IS_BOOLEAN,
    LISP_IS_STRING,
    LISP_IS_ARRAY,
    LISP_IS_DICTIONARY,
    LISP_IS_SORT,
    LISP_IS_FUNCTION,
    LISP_IS_SOME_FUNCTION, /* f */
};

struct lisp_kind {
    uint8_t is;    /* enum lisp_class */
    uint8_t depth; /* nesting depth of kinds, itself included */
    uint8_t least; /* for a function without listed arguments: it takes any,
                      this many or more; 0: it takes none */
    int n;
    const struct lisp_kind *of[]; /* [n] element; or key and value; or a
                                     function's result and arguments;
                                     borrowed */
};

/* The memory and limits for making and comparing kinds.  The check ends for any
 * program: after too many steps, or if kinds are too deep, nothing fits any
 * more. */
struct lisp_kinds {
    struct arena *arena;
    long steps; /* steps left */
    bool over;  /* a limit was reached */
};

/* What is known at a call, for the letters of an argument's type. */
struct lisp_known {
    const struct lisp_kind *wanted;     /* r */
    const struct lisp_kind *const *arg; /* [n] */
    int n;
};

/* The kind that letters mean; NULL if there is none, such as the element of a
 * number. */
const struct lisp_kind *lisp_kind_of(struct lisp_kinds *k, const char *letters,
                                     const struct lisp_known *known);

/* The kind of an argument by its name in files, or NULL. */
const struct lisp_kind *lisp_kind_named(struct lisp_kinds *k, const char *name);

/* A function of n arguments, which are numbers if `arg` is NULL. */
const struct lisp_kind *lisp_kind_function(struct lisp_kinds *k,
                                           const struct lisp_kind *gives, int n,
                                           const struct lisp_kind *const *arg);

/* True if x may be used where y is wanted.  Neither is NULL. */
bool lisp_kind_fits(struct lisp_kinds *k, const struct lisp_kind *x,
                    const struct lisp_kind *y);

/* True if it is a function. */
static inline bool lisp_kind_calls(const struct lisp_kind *x)
{
    return x->is == LISP_IS_FUNCTION || x->is == LISP_IS_SOME_FUNCTION;
}

#endif
