/*
 * fates.h - is what a trial has saved of use to anybody?
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_FATES_H
#define SWEEP_PRUNE_FATES_H

#include "base/numbers/firsts.h"
#include "sweep/experiment/experiment.h"
#include "sweep/study/study.h"

enum fate {
    FATE_UNKNOWN,  /* it is no trial that is known */
    FATE_OPEN,     /* it may go on, or another may begin from it */
    FATE_FAILED,   /* it has, and if it is tried again it begins anew */
    FATE_FINISHED, /* its model may be asked for */
    FATE_BEATEN,   /* the same, but that others are better */
};

/* By the names of trials; zeroed, it knows none. */
struct fates {
    struct firsts of; /* owned */
};
void fates_release(struct fates *f);

/* Of the trials of a study: of those that have finished, the best `most` by the
 * sweep's goal are not beaten, of equals the first; none is where `most` is
 * negative. */
void fates_take(struct fates *f, const struct experiment *x,
                const struct study *s, long most);

enum fate fates_find(const struct fates *f, struct digest trial);

#endif
