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
 *      note(), where looking at every entrant each time would take too long;
 *   4. add `src/sweep/scheduler/kinds/NAME.c` to scheduler_kinds in
 *      src/local.mk.
 * That is all: `sweep: {scheduler: NAME}` reads it, states and the journal keep
 * paused trials.
 *
 * A trial pauses at a rung, the first evaluation with that share of its run
 * behind it, with the best value of the goal so far; it waits there until it is
 * ruled on.  Unless a kind says that it depends on who was first, its rulings
 * hang on values alone, and of equal ones on lots: the same for any number of
 * workers.
 *
 * A kind may also let trials be born, which begin from the state that another
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

enum ruling {
    RULING_NONE,  /* not at a rung */
    RULING_WAIT,  /* at its last rung, until it is ruled on */
    RULING_GO_ON, /* to the next */
    RULING_CUT,   /* it ends at its last rung */
};

/* A trial, as a scheduler sees it. */
struct entrant {
    bool out;             /* it failed, or never runs by itself */
    bool over;            /* it finished, with `goal` */
    unsigned char rung;   /* how many it has reached */
    unsigned char passed; /* ... and may go on from */
    enum ruling ruling;
    double goal; /* NaN: it is not over, or has none */
};

/* A trial that begins from the state of another at a rung, and is entered
 * there. */
struct birth {
    long parent; /* which waits there, and goes on */
    int rung;
    long place; /* the kind's: which of those who compete it is from now on */
};

/* A sweep, as a scheduler sees it.  Begins with all but the first four
 * zeroed. */
struct race {
    const struct chosen *scheduler; /* borrowed */
    bool maximize;
    long seed;
    long all; /* trials there may be, but for births */
    bool
        stuck; /* nothing goes on: what is not proposed by now counts as none */
    bool conduct_1; /* it was begun under that number (study/conduct.h): of
                       equals the earlier are first, and a median takes what
                       trials came to that ended before its rung, too */
    long n, room;
    struct entrant *entrant; /* [n] owned */
    int width;               /* rungs that any entrant has come to */
    double *value;           /* [room x width] best so far at a rung; owned */
    long ruled, ruled_room;
    long *number; /* [ruled] whom settle() ruled on; owned */
    long born, born_room;
    struct birth *birth; /* [born] of entrants from `all` on; owned */
    void *notes;         /* what the kind keeps of it; freed by its release() */
};

struct scheduler_kind {
    struct kind is;
    bool by_arrival; /* its rulings depend on who was first; read by tests
                        alone, which then let sweeps differ */
    bool brackets;   /* they depend on how many trials there are */
    bool latest;     /* a rung's value is its evaluation's, not the best so
                        far */
    /* How many rungs trial `number` has, at most MAX_RUNGS; NULL: none. */
    int (*rungs)(const struct race *r, long number);
    /* Where its k-th is, from 0: a share of its run, in rising order. */
    double (*share)(const struct race *r, long number, int k);
    /* Entrant `number` is no longer what it `was`, which of a new one is out:
     * put that into the notes, so that settle() need not look at all of them.
     * NULL: it keeps none. */
    void (*note)(struct race *r, long number, const struct entrant *was);
    /* Entrant `number` has come to a rung or to its end: rule on whoever waits
     * and can be ruled on now, by race_rule(). */
    void (*settle)(struct race *r, long number);
    /* Which part of those at a rung goes on, as far as can be said beforehand;
     * for estimates alone.  NULL: a half. */
    double (*part)(const struct race *r);
    void (*release)(struct race *r); /* the notes; NULL: it keeps none */
    /* Change the values that entrant `number`, from race_bear(), has from its
     * parent.  NULL: none are born. */
    void (*explore)(const struct race *r, const struct space *s, long number,
                    struct assignment *a);
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

void race_release(struct race *r);

/* Has any trial rungs? */
bool race_runs(const struct race *r);
int race_rungs(const struct race *r, long number);
double race_share(const struct race *r, long number, int k);

/* One more, or one that never runs. */
void race_enter(struct race *r, bool out);

/* An entrant has come to its next rung, where it waits. */
void race_pause(struct race *r, long number, double value);

/* An entrant is over, out or, run again, neither; whatever it waited for. */
void race_leave(struct race *r, long number, const struct entrant *end);

/* The birth of an entrant, or of the next one; NULL: it has none. */
const struct birth *race_birth(const struct race *r, long number);

/* Its values; to be released. */
struct assignment race_explore(const struct race *r, const struct space *s,
                               long number, const struct assignment *parent);

/* Rule on whoever waits, an entrant having changed. */
void race_settle(struct race *r, long number);
double race_part(const struct race *r);

/* --- for the kinds -------------------------------------------------------- */

/* Entrant i, which waits, goes on or is cut. */
void race_rule(struct race *r, long i, enum ruling ruling);

/* One more trial is to begin like this; it gets the next number. */
void race_bear(struct race *r, struct birth b);

/* What entrant i has to show at rung k: its value there, or in the end when it
 * ended before; NaN: nothing. */
double race_value(const struct race *r, long i, int k);

/* Is that another than when it was `was`? */
bool race_differs(const struct race *r, long i, const struct entrant *was,
                  int k);

/* Of entrants with equal values the one with the lower lot counts as better:
 * drawn by the seed, so that it is not the one that a list names first. */
uint32_t race_lot(const struct race *r, long i);

/* Is x better than y?  Anything is better than NaN. */
bool race_better(const struct race *r, double x, double y);

#endif
