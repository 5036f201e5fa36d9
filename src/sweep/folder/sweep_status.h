/*
 * sweep_status.h - how a sweep stands, as its coordinator last said: the file
 * status.json of a results folder.
 *
 * One JSON object, replaced whole every few seconds while the sweep runs, and
 * once when it ends; so whoever reads it sees one instant, and needs no lock.
 * Its names are those of the members here; what is unknown is null, times are
 * "2026-01-31T12:00:00.250Z".  It is news, never the truth: journal and result
 * files are.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_FOLDER_SWEEP_STATUS_H
#define SWEEP_FOLDER_SWEEP_STATUS_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* A trial that is trained.  Texts are owned. */
struct sweep_status_trial {
    long trial, attempt;
    char *digest;
    char *values;     /* name=value, with tabs between */
    char *ranks;      /* its group's, "4-5" or "4 7" */
    char *hosts;      /* of these, with blanks between */
    double since;     /* time; when this attempt began */
    long step, steps; /* done, expected in all; 0: none heard of yet */
    double loss;      /* of the last step */
    double goal;      /* the best so far */
    double steps_per_second;
};

/* Ranks that were set aside.  Texts are owned. */
struct sweep_status_aside {
    char *ranks, *host, *reason;
};

/* All texts are owned; a number that nobody knows is NaN, a text NULL. */
struct sweep_status {
    char *name;             /* the experiment's */
    char *goal;             /* "valid.map" */
    bool maximize;          /* ... is best when large */
    char *host;             /* the coordinator's, */
    long process;           /* its number there, */
    long process_began;     /* process_began() */
    char *slurm_job;        /* of which it is part; NULL: of none, */
    char *slurm_array_task; /* "12_3" where that is a task of array 12, */
    char *slurm_step;
    long slurm_restarts; /* how often it was requeued; -1: unknown */
    char *slurm_partition, *slurm_cluster;
    double since;   /* time; when it began */
    double written; /* time; when this was written, */
    double every;   /* seconds, at most, until it is again */
    char *ended;    /* "done", "failed", "stopped", "error"; NULL: not */
    char *why;      /* of "error" and "stopped", and of "done" where the data
                       have changed since */
    double stops;   /* time; when it will stop, before its hours are over */
    char *storage;  /* what does not answer: "sync 'PATH' for 12 s"; NULL: all
                       does */
    long trials, finished, failed, running, waiting, paused;
    long equal;          /* of the trials: to an earlier one, and not run; -1:
                            unknown */
    long left_out;       /* damaged files; of who looks, not in status.json */
    long steps_trained;  /* since it began; -1: unknown */
    double seconds_left; /* from what trials cost so far */
    long best;           /* -1: none has a goal yet */
    char *best_digest, *best_values;
    double best_goal;
    long ranks, groups, ranks_per_trial;
    long idle_groups; /* train nothing now: */
    char *idle_ranks; /* theirs, "4-5 8" */
    long spare_ranks; /* in no group, and not the coordinator */
    int n, room;
    struct sweep_status_trial *on; /* [n] owned */
    int asides, aside_room;
    struct sweep_status_aside *aside; /* [asides] owned */
};

/* One about which nothing is known. */
struct sweep_status sweep_status_blank(void);
void sweep_status_release(struct sweep_status *s);

/* Add a blank trial; borrowed until the next is added. */
struct sweep_status_trial *sweep_status_add(struct sweep_status *s);

/* The same of ranks that were set aside. */
struct sweep_status_aside *sweep_status_add_aside(struct sweep_status *s);

/* Its members, of the object that the caller has begun. */
void sweep_status_put(const struct sweep_status *s, struct str *out);

/* errno says why it failed, too. */
int sweep_status_write(const struct sweep_status *s, const char *dir,
                       struct error *e);

/* 1: as it was last written, 0: it never was, -1: it cannot be read. */
int sweep_status_read(struct sweep_status *s, const char *dir, struct error *e);

#endif
