/*
 * comm.h - ranks, groups and messages.  All MPI calls are in this folder.
 *
 * A group is a list of world ranks that train one trial, not a communicator.
 * Its messages are point-to-point with deadlines; the tag of each has a number
 * that rank 0 gave to this attempt of this trial (comm/tag_pool.h), so an old
 * message is never taken for a new one.  A peer that does not answer in time is
 * an error that the caller can report, not a hang.  A group of one sends
 * nothing.
 *
 * Waiting: a short spin, then naps, so that ranks that share a core make
 * progress.
 *
 * Threads: comm_start() asks for MPI_THREAD_MULTIPLE; the group calls belong to
 * one thread of a rank, the mailbox calls of the coordinator to any one other.
 * Errors:  failed MPI calls end the program (die) with call and reason, but
 *          not those for messages, whose peer may have died.
 */
#ifndef ENGINE_COMM_COMM_H
#define ENGINE_COMM_COMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"

struct comm {
    int rank, size;           /* in the world */
    int node_rank, node_size; /* among the ranks on this machine */
    bool threads;             /* the MPI library has MPI_THREAD_MULTIPLE */
    char host[64];
    long started;           /* tasks that the launcher started (launcher.h) */
    const char *started_by; /* the variable with that number, or NULL */
};

/* Start MPI; die() calls MPI_Abort() from then on.  Collective. */
void comm_start(void);
const struct comm *comm_world(void);

/* End MPI; collective.  All ranks wait for each other without spinning.  Only
 * if a rank is missing does this end the process, with `status`. */
void comm_end(int status);

/* What comm_end() also calls: begin() with its status once all ranks have
 * arrived, and finish() when MPI has ended.  Between the two, a launcher that
 * was asked to end its ranks may kill them.  If a rank is missing, finish() is
 * called right after begin().  Borrowed; NULL, as at first, for nothing. */
struct comm_last {
    void (*begin)(void *context, int status);
    void (*finish)(void *context);
    void *context;
};
void comm_at_end(const struct comm_last *last);

/*
 * A rank is missing: comm_end() will end this process with `status`, and wait
 * for no other rank.  If a missing rank is only `silent` and may wake up, rank
 * 0 ends all processes, and the others wait for that or until rank 0 has ended:
 * some launchers let the other ranks live when one dies.
 */
void comm_lose(bool silent);

const char *comm_library(void); /* "Open MPI v4.1.4, ..." borrowed */
bool comm_launched(void);       /* true under mpirun or srun */

/*
 * How many cores this rank may use: its share of what the launcher's process or
 * the job may use on this machine, and of the CPU time that control groups or
 * Slurm grant there.  A core counts once, however many hyperthreads it has;
 * they are divided only if there are more ranks than cores.
 *
 * Open MPI binds a rank to one core if there are few ranks. comm_widen_mask()
 * lifts that for `threads` threads, within the share.  Call it before the first
 * parallel region, whose threads inherit the mask.
 */
int comm_cores(void);
int comm_bound(void); /* the cores of the mask that the launcher set */
void comm_widen_mask(int threads);

/* The processors on which comm_widen_mask() lets so many threads run; borrowed.
 */
struct processors;
const struct processors *comm_processors(int threads);

/* Let the calling thread run on any core that the job has on this machine, for
 * a thread that mostly sleeps: its rank's own cores compute. */
void comm_unbind_thread(void);

/* --- groups ----------------------------------------------------------- */

/*
 * Allocate memory for messages, zeroed, on a 64-byte boundary.  A message of
 * more than GROUP_SMALL bytes must lie within one such block; a smaller one may
 * lie anywhere, and is copied.  MPI may still read or write a message that was
 * given up: if its block is freed meanwhile, the memory is kept until MPI has
 * finished.  Pending messages of a group must be complete or given up
 * (group_flush(), group_release()) before its blocks are freed.
 *
 * Threads: comm_new() is safe from any thread; comm_free() belongs to the
 * thread that makes the group calls.
 */
void *comm_new(size_t bytes);
void comm_free(void *block);
#define GROUP_SMALL ((size_t)4096)

struct group {
    int n, me;        /* number of members; index of this rank among them */
    const int *rank;  /* [n] world ranks, rank[0] is the leader; borrowed */
    uint32_t number;  /* in its messages' tags, below group_numbers() */
    uint32_t attempt; /* of its trial */
    double patience;  /* seconds to wait for a peer; 0: no limit */
    bool (*leave)(void *context); /* asked in long waits; NULL: never */
    void *context;
    bool lost; /* a peer did not answer in time, or leave() returned true */
    struct sends *sends; /* pending messages; owned, allocated when needed */
};

/* How many numbers fit in a tag. */
uint32_t group_numbers(void);

/* Return a group of this rank alone. */
struct group group_alone(void);
void group_release(struct group *g);

/*
 * Send without waiting; `bytes` must not change until group_flush().  `kind`
 * (0..14) separates streams: messages of one kind between two members arrive in
 * order.
 */
void group_send(struct group *g, int to, int kind, const void *bytes, size_t n);
/* Receive without waiting; the bytes have arrived after group_flush(). */
void group_expect(struct group *g, int from, int kind, void *bytes, size_t n);
/* Receive exactly n bytes from a member. -1 if they do not arrive in time. */
int group_recv(struct group *g, int from, int kind, void *bytes, size_t n,
               struct error *e);
/* Wait until all pending messages are complete; -1 if a peer does not answer in
 * time, and the pending messages are given up. */
int group_flush(struct group *g, struct error *e);

/* Send n bytes from member `root` to all; collective over the group. */
int group_broadcast(struct group *g, int root, void *bytes, size_t n,
                    struct error *e);
/* Send n[i] bytes of each member i to `root`, concatenated in `all` (used at
 * the root only).  Collective over the group. */
int group_gather(struct group *g, int root, const void *bytes, const size_t *n,
                 void *all, struct error *e);
/* Send each member's piece to all, in place: member i's n[i] bytes are at
 * offset sum(n[0..i)) of `all`.  Collective over the group. */
int group_allgather(struct group *g, void *all, const size_t *n,
                    struct error *e);
/* Find the largest value of all members.  Collective over the group. */
int group_max(struct group *g, int value, int *largest, struct error *e);

/* --- mailboxes of the coordinator and the workers -------------------- */

/*
 * Send a message between any two world ranks, or to this rank (the coordinator
 * is a thread of rank 0).  Up to 1 MiB, copied, in order.
 */
void mailbox_send(int to, bool to_coordinator, const void *bytes, size_t n);

/* The same, but the message may be delayed: it is sent together with others to
 * that rank by the next mailbox_send() to it, by mailbox_flush(), or when
 * enough bytes wait. */
void mailbox_post(int to, bool to_coordinator, const void *bytes, size_t n);
void mailbox_flush(bool to_coordinator);

/*
 * Wait at most `seconds` (0: only look; negative: no limit) for a message.
 * Returns its length, or -1 if none came; *from is the sender's rank.  One
 * thread receives as coordinator, one as worker.
 */
long mailbox_recv(bool as_coordinator, int *from, void *bytes, size_t room,
                  double seconds);

/* Send bytes from rank 0 to all; find if any rank's value is true.  Both
 * collective over the world, before training starts. */
void world_broadcast(void *bytes, size_t n);
bool world_any(bool value);
/* Send each rank's n bytes to rank 0, in rank order (all [size * n]). */
void world_gather(const void *bytes, size_t n, void *all);

#endif
