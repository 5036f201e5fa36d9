/*
 * status_watch.h - `codarun status --watch`: prints the state of a sweep
 * repeatedly until it has ended.
 *
 * On a terminal the lines are redrawn in place.  Otherwise, and as JSON, they
 * are printed again each time something has changed; the passing of time is not
 * a change.
 *
 * A sweep that was killed has ended, and so has one on another host whose lease
 * is stale.
 */
#ifndef CMD_STATUS_WATCH_H
#define CMD_STATUS_WATCH_H

#include <stdbool.h>

#include "base/core/error.h"

/* What the caller has to do after watching. */
enum watch_end {
    WATCH_FAILED = -1, /* the folder is no longer the same one */
    WATCH_LAST,  /* print the state once more: the sweep has ended, or a signal
                    came */
    WATCH_UNREAD /* nothing: standard output has no reader any more */
};

/* Read the state every `every` seconds. */
enum watch_end status_watch(const char *dir, bool json, double every,
                            struct error *e);

#endif
