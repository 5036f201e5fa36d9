/*
 * status_watch.h - `codarun status --watch`: how a sweep stands, again and
 * again until it is over.
 *
 * On a terminal the lines are drawn in place.  Elsewhere, and as JSON, they are
 * printed anew each time something has changed: times that pass by themselves
 * are no change.
 *
 * A sweep that was killed is over, and so is one on another host whose lease is
 * stale.
 */
#ifndef CMD_STATUS_WATCH_H
#define CMD_STATUS_WATCH_H

#include <stdbool.h>

#include "base/core/error.h"

/* What the caller has to do then. */
enum watch_end {
    WATCH_FAILED = -1, /* the folder is not the one that it was */
    WATCH_LAST,  /* print how it stands now: it is over, or a signal came */
    WATCH_UNREAD /* nothing: nobody reads standard output any more */
};

/* Look every so many seconds. */
enum watch_end status_watch(const char *dir, bool json, double every,
                            struct error *e);

#endif
