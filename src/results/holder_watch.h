/*
 * holder_watch.h - the lease of a folder, looked at again and again: is it
 * renewed?
 *
 * By what its file holds and by when that was last changed, for a full disk may
 * let the time be set where it takes no bytes.
 *
 * Threads: one at a time.
 */
#ifndef RESULTS_HOLDER_WATCH_H
#define RESULTS_HOLDER_WATCH_H

#include "results/holder.h"

/* All but `dir` is zero before the first look. */
struct holder_watch {
    const char *dir;         /* borrowed */
    enum holder_found found; /* at the last look: */
    struct holder holder;
    struct str text;  /* what the file holds; owned */
    double unchanged; /* clock: since when all of that is as it is */
    bool changed;     /* it was not so at the look before */
    bool renewed;     /* a holder has written the file since the first look */
};

/* Look once more.  ERROR: the file cannot be read. */
enum holder_found holder_watch_look(struct holder_watch *w, struct error *e);

void holder_watch_release(struct holder_watch *w);

#endif
