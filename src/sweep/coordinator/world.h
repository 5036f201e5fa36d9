/*
 * world.h - the interface of the coordinator and the workers to the outside.
 *
 * In production run/world_mpi.h fills in these functions: messages and
 * heartbeats are those of comm/, the journal is the folder's, the clock is the
 * machine's. A test fills them in with simulated ranks, network and disk,
 * driven by a seed. Coordinator and workers call nothing else that waits, fails
 * or reads the time.
 *
 * A worker's world has only the first two parts.
 *
 * Threads: the coordinator's world belongs to its thread, a worker's to that
 *          worker's.
 */
#ifndef SWEEP_COORDINATOR_WORLD_H
#define SWEEP_COORDINATOR_WORLD_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/warnings.h"
#include "sweep/study/study.h"

/* Notices to observers of a running sweep, sent once the journal has the event.
 */
enum notice_word {
    NOTICE_START,       /* `next` was ordered, of a trial with these values */
    NOTICE_PROGRESS,    /* of an attempt */
    NOTICE_EVALUATIONS, /* evaluations reported by an attempt */
    NOTICE_OVER,   /* an attempt is over; `again`: it was lost, and the trial is
                      tried again */
    NOTICE_RETURN, /* an attempt had not begun, and its trial waits again */
    NOTICE_GIVE_UP, /* its trial is not tried again: follows OVER */
    NOTICE_WARNING, /* by a rank */
};

struct notice {
    enum notice_word word;
    int slot, rank;              /* WARNING: the rank, else the slot */
    const struct report *report; /* NULL of START */
    bool again;
    const struct next *next; /* START; with the trial's values: */
    const struct assignment *values;
};

struct world {
    void *context;

    /* Return the seconds since some fixed time. */
    double (*now)(void *context);

    /* True if this process is asked to stop. */
    bool (*stop_asked)(void *context);

    /* --- messages ------------------------------------------------------- */

    /* Queue n bytes for a rank: a worker's, or, from a worker, rank 0's
     * coordinator's. They are sent by flush() or before, in order. */
    void (*post)(void *context, int to, const void *bytes, size_t n);
    void (*flush)(void *context);

    /* Wait at most so many seconds (0: not at all) for a message. Return its
     * length, and its sender in *from; -1 if none came. */
    long (*receive)(void *context, int *from, void *bytes, size_t room,
                    double seconds);

    /* Worker: take a warning of this rank; false if there is none. */
    bool (*warned)(void *context, struct warning *own);

    /* --- ranks ---------------------------------------------------------- */

    /* Return the seconds since a rank's last sign of life (comm/heartbeat.h).
     */
    double (*silence)(void *context, int rank);

    /* True if a rank has reported, as far as it can, that it is to stop. */
    bool (*stops)(void *context, int rank);

    /* True if a rank's process has ended. Known only of ranks on rank 0's host.
     */
    bool (*is_dead)(void *context, int rank);

    /* Return the count of numbers available for messages of groups
     * (comm/tag_pool.h). */
    uint32_t (*numbers)(void *context);

    /* --- the journal, and decisions that depend on it -------------------- */

    /* As in ledger/journal.h; `word` is record_name()'s. */
    int (*add)(void *context, const char *word, long trial, bool durable,
               const char *detail, struct error *e);
    long (*added)(void *context);
    long (*done)(void *context, struct error *e);
    int (*settle)(void *context, struct error *e);
    void (*wait)(void *context, long number, double seconds);

    /* Name the trial that the study proposes, and journal it. */
    int (*name)(void *context, struct error *e);

    /* Journal what the study has dropped meanwhile. */
    int (*record)(void *context, struct error *e);

    /* Journal the end of a trial, as reported. */
    int (*end)(void *context, const struct report *r, struct error *e);

    /* --- results -------------------------------------------------------- */

    /* True if the result of a trial's last attempt exists; *l is filled in. */
    bool (*find)(void *context, long trial, struct result_message *l);

    /* Write a result for a trial that is given up. */
    int (*fail)(void *context, long trial, const char *why,
                struct result_message *l, struct error *e);

    /* Update the aggregate of all results. */
    int (*aggregate)(void *context);

    /* --- other processes ------------------------------------------------ */

    /* True if another process has taken the folder over. */
    bool (*is_held)(void *context, struct error *e);

    /* Report that a stop would take so many seconds. */
    void (*stop_takes)(void *context, double seconds);

    void (*notify)(void *context, const struct notice *n);

    /* Called before and after each wait for messages. */
    void (*before_wait)(void *context);
    void (*after_wait)(void *context);
};

#endif
