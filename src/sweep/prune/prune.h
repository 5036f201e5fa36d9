/*
 * prune.h - removes files of a results folder that are not needed any more.
 *
 * These are: of finished trials all states but the model, which `predict` and
 * similar commands load; states of failed trials; damaged files that were
 * renamed, and files that killed processes left incomplete.  Trials that may go
 * on keep their states, so a sweep that is continued comes to the same bits.
 * Results, journal and tables are not touched.
 *
 * Images of encoded data that nothing has used for a while are removed, too,
 * from the user's cache of this host (files/cache.h), whichever sweep made
 * them.
 *
 * The folder's lease is held meanwhile.  No removed file is needed at any
 * moment, so after a kill the same call removes the rest.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_PRUNE_PRUNE_H
#define SWEEP_PRUNE_PRUNE_H

#include "sweep/prune/prune_list.h"

struct prune_options {
    const char *dir; /* results folder */
    long most;       /* models to keep, of the best trials; -1: all */
    long unused;     /* days without use after which an image is removed */
    bool dry_run;    /* only list them; no lease is taken */
};

enum prune_end {
    PRUNE_ERROR = -1,
    PRUNE_DONE,
    PRUNE_STOPPED, /* by a signal */
    PRUNE_HELD     /* another live process has the folder */
};

/* *l, which the caller always releases, has the files that were removed, or
 * would be.  If the result is not PRUNE_DONE, e says why.  Stops at signals if
 * signals_catch() was called. */
enum prune_end prune(const struct prune_options *o, struct prune_list *l,
                     struct error *e);

#endif
