/*
 * lisp_internal.h - what the files of lisp.h share, and how to add a function:
 * a line in the table of lisp_units.c, with what it takes, its types as in
 * AlgoLisp, and a C function of values, which gets the right number of
 * arguments of the right types.
 *
 * A function returns LISP_NOTHING at once when the machine has ended;
 * lisp_fail() and lisp_over() end it.
 */
#ifndef TASKS_LISP_LISP_INTERNAL_H
#define TASKS_LISP_LISP_INTERNAL_H

#include "tasks/lisp/lisp.h"

/* A machine that runs a program. */
struct lisp_machine {
    const struct lisp_value *global; /* the arguments, by number of the name */
    const struct lisp_scope *scope;
    struct arena *arena;
    long steps;  /* steps left */
    size_t most; /* limit of bytes, including those the arena held before the
                    run */
    int depth;   /* nested evaluations */
    int lambdas; /* nested running lambdas */
    bool ended;  /* `end` is set */
    enum lisp_end end;
};

/* The names that a lambda binds; LISP_NOTHING outside of one. */
enum { LISP_ARG1, LISP_ARG2, LISP_SELF, LISP_LOCALS };
struct lisp_scope {
    struct lisp_value local[LISP_LOCALS];
};

struct lisp_node {
    int name;                     /* below LISP_LOCALS a local, from there on an
                                     argument; -1: no name */
    struct lisp_value value;      /* a constant or a function, if no name */
    int n;                        /* arguments of a call */
    const struct lisp_node *part; /* [1 + n] the function and its arguments;
                                     NULL: no call */
    bool bare; /* a lambda's body that is only the name of a function or of a
                  local that this lambda binds */
};

struct lisp_unit {
    const char *name;
    const char *takes; /* a letter per argument: n number, s string, a array,
                          q array or string, c array, string or dictionary, d
                          dictionary, f function, v any */
    const char *types; /* wanted type of each, separated by blanks, in the
                          letters of lisp_types.h */
    const char *gives; /* type of its result */
    const char *comes; /* type of the result once a call's arguments are
                          known; NULL: the same */
    struct lisp_value (*run)(struct lisp_machine *m,
                             const struct lisp_value *arg);
    /* Works on unevaluated arguments; used in place of run(). */
    struct lisp_value (*form)(struct lisp_machine *m,
                              const struct lisp_node *arg);
    int binds; /* number of arguments of a lambda, which has neither function */
};

extern const struct lisp_unit lisp_units[]; /* ends with name NULL */

/* A function: one of the units, a lambda, a partial or a combination. */
struct lisp_function {
    const struct lisp_unit *unit;
    const struct lisp_node *body; /* of a lambda */
    int place;                    /* number of a lambda's arguments; or the
                                     place of `fixed` */
    struct lisp_value fixed;      /* of a partial */
    const struct lisp_function *outer, *inner; /* a partial has only inner */
};

struct lisp_value lisp_fail(struct lisp_machine *m);
struct lisp_value lisp_over(struct lisp_machine *m);

/* Take n steps; false if there are not enough left. */
bool lisp_spend(struct lisp_machine *m, int64_t n);

/* Allocate bytes, or n values, each of which takes a step; NULL beyond a
 * limit. */
void *lisp_bytes(struct lisp_machine *m, size_t bytes);
struct lisp_value *lisp_items(struct lisp_machine *m, int64_t n);

struct lisp_value lisp_eval(struct lisp_machine *m, const struct lisp_node *x);
struct lisp_value lisp_apply(struct lisp_machine *m,
                             const struct lisp_function *f,
                             const struct lisp_value *arg, int n);
struct lisp_value lisp_function_new(struct lisp_machine *m,
                                    struct lisp_function is);

/* The array of a string's characters or a dictionary's keys; any other value
 * unchanged. */
struct lisp_value lisp_elements(struct lisp_machine *m,
                                const struct lisp_value *v);

/* Make an array or a dictionary of existing items. */
struct lisp_value lisp_collect(struct lisp_machine *m, enum lisp_type type,
                               const struct lisp_value *item, int64_t n);

enum lisp_order {
    LISP_LESS,
    LISP_SAME,
    LISP_MORE,
    LISP_OTHER, /* not equal, and neither is less */
};

/* Compare two values.  `ranked`: values without an order end the machine; if it
 * is false, m may be NULL. */
enum lisp_order lisp_compare(struct lisp_machine *m, bool ranked,
                             const struct lisp_value *a,
                             const struct lisp_value *b);

static inline struct lisp_value lisp_nothing(void)
{
    return (struct lisp_value){.type = LISP_NOTHING};
}

static inline struct lisp_value lisp_integer(int64_t i)
{
    return (struct lisp_value){.type = LISP_INTEGER, .integer = i};
}

static inline struct lisp_value lisp_real(double x)
{
    return (struct lisp_value){.type = LISP_REAL, .real = x};
}

static inline struct lisp_value lisp_boolean(bool b)
{
    return (struct lisp_value){.type = LISP_BOOLEAN, .truth = b};
}

/* Units of lisp_numbers.c, lisp_arrays.c and lisp_strings.c. */
#define LISP_UNIT(name)                                        \
    struct lisp_value lisp_unit_##name(struct lisp_machine *m, \
                                       const struct lisp_value *arg)
LISP_UNIT(add);
LISP_UNIT(subtract);
LISP_UNIT(multiply);
LISP_UNIT(divide);
LISP_UNIT(remainder);
LISP_UNIT(power);
LISP_UNIT(root);
LISP_UNIT(floor);
LISP_UNIT(abs);
LISP_UNIT(square);
LISP_UNIT(is_prime);
LISP_UNIT(digits);
LISP_UNIT(range);
LISP_UNIT(length);
LISP_UNIT(head);
LISP_UNIT(tail);
LISP_UNIT(deref);
LISP_UNIT(slice);
LISP_UNIT(append);
LISP_UNIT(array_concat);
LISP_UNIT(sort);
LISP_UNIT(reverse);
LISP_UNIT(contains);
LISP_UNIT(is_sorted);
LISP_UNIT(is_sorted_behind);
LISP_UNIT(strlen);
LISP_UNIT(str_index);
LISP_UNIT(str_concat);
LISP_UNIT(str_split);
LISP_UNIT(dict_insert);
LISP_UNIT(dict_keys);

#endif
