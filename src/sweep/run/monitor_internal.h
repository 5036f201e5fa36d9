/*
 * monitor_internal.h - what monitor.c and monitor_status.c share.
 */
#ifndef SWEEP_RUN_MONITOR_INTERNAL_H
#define SWEEP_RUN_MONITOR_INTERNAL_H

#include "sweep/folder/sweep_status.h"
#include "sweep/run/monitor.h"

struct monitor {
    const struct membership *membership;
    const struct run_ledger *run_ledger;
    char *goal;          /* status_query_goal(); owned */
    struct slots *slots; /* borrowed */
    double shown;        /* clock; when the progress line last was */
    struct events *events;
    struct str line;    /* an event that is made */
    double began;       /* clock, */
    double since;       /* and time of day */
    double written;     /* clock; when status.json last was, */
    double write_costs; /* and the seconds it took */
    bool write_failed;  /* and has been warned of */
};

/* The distinct hosts of a slot's team, with blanks between. */
void monitor_hosts(const struct monitor *w, int slot, struct str *out);

/* Its ranks: "4-5", or "4 7" of a team that does not stand side by side; behind
 * a blank if there is something before. */
void monitor_ranks(const struct monitor *w, int slot, struct str *out);

/* Write status.json now; the sweep has ended so, unless NULL, and why. */
void monitor_write(struct monitor *w, const char *ended, const char *why);

/* The same when it is time. */
void monitor_write_in_time(struct monitor *w);

#endif
