/*
 * world.h - all that the coordinator and the workers ask of what is outside.
 *
 * In production these functions are filled in by run/world_mpi.h: messages and
 * heartbeats are comm/'s, the journal is the folder's, the clock is the
 * machine's.  A test fills them in with ranks, a network and a disk that are
 * played by a seed.  Coordinator and workers call nothing else that waits, that
 * fails or that tells the time.
 *
 * A worker's world has the first two parts alone.
 *
 * Threads: the coordinator's world is its thread's, a worker's is that
 *          worker's.
 */
#ifndef SWEEP_COORDINATOR_WORLD_H
#define SWEEP_COORDINATOR_WORLD_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/warnings.h"
#include "sweep/study/study.h"

/* What others are told of a running sweep, once the journal has it. */
enum notice_word {
    NOTICE_START,       /* `next` was ordered, of a trial with these values */
    NOTICE_PROGRESS,    /* of an attempt */
    NOTICE_EVALUATIONS, /* that it reports */
    NOTICE_OVER,        /* an attempt is; `again`: it was lost, and the trial is
                           tried again */
    NOTICE_RETURN,      /* it had not begun, and its trial waits again */
    NOTICE_GIVE_UP,     /* its trial is not tried again: behind OVER */
    NOTICE_WARNING,     /* of a rank */
};

struct notice {
    enum notice_word word;
    int slot, rank;              /* WARNING: the rank, else the slot */
    const struct report *report; /* but for START */
    bool again;
    const struct next *next; /* START, and its trial's values: */
    const struct assignment *values;
};

struct world {
    void *context;

    /* Seconds since some start. */
    double (*now)(void *context);

    /* Is this process asked to stop? */
    bool (*stop_asked)(void *context);

    /* --- messages ------------------------------------------------------- */

    /* Put n bytes among those for a rank: a worker's or, by a worker, rank 0's
     * coordinator's.  They leave with flush(), or before, in order. */
    void (*post)(void *context, int to, const void *bytes, size_t n);
    void (*flush)(void *context);

    /* Wait so many seconds at most, 0: not at all, for a message: its length,
     * and the rank that it is from; -1: none came. */
    long (*receive)(void *context, int *from, void *bytes, size_t room,
                    double seconds);

    /* A worker's: take what this rank was warned of; false: nothing. */
    bool (*warned)(void *context, struct warning *own);

    /* --- ranks ---------------------------------------------------------- */

    /* Seconds since a rank was heard of (comm/heartbeat.h). */
    double (*silence)(void *context, int rank);

    /* Has it said that it is to stop, as far as it can? */
    bool (*stops)(void *context, int rank);

    /* Has its process ended?  Of one on rank 0's host alone that can be told.
     */
    bool (*is_dead)(void *context, int rank);

    /* How many numbers messages of groups have room for (comm/tag_pool.h). */
    uint32_t (*numbers)(void *context);

    /* --- the journal, and what is decided by it ------------------------- */

    /* As results/journal.h has them; `word` is record_name()'s. */
    int (*add)(void *context, const char *word, long trial, bool durable,
               const char *detail, struct error *e);
    long (*added)(void *context);
    long (*done)(void *context, struct error *e);
    int (*settle)(void *context, struct error *e);
    void (*wait)(void *context, long number, double seconds);

    /* Name the trial that the study proposes, and put it into the journal. */
    int (*name)(void *context, struct error *e);

    /* Put in what the study has dropped meanwhile. */
    int (*record)(void *context, struct error *e);

    /* Put in the end of a trial, as the report tells it. */
    int (*end)(void *context, const struct report *r, struct error *e);

    /* --- results -------------------------------------------------------- */

    /* Is the result there of the attempt that a trial was at last? */
    bool (*find)(void *context, long trial, struct result_message *l);

    /* Write one for a trial that is given up. */
    int (*fail)(void *context, long trial, const char *why,
                struct result_message *l, struct error *e);

    /* Bring up to date what is made of all results. */
    int (*aggregate)(void *context);

    /* --- who else there is ---------------------------------------------- */

    /* Has another process taken the folder over? */
    bool (*is_held)(void *context, struct error *e);

    /* A stop would take so many seconds. */
    void (*stop_takes)(void *context, double seconds);

    void (*notify)(void *context, const struct notice *n);

    /* Called before and after each wait for messages. */
    void (*before_wait)(void *context);
    void (*after_wait)(void *context);
};

#endif
