/*
 * monitor_internal.h - shared by monitor.c and monitor_status.c.
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
    double shown;        /* clock when the progress line was last shown */
    struct events *events;
    struct str line;    /* the event being written */
    double began;       /* clock of the begin, */
    double since;       /* and its time of day */
    double written;     /* clock when status.json was last written, */
    double write_costs; /* and the seconds it took */
    bool write_failed;  /* a write failed, with a warning */
};

/* Append the distinct hosts of a slot's team, with blanks between. */
void monitor_hosts(const struct monitor *w, int slot, struct str *out);

/* Append the ranks of a slot's team: "4-5", or "4 7" if they are not
 * consecutive; after a blank if `out` is not empty. */
void monitor_ranks(const struct monitor *w, int slot, struct str *out);

/* Write status.json now; `ended`, unless NULL, says how the sweep ended, `why`
 * the reason. */
void monitor_write(struct monitor *w, const char *ended, const char *why);

/* Write status.json if that is due. */
void monitor_write_in_time(struct monitor *w);

#endif
