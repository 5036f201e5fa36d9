/*
 * retention.h - decides whether the saved files of a trial are still needed.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_RETENTION_H
#define SWEEP_PRUNE_RETENTION_H

#include "base/numbers/digest_map.h"
#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

enum retention_class {
    RETENTION_UNKNOWN,  /* no known trial */
    RETENTION_OPEN,     /* it may go on, or another trial may begin from it */
    RETENTION_FAILED,   /* failed; if it is tried again it starts from the
                           beginning */
    RETENTION_FINISHED, /* finished; its model may be loaded */
    RETENTION_BEATEN,   /* finished, but others are better */
};

/* The classes by the names of trials; zeroed, it is empty. */
struct retention {
    struct digest_map of; /* owned */
};
void retention_release(struct retention *f);

/* Add the trials of a study.  Of the finished ones the best `most` by the
 * sweep's goal are not RETENTION_BEATEN, of equal ones the first; if `most` is
 * negative, none is RETENTION_BEATEN. */
void retention_add(struct retention *f, const struct experiment *x,
                   const struct study *s, long most);

enum retention_class retention_find(const struct retention *f,
                                    struct digest trial);

#endif
