/*
 * prune.h - remove from a results folder what nothing needs any more.
 *
 * That is, of trials that have finished, all states but the model, which
 * `predict` and the like load; those of trials that have failed; what was
 * damaged and set aside, and what killed processes left half-written.  Trials
 * that may go on keep what they have, and so a sweep that is gone on with comes
 * to the same bits.  Results, journal and tables are not touched.
 *
 * So go images of encoded data that nothing has used for a while, in the user's
 * cache of this host (files/cache.h), whichever sweep made them.
 *
 * The folder's lease is held meanwhile.  What is removed is needed by nothing
 * at any instant, so a kill leaves the rest of it, for the same call.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_PRUNE_H
#define SWEEP_PRUNE_PRUNE_H

#include "sweep/prune/prune_list.h"

struct prune_options {
    const char *dir; /* results folder */
    long most;       /* models that stay, of the best trials; -1: all */
    long unused;     /* days after which an image goes */
    bool dry_run;    /* list them, and stop; no lease is taken */
};

enum prune_end {
    PRUNE_ERROR = -1,
    PRUNE_DONE,
    PRUNE_STOPPED, /* by a signal */
    PRUNE_HELD     /* another process, who lives, has the folder */
};

/* *l, to be released whatever is returned, is what was removed, or would be.
 * Not DONE: e says why.  Heeds signals when signals_catch() was called. */
enum prune_end prune(const struct prune_options *o, struct prune_list *l,
                     struct error *e);

#endif
