/*
 * sweep_status.h - the status of a sweep, as its coordinator last wrote it: the
 * file status.json of a results folder.
 *
 * It is one JSON object, replaced as a whole every few seconds while the sweep
 * runs, and once when it ends.  So readers see one moment, and need no lock.
 * Its names are those of the members here; unknown values are null, times are
 * "2026-01-31T12:00:00.250Z".  It is only information: the journal and the
 * result files are authoritative.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_FOLDER_SWEEP_STATUS_H
#define SWEEP_FOLDER_SWEEP_STATUS_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* A trial that is being trained.  Texts are owned. */
struct sweep_status_trial {
    long trial, attempt;
    char *digest;
    char *values;     /* name=value, separated by tabs */
    char *ranks;      /* of its group, "4-5" or "4 7" */
    char *hosts;      /* their hosts, separated by blanks */
    double since;     /* time; when this attempt began */
    long step, steps; /* done; expected in all; 0: not reported yet */
    double loss;      /* of the last step */
    double goal;      /* the best so far */
    double steps_per_second;
};

/* Ranks that were set aside.  Texts are owned. */
struct sweep_status_aside {
    char *ranks, *host, *reason;
};

/* All texts are owned; an unknown number is NaN, an unknown text NULL. */
struct sweep_status {
    char *name;             /* the experiment's */
    char *goal;             /* a metric: "valid.map" */
    bool maximize;          /* whether a large goal is better */
    char *host;             /* of the coordinator */
    long process;           /* the coordinator's PID */
    long process_began;     /* process_began() of that process */
    char *slurm_job;        /* the job that it is part of, or NULL */
    char *slurm_array_task; /* "12_3" if that is a task of array 12 */
    char *slurm_step;
    long slurm_restarts; /* how often the job was requeued; -1: unknown */
    char *slurm_partition, *slurm_cluster;
    double since;   /* time; when this job began */
    double written; /* time; when this was written */
    double every;   /* most seconds until it is written again */
    char *ended;    /* "done", "failed", "stopped", "error"; NULL: not ended */
    char *why;      /* the reason for "error" and "stopped", and for "done" if
                       the data have changed since */
    double stops;   /* time; when it will stop because its time limit ends */
    char *storage;  /* what does not respond: "sync 'PATH' for 12 s"; NULL: all
                       does */
    long trials, finished, failed, running, waiting, paused;
    long equal;          /* trials equal to an earlier one, which are not run;
                            -1: unknown */
    long left_out;       /* damaged files; set by readers, not in status.json */
    long steps_trained;  /* since this job began; -1: unknown */
    double seconds_left; /* estimated from the trials so far */
    long best;           /* trial; -1: none has a goal yet */
    char *best_digest, *best_values;
    double best_goal;
    long ranks, groups, ranks_per_trial;
    long idle_groups; /* groups that train nothing now */
    char *idle_ranks; /* their ranks, "4-5 8" */
    long spare_ranks; /* in no group, not counting the coordinator */
    int n, room;
    struct sweep_status_trial *on; /* [n] owned */
    int asides, aside_room;
    struct sweep_status_aside *aside; /* [asides] owned */
};

/* Return a status in which all is unknown. */
struct sweep_status sweep_status_blank(void);
void sweep_status_release(struct sweep_status *s);

/* Add an empty trial; borrowed until the next is added. */
struct sweep_status_trial *sweep_status_add(struct sweep_status *s);

/* The same for ranks that were set aside. */
struct sweep_status_aside *sweep_status_add_aside(struct sweep_status *s);

/* Copy what a status says of the job that wrote it; texts are borrowed. */
void sweep_status_take_job(struct sweep_status *s,
                           const struct sweep_status *from);

/* Append its members to the object that the caller has begun. */
void sweep_status_put(const struct sweep_status *s, struct str *out);

/* Also sets errno on failure. */
int sweep_status_write(const struct sweep_status *s, const char *dir,
                       struct error *e);

/* Returns 1 with the last status, 0 if there is none, -1 if it cannot be
 * read. */
int sweep_status_read(struct sweep_status *s, const char *dir, struct error *e);

#endif
