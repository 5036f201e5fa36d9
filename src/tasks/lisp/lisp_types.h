/*
 * lisp_types.h - types of AlgoLisp's Lisp as it looks at them before it runs a
 * program: what fits where, and the letters that they are written in.
 *
 *     n b s     a number, a boolean, a string
 *     a         anything, of which nothing is known
 *     v         anything but a function
 *     *         whatever is wanted
 *     f         a function, whatever it takes
 *     [x {xy    an array of x, a dictionary of x to y
 *     =x        x itself, as a value: int is =n
 *     (xyz)     a function that gives x, of y and z
 *     @xy       a function that gives x, of what y takes
 *
 * A unit's line also names what is known where it is called:
 *
 *     r         what is wanted of the call
 *     0 1 2     what this argument is
 *     ex kx wx  the element of an array, the key and the value of a dictionary
 *     gx px     what a function gives, and the first that it takes
 *     ix        what =x is of
 *     A D       r, if it is an array or a dictionary, else one of anything
 *     E K W G   e, k, w, g of r, if it has one, else anything
 *     +0 +1 +2  r, which also takes argument 0, at this place
 *     -0 -1 -2  argument 1 without what it takes at this place
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
    uint8_t depth; /* of kinds inside one another, itself included */
    uint8_t least; /* a function without arguments: it takes any, so many or
                      more; 0: it takes none */
    int n;
    const struct lisp_kind *of[]; /* [n] element, or key and value, or what it
                                     gives and its arguments; borrowed */
};

/* Where kinds are made and compared.  Whatever a program is, that ends: after
 * so many steps, or where kinds are too deep, nothing fits any more. */
struct lisp_kinds {
    struct arena *arena;
    long steps; /* left */
    bool over;  /* it has ended */
};

/* What may be said of an argument's place, as far as it is known. */
struct lisp_known {
    const struct lisp_kind *wanted;     /* r */
    const struct lisp_kind *const *arg; /* [n] */
    int n;
};

/* The kind of letters; NULL: there is none, as the element of a number. */
const struct lisp_kind *lisp_kind_of(struct lisp_kinds *k, const char *letters,
                                     const struct lisp_known *known);

/* The kind of an argument by the name that files have for it, or NULL. */
const struct lisp_kind *lisp_kind_named(struct lisp_kinds *k, const char *name);

/* A function of n arguments, of kinds or, where there is none, numbers. */
const struct lisp_kind *lisp_kind_function(struct lisp_kinds *k,
                                           const struct lisp_kind *gives, int n,
                                           const struct lisp_kind *const *arg);

/* May x stand where y is wanted?  Neither is NULL. */
bool lisp_kind_fits(struct lisp_kinds *k, const struct lisp_kind *x,
                    const struct lisp_kind *y);

/* Is it a function? */
static inline bool lisp_kind_calls(const struct lisp_kind *x)
{
    return x->is == LISP_IS_FUNCTION || x->is == LISP_IS_SOME_FUNCTION;
}

#endif
