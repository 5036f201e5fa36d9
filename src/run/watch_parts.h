/*
 * watch_parts.h - what watch.c and watch_sight.c share.
 */
#ifndef RUN_WATCH_PARTS_H
#define RUN_WATCH_PARTS_H

#include "results/sight.h"
#include "run/watch.h"
#include "run/work.h"

struct watch {
    const struct crew *crew;
    const struct books *books;
    const char (*host)[64]; /* [ranks of the world] */
    char *goal;             /* look_goal(); owned */
    struct work work;
    struct seat *seat; /* [crew->groups] owned */
    struct events *events;
    struct str line;    /* an event that is made */
    double since;       /* time of day */
    double written;     /* clock; when status.json last was, */
    double write_costs; /* and the seconds it took */
    bool write_failed;  /* and has been warned of */
};

static inline int watch_leader(const struct watch *w, int group)
{
    return w->crew->first + group * w->crew->ranks;
}

/* The distinct hosts of a group, with blanks between. */
void watch_hosts(const struct watch *w, int group, struct str *out);

/* Write status.json now; the sweep has ended so, unless NULL, and why. */
void watch_write(struct watch *w, const char *ended, const char *why);

/* The same when it is time. */
void watch_write_in_time(struct watch *w);

#endif
