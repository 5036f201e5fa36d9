/*
 * watch_parts.h - what watch.c and watch_sight.c share.
 */
#ifndef SWEEP_RUN_WATCH_PARTS_H
#define SWEEP_RUN_WATCH_PARTS_H

#include "sweep/folder/sight.h"
#include "sweep/run/watch.h"
#include "sweep/run/work.h"

struct watch {
    const struct roster *roster;
    const struct books *books;
    char *goal; /* look_goal(); owned */
    struct work work;
    long trained;      /* steps, of attempts that are over */
    bool ended;        /* a trial has, or has come to a rung */
    struct seat *seat; /* [crew_seats()] owned */
    long orders;       /* that have left */
    double *freed;     /* [groups] clock; when what it had in hand was over;
                          owned */
    double shown;      /* clock; when the progress line last was */
    struct events *events;
    struct str line;    /* an event that is made */
    double began;       /* clock, */
    double since;       /* and time of day */
    double written;     /* clock; when status.json last was, */
    double write_costs; /* and the seconds it took */
    bool write_failed;  /* and has been warned of */
};

/* The distinct hosts of a seat's team, with blanks between. */
void watch_hosts(const struct watch *w, int seat, struct str *out);

/* Its ranks: "4-5", or "4 7" of a team that does not stand side by side; behind
 * a blank if there is something before. */
void watch_ranks(const struct watch *w, int seat, struct str *out);

/* Clock: when a seat's group may have begun with it. */
double watch_began(const struct watch *w, int seat);

/* As work_left() has it. */
double watch_seconds_left(struct watch *w);

/* Write status.json now; the sweep has ended so, unless NULL, and why. */
void watch_write(struct watch *w, const char *ended, const char *why);

/* The same when it is time. */
void watch_write_in_time(struct watch *w);

#endif
