/*
 * retention.h - is what a trial has saved of use to anybody?
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_RETENTION_H
#define SWEEP_PRUNE_RETENTION_H

#include "base/numbers/digest_map.h"
#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

enum retention_class {
    RETENTION_UNKNOWN,  /* it is no trial that is known */
    RETENTION_OPEN,     /* it may go on, or another may begin from it */
    RETENTION_FAILED,   /* it has, and if it is tried again it begins anew */
    RETENTION_FINISHED, /* its model may be asked for */
    RETENTION_BEATEN,   /* the same, but that others are better */
};

/* By the names of trials; zeroed, it knows none. */
struct retention {
    struct digest_map of; /* owned */
};
void retention_release(struct retention *f);

/* Of the trials of a study: of those that have finished, the best `most` by the
 * sweep's goal are not beaten, of equals the first; none is where `most` is
 * negative. */
void retention_add(struct retention *f, const struct experiment *x,
                   const struct study *s, long most);

enum retention_class retention_find(const struct retention *f,
                                    struct digest trial);

#endif
