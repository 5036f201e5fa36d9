/*
 * space.h - the swept fields, and what a trial has of them.
 *
 * A space knows names and values as texts, and nothing of what they mean.
 *
 * Threads: read-only once made.
 */
#ifndef SAMPLER_SPACE_H
#define SAMPLER_SPACE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

/* One swept field: a list of values, or a range to draw from. */
struct parameter {
    char *name;  /* dotted, or a name of its own; owned */
    char *where; /* "file: line L, column C"; owned */
    int n;
    char **value;    /* [n] YAML text on one line, or names as they are;
                        owned; NULL for a range */
    char **place;    /* [n] where each stands; owned */
    double min, max; /* range */
    bool log, whole; /* logarithmic; whole numbers */
};

struct space {
    int n;
    struct parameter *parameter; /* [n] owned */
};
void space_release(struct space *s);

/* The value at `u`, 0 <= u < 1, as a text, the caller's to free(): of a list in
 * equal parts, of a range, whose reals have six digits, which are plenty, and
 * short in a table. */
char *parameter_at(const struct parameter *p, double u);

/* The least or the largest value of a range, the same way. */
char *parameter_end(const struct parameter *p, bool largest);

/* Where a value stands: of a list its place from 0, of a range its `u`, of
 * whole numbers in the middle of those that give it. */
double parameter_unit(const struct parameter *p, const char *value);

/* A value drawn for a trial, each with the same chance (of a logarithmic range
 * each factor), from the parameter's own stream. */
char *parameter_draw(const struct parameter *p, long seed, long number);

/* What a trial is: a value for each parameter. */
struct assignment {
    long number;  /* of the trial, from 0 */
    char **value; /* [the space's n] owned */
};

/* One without values, [s->n] of them NULL. */
struct assignment assignment_new(const struct space *s, long number);
struct assignment assignment_copy(const struct space *s,
                                  const struct assignment *a);
void assignment_release(const struct space *s, struct assignment *a);

/* "name=value", those of all parameters with `between` between them. */
void assignment_text(const struct space *s, const struct assignment *a,
                     const char *between, struct str *out);

/* Read back what assignment_text() made with tabs between, which no value has;
 * -1 when it is of another space. */
int assignment_parse(const struct space *s, long number, const char *text,
                     struct assignment *a, struct error *e);

#endif
