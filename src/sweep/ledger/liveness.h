/*
 * liveness.h - whether a sweep runs in a results folder.
 *
 * Reads the lease (holder.h) and the coordinator's last status
 * (sweep_status.h), and changes neither. A lease that looks stale may be so
 * only because clocks differ; it is watched for a few heartbeats.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_LIVENESS_H
#define SWEEP_LEDGER_LIVENESS_H

#include "sweep/folder/holder.h"
#include "sweep/folder/sweep_status.h"
#include "sweep/ledger/index.h"

enum liveness_state {
    LIVENESS_RUNNING,  /* it lives, and has written a status */
    LIVENESS_STARTING, /* it lives, and has written no status yet */
    LIVENESS_SILENT,   /* its lease has not been renewed for too long */
    LIVENESS_ENDED,    /* its status says how it ended */
    LIVENESS_ABSENT,   /* never begun, of an older codarun, or killed */
    LIVENESS_UNKNOWN,  /* it does not run; its status cannot be read */
};
extern const char *const liveness_names[];

struct liveness {
    enum liveness_state state;
    bool held;            /* there is a lease, by `holder`, */
    struct holder holder; /* which is not known to be dead */
    bool lives;           /* the holder lives: a process of this host */
    bool renewed; /* the lease is renewed: the holder lives, on any host */
    bool said;    /* status.json exists and can be read */
    struct sweep_status last; /* its contents; to be released */
    struct error wrong;       /* why it cannot be read */
    double age;               /* seconds since it was written; NaN: never */
};

void liveness_read(struct liveness *p, const char *dir);
void liveness_release(struct liveness *p);

/* True if the numbers of `last` are current. */
bool liveness_is_current(const struct liveness *p);

/* True if a watched sweep is over. A sweep on another host may have been
 * killed: it is over when its lease has been stale for the time that the lease
 * itself allows. The caller keeps *silent for that, 0 at first: the clock when
 * the lease was first stale. */
bool liveness_over(const struct liveness *p, double *silent);

/* Check that the journal, from which `ix` was read since, has everything that
 * the last sweep had written when its status said how it ended. Else the
 * journal was emptied, cut or removed: -1, with what it lacks. A sweep that may
 * run is not checked. */
int liveness_check_journal(const struct liveness *p, const char *dir,
                           const struct index *ix, struct error *e);

#endif
