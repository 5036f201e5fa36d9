/*
 * liveness.h - does a sweep run in a results folder?
 *
 * Reads the lease (holder.h) and what the coordinator last said
 * (sweep_status.h), and changes neither.  A lease that looks stale, as it does
 * where clocks differ, is watched for a few beats.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_LIVENESS_H
#define SWEEP_LEDGER_LIVENESS_H

#include "sweep/folder/holder.h"
#include "sweep/folder/sweep_status.h"
#include "sweep/ledger/index.h"

enum liveness_state {
    LIVENESS_RUNNING,  /* it lives, and has said how it stands */
    LIVENESS_STARTING, /* it lives, and has said nothing yet */
    LIVENESS_SILENT,   /* its lease has not been renewed for too long */
    LIVENESS_ENDED,    /* it said how it ended */
    LIVENESS_ABSENT,   /* never there, of an older codarun, or killed */
    LIVENESS_UNKNOWN,  /* it does not run; what it said cannot be read */
};
extern const char *const liveness_names[];

struct liveness {
    enum liveness_state state;
    bool held;                /* there is a lease, by: */
    struct holder holder;     /* ... who is not known to be dead */
    bool lives;               /* it does: a process of this host */
    bool renewed;             /* the lease is: it lives, wherever it is */
    bool said;                /* there is a status.json that can be read */
    struct sweep_status last; /* what it says; to be released */
    struct error wrong;       /* what is wrong with one that cannot be read */
    double age;               /* seconds since; NaN: never */
};

void liveness_read(struct liveness *p, const char *dir);
void liveness_release(struct liveness *p);

/* Are the numbers of `last` those of now? */
bool liveness_is_current(const struct liveness *p);

/* Is a sweep over that is watched?  One on another host, which may have been
 * killed, is when its lease has been stale for the time that the lease itself
 * allows; *silent, 0 at first, is kept by the caller for that: the clock when
 * it first was. */
bool liveness_over(const struct liveness *p, double *silent);

/* Has the journal, of which `ix` was read since, all that the last sweep had
 * noted when it said how it ended?  Else it was emptied, cut or taken away: -1,
 * with what it lacks.  Of a sweep that may run nothing is asked. */
int liveness_check_journal(const struct liveness *p, const char *dir,
                           const struct index *ix, struct error *e);

#endif
