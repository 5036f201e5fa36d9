/*
 * timeline.h - which ranks trained which trial when: the attempts that the
 * events of a folder tell of.
 *
 * A line that is torn, or no event, is counted and stepped over: the latter is
 * damage, the former what a kill or a full disk leaves.  An attempt
 * without an end was lost with the job, at the last event before the next
 * start of it, or is running.
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
    SPAN_STOPPED, /* as the job was told to */
    SPAN_LOST,    /* with a rank or the job */
    SPAN_RUNNING, /* at the last event */
    SPAN_CUT,     /* finished before its end, as the scheduler chose others */
    SPAN_ENDS,
};
extern const char *const span_end_names[SPAN_ENDS];

/* An attempt, or a piece of one between rungs. */
struct timeline_span {
    long trial;
    double from, to; /* seconds since the first event */
    double until;    /* the share of the trial that it was begun for */
    enum span_end end;
    int ranks, room;
    int *rank; /* [ranks] owned */
};

struct timeline {
    int n, room;
    struct timeline_span *span; /* owned; in the order they began */
    long torn;                  /* lines that were stepped over, */
    long damaged;               /* of them such as nothing has left so */
};

/* Errors: no events. */
int timeline_read(struct timeline *t, const char *dir, struct error *e);
void timeline_release(struct timeline *t);

#endif
