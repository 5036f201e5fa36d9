/*
 * space.h - the swept fields, and what a trial has of them.
 *
 * A space knows names and values as texts, and nothing of what they mean.
 *
 * Threads: read-only once made.
 */
#ifndef SWEEP_SAMPLER_SPACE_H
#define SWEEP_SAMPLER_SPACE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest_map.h"

/* Values of a list, one of which it has to have. */
struct condition {
    int parameter; /* a list before it */
    int n, room;
    char **value;             /* [n] owned */
    struct digest_map places; /* by the digests of values; condition_add()'s */
};

/*
 * One swept field: a list of values, a range, where each value has the same
 * chance (of a logarithmic one each factor), or a normal distribution.
 */
struct parameter {
    char *name;  /* dotted, or a name of its own; owned */
    char *where; /* "file: line L, column C"; owned */
    int n, room;
    char **value; /* [n] YAML text on one line, or names as they are;
                     owned; NULL for a range */
    char **place; /* [n] where each stands; owned */
    struct digest_map places; /* by the digests of values; parameter_add()'s */
    double min, max; /* of what it draws; of a normal one maybe infinite */
    bool log, whole; /* logarithmic; whole numbers */
    double step;     /* between values, from min on; 0: none */
    int digits;      /* of a real number's text; 0: six */
    bool normal;
    double mean, deviation; /* normal; log: the median, and a factor */
    int leader;             /* a list has the values at the places of this
                               one's, 1 + its number; 0: of its own */
    bool set;               /* --set gives it its one value, which may be none
                               of the file's */
    bool fixed;             /* may not change while a trial is trained */
    int conditions;
    struct condition *when; /* [conditions] owned: it has a value only where
                               all of them are met */
};

struct space {
    int n;
    struct parameter *parameter; /* [n] owned */
};
void space_release(struct space *s);

/* One more value of a list, and where it stands; takes both.  False where the
 * list has an equal one, and keeps neither. */
bool parameter_add(struct parameter *p, char *value, char *place);

/* Write one of its values in another way, by which it is found, too; false
 * where the list has that already, and nothing is done. */
bool parameter_respell(struct parameter *p, int place, const char *value);

/* The place of a value in its list; p->n where that has none. */
int parameter_place(const struct parameter *p, const char *value);

/* One more value that meets a condition; takes it. */
void condition_add(struct condition *c, char *value);

/* Write one of them, if it is one, in another way. */
void condition_respell(struct condition *c, const char *was, const char *is);

/* --- distribution.c ------------------------------------------------------- */

/* The value at the share `u` of its distribution, 0 <= u < 1, as a text, the
 * caller's to free(): reals have six digits, which are plenty, and short in a
 * table, or as many as `digits` says. */
char *parameter_at(const struct parameter *p, double u);

/* The digits that it takes to tell a thousand values of a range or normal
 * distribution apart, or two of a step's; 6 at least. */
int parameter_digits(const struct parameter *p);

/* How many values there are, or any number beyond `most`; 0: it has no steps
 * between two ends, or no list.  And one of them, the caller's to free(). */
long parameter_values(const struct parameter *p, long most);
char *parameter_nth(const struct parameter *p, long v);

/* The share of a normal distribution that lies between its ends. */
double parameter_share(const struct parameter *p);

/* Has it a normal distribution of steps?  Under conduct 1 (study/conduct.h)
 * the values at its ends had half their share. */
bool space_has_rounded(const struct space *s);

/* The least or the largest value of a range, the same way; of a normal one
 * without ends four deviations out. */
char *parameter_end(const struct parameter *p, bool largest);

/* Where a value stands: of a list its place from 0, else its `u`, the middle of
 * those that give it. */
double parameter_unit(const struct parameter *p, const char *value);

/* Of a step, by which the last one may miss the end of its range. */
#define STEP_SLACK 1e-6

/* From one value to the next; 0: there is one between any two. */
double parameter_step(const struct parameter *p);

/* The text of the value nearest to x that a range may give. */
char *parameter_near(const struct parameter *p, double x);

/* A value drawn for a trial, each with the same chance (of a logarithmic range
 * each factor), from the parameter's own stream; each `time` another. */
char *parameter_draw(const struct parameter *p, long seed, long number,
                     long time);

/* --- what a trial is ------------------------------------------------------ */

/* A value for each parameter, and where the trial begins. */
struct assignment {
    long number;  /* of the trial, from 0 */
    char **value; /* [the space's n] owned; NULL: a condition is not met */
    bool packed;  /* they lie in one block with their pointers */
    struct assignment *from; /* whose state at `share` of its run it begins
                                from; owned; NULL: it begins from nothing */
    double share;
};

/* Give those with a leader its places, and take the values of those whose
 * conditions are not met. */
void assignment_settle(const struct space *s, struct assignment *a);

/* One without values, [s->n] of them NULL, that begins from nothing. */
struct assignment assignment_new(const struct space *s, long number);
struct assignment assignment_copy(const struct space *s,
                                  const struct assignment *a);
void assignment_release(const struct space *s, struct assignment *a);

/* Let one that begins from nothing begin from another's state. */
void assignment_begin(const struct space *s, struct assignment *a,
                      const struct assignment *from, double share);

/* Have two, both settled, the same values? */
bool assignment_equal(const struct space *s, const struct assignment *a,
                      const struct assignment *b);

/* Put all into one block, less than half the memory, for one that is kept and
 * changes no more. */
void assignment_pack(const struct space *s, struct assignment *a);

/* Give those that a parameter hangs on the values that it takes. */
void assignment_meet(const struct space *s, int parameter,
                     struct assignment *a);

/* "name=value", of all that have one, with `between` between them. */
void assignment_text(const struct space *s, const struct assignment *a,
                     const char *between, struct str *out);

/* All that it is: the same with tabs, which no value has, and behind it
 * "@SHARE" and all that the one is that it begins from. */
void assignment_whole(const struct space *s, const struct assignment *a,
                      struct str *out);

/* Read back what assignment_whole() made; -1 when it is of another space. */
int assignment_parse(const struct space *s, long number, const char *text,
                     struct assignment *a, struct error *e);

#endif
