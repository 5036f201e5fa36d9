/*
 * scheduler.h - schedulers, kinds of early ending: which trials of a sweep are
 * trained to their end; and the recipe for adding one.
 *
 * To add one:
 *   1. copy scheduler/kinds/median.c to scheduler/kinds/NAME.c and rename in
 *      it;
 *   2. describe its settings in the table of fields; say how many rungs a trial
 *      has, and at which share of its run each lies;
 *   3. write settle(): who may go on from a rung, and who is cut there; and
 *      note(), where looking at every trial each time would take too long;
 *   4. add `src/sweep/scheduler/kinds/NAME.c` to scheduler_kinds in
 *      src/local.mk.
 * That is all: `sweep: {scheduler: NAME}` reads it, states and the journal keep
 * paused trials.
 *
 * A trial pauses at a rung, the first evaluation with that share of its run
 * behind it, with the best value of the goal so far; it waits there until it is
 * decided on.  Unless a kind says that it depends on who was first, its
 * decisions hang on values alone, and of equal ones on lots: the same for any
 * number of workers.
 *
 * A kind may also let trials be cloned, which begin from the state that another
 * has at a rung: they are numbered on behind those that the search proposes.
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
    DECISION_WAIT,    /* at its last rung, until it is decided on */
    DECISION_PROMOTE, /* to the next */
    DECISION_STOP,    /* it ends at its last rung */
};

/* A trial, as a scheduler sees it. */
struct scheduler_trial {
    bool out;             /* it failed, or never runs by itself */
    bool over;            /* it finished, with `goal` */
    unsigned char rung;   /* how many it has reached */
    unsigned char passed; /* ... and may go on from */
    enum decision decision;
    double goal; /* NaN: it is not over, or has none */
};

/* A trial that begins from the state of another at a rung, and is entered
 * there. */
struct clone {
    long parent; /* which waits there, and goes on */
    int rung;
    long place; /* the kind's: which of those who compete it is from now on */
};

/* A sweep, as a scheduler sees it.  Begins with all but the first four
 * zeroed. */
struct scheduler {
    const struct chosen *scheduler; /* borrowed */
    bool maximize;
    long seed;
    long all; /* trials there may be, but for clones */
    bool
        stuck; /* nothing goes on: what is not proposed by now counts as none */
    bool conduct_1; /* it was begun under that number (study/conduct.h): of
                       equals the earlier are first, and a median takes what
                       trials came to that ended before its rung, too */
    long n, room;
    struct scheduler_trial *trial; /* [n] owned */
    int width;                     /* rungs that any trial has come to */
    double *value; /* [room x width] best so far at a rung; owned */
    long decided, decided_room;
    long *number; /* [decided] whom settle() decided on; owned */
    long clones, clones_room;
    struct clone *clone; /* [clones] of trials from `all` on; owned */
    void *notes;         /* what the kind keeps of it; freed by its release() */
};

struct scheduler_kind {
    struct kind is;
    bool by_arrival; /* its decisions depend on who was first; read by tests
                        alone, which then let sweeps differ */
    bool brackets;   /* they depend on how many trials there are */
    bool latest;     /* a rung's value is its evaluation's, not the best so
                        far */
    /* How many rungs trial `number` has, at most MAX_RUNGS; NULL: none. */
    int (*rungs)(const struct scheduler *r, long number);
    /* Where its k-th is, from 0: a share of its run, in rising order. */
    double (*share)(const struct scheduler *r, long number, int k);
    /* Trial `number` is no longer what it `was`, which of a new one is out:
     * put that into the notes, so that settle() need not look at all of them.
     * NULL: it keeps none. */
    void (*note)(struct scheduler *r, long number,
                 const struct scheduler_trial *was);
    /* Trial `number` has come to a rung or to its end: decide on whoever waits
     * and can be decided on now, by scheduler_decide(). */
    void (*settle)(struct scheduler *r, long number);
    /* Which part of those at a rung goes on, as far as can be said beforehand;
     * for estimates alone.  NULL: a half. */
    double (*part)(const struct scheduler *r);
    void (*release)(struct scheduler *r); /* the notes; NULL: it keeps none */
    /* Change the values that trial `number`, from scheduler_clone(), has from
     * its
     * parent.  NULL: none are cloned. */
    void (*explore)(const struct scheduler *r, const struct space *s,
                    long number, struct assignment *a);
};

extern const struct kinds scheduler_kinds;

static inline const struct scheduler_kind *
scheduler_kind_of(const struct chosen *c)
{
    return (const struct scheduler_kind *)c->kind;
}

/* Where trials come to a rung at that share of a run when they are evaluated
 * each time `every` such share is behind them; 0: anywhere. */
double rung_place(double share, double every);

void scheduler_release(struct scheduler *r);

/* Has any trial rungs? */
bool scheduler_has_rungs(const struct scheduler *r);
int scheduler_rungs(const struct scheduler *r, long number);
double scheduler_share(const struct scheduler *r, long number, int k);

/* One more, or one that never runs. */
void scheduler_add(struct scheduler *r, bool out);

/* A trial has come to its next rung, where it waits. */
void scheduler_pause(struct scheduler *r, long number, double value);

/* A trial is over, out or, run again, neither; whatever it waited for. */
void scheduler_leave(struct scheduler *r, long number,
                     const struct scheduler_trial *end);

/* The clone record of a trial, or of the next one; NULL: it has none. */
const struct clone *scheduler_clone_at(const struct scheduler *r, long number);

/* Its values; to be released. */
struct assignment scheduler_explore(const struct scheduler *r,
                                    const struct space *s, long number,
                                    const struct assignment *parent);

/* Decide on whoever waits, a trial having changed. */
void scheduler_settle(struct scheduler *r, long number);
double scheduler_part(const struct scheduler *r);

/* --- for the kinds -------------------------------------------------------- */

/* Trial i, which waits, goes on or is cut. */
void scheduler_decide(struct scheduler *r, long i, enum decision decision);

/* One more trial is to begin like this; it gets the next number. */
void scheduler_clone(struct scheduler *r, struct clone b);

/* What trial i has to show at rung k: its value there, or in the end when it
 * ended before; NaN: nothing. */
double scheduler_value(const struct scheduler *r, long i, int k);

/* Is that another than when it was `was`? */
bool scheduler_differs(const struct scheduler *r, long i,
                       const struct scheduler_trial *was, int k);

/* Of trials with equal values the one with the lower lot counts as better:
 * drawn by the seed, so that it is not the one that a list names first. */
uint32_t scheduler_lot(const struct scheduler *r, long i);

/* Is x better than y?  Anything is better than NaN. */
bool scheduler_better(const struct scheduler *r, double x, double y);

#endif
