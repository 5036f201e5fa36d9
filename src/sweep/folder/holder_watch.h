/*
 * holder_watch.h - the lease of a folder, looked at again and again: is it
 * renewed?
 *
 * By what its file holds and by when that was last changed, for a full disk may
 * let the time be set where it takes no bytes.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_FOLDER_HOLDER_WATCH_H
#define SWEEP_FOLDER_HOLDER_WATCH_H

#include "sweep/folder/holder.h"

/* All but `dir` is zero before the first look. */
struct holder_watch {
    const char *dir;         /* borrowed */
    enum holder_found found; /* at the last look that could read it: */
    struct holder holder;
    struct str text;  /* what the file holds; owned */
    double read;      /* clock: when that was; 0: there was none yet */
    double unchanged; /* since when all of that is as it is, or of the first
                         look, while none could read it */
    bool changed;     /* at the last look it was not so before */
    bool renewed;     /* a holder has written the file since the first look */
};

/* Look once more.  ERROR: the file cannot be read, which tells nothing: all but
 * `changed`, which is false, stays as it was. */
enum holder_found holder_watch_look(struct holder_watch *w, struct error *e);

void holder_watch_release(struct holder_watch *w);

#endif
