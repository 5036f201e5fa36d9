/*
 * space.h - the swept fields, and the values that a trial has for them.
 *
 * Names and values are texts here; their meaning is not known.
 *
 * Threads: read-only once made.
 */
#ifndef SWEEP_SAMPLER_SPACE_H
#define SWEEP_SAMPLER_SPACE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest_map.h"

/* A condition: a list must have one of these values. */
struct condition {
    int parameter; /* number of an earlier parameter, a list */
    int n, room;
    char **value;             /* [n] owned */
    struct digest_map places; /* by digests of values; used by
                                 condition_add() */
};

/*
 * One swept field: a list of values; a range, in which all values are equally
 * likely (all factors if it is logarithmic); or a normal distribution.
 */
struct parameter {
    char *name;  /* dotted field, or a name of its own; owned */
    char *where; /* "file: line L, column C"; owned */
    int n, room;
    char **value; /* [n] YAML text on one line, or unchanged names; owned;
                     NULL for a range */
    char **place; /* [n] the place of each in the file; owned */
    struct digest_map places; /* by digests of values; used by
                                 parameter_add() */
    double min, max; /* ends of the range; of a normal one may be infinite */
    bool log, whole; /* logarithmic; whole numbers */
    double step;     /* between values, from min on; 0: none */
    int digits;      /* of a real number's text; 0: six */
    bool normal;
    double mean, deviation; /* for normal; with log the median, and a factor */
    int leader;             /* 1 + the number of the leader: this list takes
                               the value at the same place as that list; 0:
                               none */
    bool set;               /* --set gives its only value, which the file
                               need not have */
    bool fixed;             /* may not change while a trial is trained */
    int conditions;
    struct condition *when; /* [conditions] owned: it has a value only if all
                               of them are met */
};

struct space {
    int n;
    struct parameter *parameter; /* [n] owned */
};
void space_release(struct space *s);

/* Add a value to a list, with its place in the file; takes ownership of both.
 * False if the list has an equal one; both are then freed. */
bool parameter_add(struct parameter *p, char *value, char *place);

/* Change how one of its values is written; it is then also found by the new
 * text.  False, with no change, if the list has that text already. */
bool parameter_respell(struct parameter *p, int place, const char *value);

/* The place of a value in its list; p->n if it is not there. */
int parameter_place(const struct parameter *p, const char *value);

/* Add a value that meets a condition; takes ownership. */
void condition_add(struct condition *c, char *value);

/* Change how one of its values is written, if it has it. */
void condition_respell(struct condition *c, const char *was, const char *is);

/* --- distribution.c ------------------------------------------------------- */

/* The value at the share `u` of its distribution, 0 <= u < 1, as a text that
 * the caller frees.  Reals have six digits, which are enough and short in a
 * table, or as many as `digits` says. */
char *parameter_at(const struct parameter *p, double u);

/* The number of digits needed to tell apart a thousand values of a range or
 * normal distribution, or two neighbours if it has steps; at least 6. */
int parameter_digits(const struct parameter *p);

/* The number of values, or any number above `most`; 0 if it is neither a list
 * nor has steps between two ends.  And value v, as a text that the caller
 * frees. */
long parameter_values(const struct parameter *p, long most);
char *parameter_nth(const struct parameter *p, long v);

/* The share of a normal distribution that is between its ends. */
double parameter_share(const struct parameter *p);

/* True if it has a normal distribution with steps.  Under conduct 1
 * (study/conduct.h) the values at its ends had half their share. */
bool space_has_rounded(const struct space *s);

/* The least or the largest value of a range, as a text that the caller frees;
 * of a normal one without ends the value four deviations from the mean. */
char *parameter_end(const struct parameter *p, bool largest);

/* The position of a value: in a list its place from 0, else its `u`, the middle
 * of those that give it. */
double parameter_unit(const struct parameter *p, const char *value);

/* Share of a step by which the last step may miss the end of its range. */
#define STEP_SLACK 1e-6

/* The step from one value to the next; 0 if there is none. */
double parameter_step(const struct parameter *p);

/* The text of the value of the range nearest to x. */
char *parameter_near(const struct parameter *p, double x);

/* Draw a value for a trial, all equally likely (for a logarithmic range all
 * factors), from the parameter's own random stream; each `time` gives
 * another. */
char *parameter_draw(const struct parameter *p, long seed, long number,
                     long time);

/* --- what a trial is ------------------------------------------------------ */

/* A value for each parameter, and what the trial begins from. */
struct assignment {
    long number;  /* of the trial, from 0 */
    char **value; /* [the space's n] owned; NULL if a condition is not met */
    bool packed;  /* all are in one block with their pointers */
    struct assignment *from; /* the trial from whose state at `share` of its
                                run this one begins; owned; NULL: it begins
                                without */
    double share;
};

/* Set the values of parameters with a leader, and remove those whose conditions
 * are not met. */
void assignment_settle(const struct space *s, struct assignment *a);

/* An assignment without values, [s->n] NULL pointers, that begins from no
 * state. */
struct assignment assignment_new(const struct space *s, long number);
struct assignment assignment_copy(const struct space *s,
                                  const struct assignment *a);
void assignment_release(const struct space *s, struct assignment *a);

/* Let a trial that begins from no state begin from another's. */
void assignment_begin(const struct space *s, struct assignment *a,
                      const struct assignment *from, double share);

/* True if two, both settled, have the same values. */
bool assignment_equal(const struct space *s, const struct assignment *a,
                      const struct assignment *b);

/* Move all values into one block, which needs less than half the memory; for an
 * assignment that is kept and no longer changes. */
void assignment_pack(const struct space *s, struct assignment *a);

/* Set the parameters on which this parameter depends to values that meet its
 * conditions. */
void assignment_meet_conditions(const struct space *s, int parameter,
                                struct assignment *a);

/* Append "name=value" for all that have a value, with `between` between
 * them. */
void assignment_text(const struct space *s, const struct assignment *a,
                     const char *between, struct str *out);

/* Append everything: the same with tabs, which no value contains, then "@SHARE"
 * and everything of the trial that it begins from. */
void assignment_whole(const struct space *s, const struct assignment *a,
                      struct str *out);

/* Read what assignment_whole() wrote; -1 if it is of another space. */
int assignment_parse(const struct space *s, long number, const char *text,
                     struct assignment *a, struct error *e);

#endif
