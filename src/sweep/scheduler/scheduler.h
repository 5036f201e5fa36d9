/*
 * scheduler.h - schedulers, kinds of early ending: they choose which trials of
 * a sweep are trained to the end; and the recipe for adding one.
 *
 * To add one:
 *   1. copy scheduler/kinds/median.c to scheduler/kinds/NAME.c and rename in
 *      it;
 *   2. describe its settings in the table of fields; say how many rungs a trial
 *      has, and at which share of its run each is;
 *   3. write settle(), which decides which trials go on from a rung and which
 *      stop there; and note(), if looking at every trial each time is too slow;
 *   4. add `src/sweep/scheduler/kinds/NAME.c` to scheduler_kinds in
 *      src/local.mk.
 * That is all: `sweep: {scheduler: NAME}` reads it, states and the journal keep
 * paused trials.
 *
 * A trial pauses at a rung, which is the first evaluation at or after that
 * share of its run, with the best value of the goal so far.  It waits there for
 * a decision.  Unless a kind says that it depends on the order of arrival, its
 * decisions depend only on values, and on lots among equal values: they are the
 * same for any number of workers.
 *
 * A kind may also clone trials, which begin from the state that another trial
 * has at a rung.  Their numbers follow those of the trials that the search
 * proposes.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SCHEDULER_SCHEDULER_H
#define SWEEP_SCHEDULER_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "config/field/field.h"
#include "sweep/sampler/space.h"

#define MAX_RUNGS 16

enum decision {
    DECISION_NONE,    /* not at a rung */
    DECISION_WAIT,    /* at its last rung, waits for a decision */
    DECISION_PROMOTE, /* goes on to the next rung */
    DECISION_STOP,    /* ends at its last rung */
};

/* A trial, as a scheduler sees it. */
struct scheduler_trial {
    bool out;             /* it failed, or never runs itself */
    bool over;            /* it finished, with `goal` */
    unsigned char rung;   /* rungs that it has reached */
    unsigned char passed; /* rungs that it may go on from */
    enum decision decision;
    double goal; /* NaN if it is not over, or has none */
};

/* A trial that begins from the state of another at a rung, and counts as having
 * reached that rung. */
struct clone {
    long parent; /* which waits at the rung, and goes on */
    int rung;
    long place; /* for the kind: its place among the competitors from now on */
};

/* A sweep, as a scheduler sees it.  All but the first four members are zeroed
 * at first. */
struct scheduler {
    const struct chosen *scheduler; /* borrowed */
    bool maximize;
    long seed;
    long all;       /* largest number of trials without clones */
    bool stuck;     /* no trial can go on: trials not proposed so far count
                       as nonexistent */
    bool conduct_1; /* it was begun under conduct 1 (study/conduct.h): among
                       equals earlier trials are better, and a median also
                       uses the results of trials that ended before its rung */
    long n, room;
    struct scheduler_trial *trial; /* [n] owned */
    int width;                     /* largest number of rungs that a trial
                                      has reached */
    double *value; /* [room x width] best value so far at each rung; owned */
    long decided, decided_room;
    long *number; /* [decided] trials that settle() decided on; owned */
    long clones, clones_room;
    struct clone *clone; /* [clones] clone records of trials from number
                            `all` on; owned */
    void *notes;         /* the kind's own data; freed by its release() */
};

struct scheduler_kind {
    struct kind is;
    bool by_arrival; /* its decisions depend on the order of arrival; only
                        tests read this, and then let sweeps differ */
    bool brackets;   /* its decisions depend on the number of trials */
    bool latest;     /* a rung's value is that of its evaluation, not the
                        best so far */
    /* The number of rungs of trial `number`, at most MAX_RUNGS; NULL: none. */
    int (*rungs)(const struct scheduler *r, long number);
    /* The share of its run at which rung k is, from 0, in rising order. */
    double (*share)(const struct scheduler *r, long number, int k);
    /* Trial `number` has changed from `was`, which for a new trial is `out`:
     * update the notes, so that settle() need not look at all trials.  NULL: it
     * keeps no notes. */
    void (*note)(struct scheduler *r, long number,
                 const struct scheduler_trial *was);
    /* Trial `number` has reached a rung or its end: decide, by
     * scheduler_decide(), on each waiting trial for which that is now
     * possible. */
    void (*settle)(struct scheduler *r, long number);
    /* The share of trials at a rung that go on, as far as it is known in
     * advance; for estimates only.  NULL: a half. */
    double (*part)(const struct scheduler *r);
    void (*release)(struct scheduler *r); /* frees the notes; NULL if there
                                             are none */
    /* Change the values that trial `number`, from scheduler_clone(), has from
     * its parent.  NULL: it clones no trials. */
    void (*explore)(const struct scheduler *r, const struct space *s,
                    long number, struct assignment *a);
};

extern const struct kinds scheduler_kinds;

static inline const struct scheduler_kind *
scheduler_kind_of(const struct chosen *c)
{
    return (const struct scheduler_kind *)c->kind;
}

/* The share of a run at which trials reach a rung at `share`, if they are
 * evaluated after each `every` of their run; 0: after any share. */
double rung_place(double share, double every);

void scheduler_release(struct scheduler *r);

/* True if any trial has rungs. */
bool scheduler_has_rungs(const struct scheduler *r);
int scheduler_rungs(const struct scheduler *r, long number);
double scheduler_share(const struct scheduler *r, long number, int k);

/* Add a trial; `out`: one that never runs. */
void scheduler_add(struct scheduler *r, bool out);

/* A trial has reached its next rung, where it waits. */
void scheduler_pause(struct scheduler *r, long number, double value);

/* A trial is over, out or, if it is run again, neither; whatever it waited
 * for. */
void scheduler_leave(struct scheduler *r, long number,
                     const struct scheduler_trial *end);

/* The clone record of a trial, or of the next one; NULL if it has none. */
const struct clone *scheduler_clone_at(const struct scheduler *r, long number);

/* The values of a clone; the caller releases them. */
struct assignment scheduler_explore(const struct scheduler *r,
                                    const struct space *s, long number,
                                    const struct assignment *parent);

/* Decide on waiting trials after a trial has changed. */
void scheduler_settle(struct scheduler *r, long number);
double scheduler_part(const struct scheduler *r);

/* --- for the kinds -------------------------------------------------------- */

/* Let trial i, which waits, go on or stop. */
void scheduler_decide(struct scheduler *r, long i, enum decision decision);

/* Add a trial that begins as b says; it gets the next number. */
void scheduler_clone(struct scheduler *r, struct clone b);

/* The value of trial i at rung k, or its final value if it ended before; NaN if
 * none. */
double scheduler_value(const struct scheduler *r, long i, int k);

/* True if that value differs from what it was when the trial was `was`. */
bool scheduler_differs(const struct scheduler *r, long i,
                       const struct scheduler_trial *was, int k);

/* A trial's lot, drawn by the seed.  Among trials with equal values the lower
 * lot is better, so that the first of a list is not preferred. */
uint32_t scheduler_tie_break(const struct scheduler *r, long i);

/* True if x is better than y.  Any number is better than NaN. */
bool scheduler_better(const struct scheduler *r, double x, double y);

#endif
