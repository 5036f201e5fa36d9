/*
 * timeline.h - which ranks trained which trial at which time: the attempts
 * recorded in the events of a folder.
 *
 * Lines that are incomplete or not an event are counted and skipped.  A line
 * that is not an event is damage; an incomplete one is left by a killed program
 * or a full disk.  An attempt without an end was lost with its job if another
 * job began later, and ends at the last event before that; otherwise it is
 * running.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_TIMELINE_H
#define REPORT_PLOT_TIMELINE_H

#include <stdbool.h>

#include "base/core/error.h"

enum span_end {
    SPAN_FINISHED,
    SPAN_FAILED,
    SPAN_PAUSED,  /* at a rung */
    SPAN_STOPPED, /* because the job was told to stop */
    SPAN_LOST,    /* with a rank or the job */
    SPAN_RUNNING, /* at the last event */
    SPAN_CUT,     /* ended early by the scheduler */
    SPAN_ENDS,
};
extern const char *const span_end_names[SPAN_ENDS];

/* An attempt, or the part of one between two rungs. */
struct timeline_span {
    long trial;
    double from, to; /* seconds since the first event */
    double until;    /* the fraction of the trial that this part was to reach */
    enum span_end end;
    int ranks, room;
    int *rank; /* [ranks] owned */
};

struct timeline {
    int n, room;
    struct timeline_span *span; /* owned; ordered by begin */
    long torn;                  /* lines that were skipped */
    long damaged;               /* those of them that are damage */
};

/* Read the events.  Error: there are none. */
int timeline_read(struct timeline *t, const char *dir, struct error *e);
void timeline_release(struct timeline *t);

#endif
