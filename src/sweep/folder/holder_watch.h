/*
 * holder_watch.h - repeated checks whether a folder's lease is renewed.
 *
 * Both the file's content and its modification time are compared, since a full
 * disk may accept a new time but no bytes.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_FOLDER_HOLDER_WATCH_H
#define SWEEP_FOLDER_HOLDER_WATCH_H

#include "sweep/folder/holder.h"

/* All but `dir` is zero before the first check. */
struct holder_watch {
    const char *dir;         /* borrowed */
    enum holder_found found; /* by the last check that could read the file */
    struct holder holder;
    struct str text;  /* the file's content; owned */
    double read;      /* clock: when that check was; 0: none yet */
    double unchanged; /* clock: since when all of that is unchanged, or, while
                         no check could read the file, when the first one was */
    bool changed;     /* the last check found a change */
    bool renewed;     /* a holder has written the file since the first check */
};

/* Check again.  ERROR: the file cannot be read, which gives no information:
 * `changed` becomes false, and all else stays as it was. */
enum holder_found holder_watch_read(struct holder_watch *w, struct error *e);

void holder_watch_release(struct holder_watch *w);

#endif
