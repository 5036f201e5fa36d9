/*
 * comm.h - ranks, groups and messages.  This folder owns MPI.
 *
 * A group is a list of world ranks that train one trial, not a communicator.
 * Its traffic is point-to-point with deadlines; every message carries a number
 * in its tag that rank 0 has given this attempt of this trial
 * (comm/tag_pool.h), so a stale one is never taken for a new one.  A peer
 * that does not answer in time is an error that the caller can report, not a
 * hang.  A group of one sends nothing.
 *
 * Waiting: a short spin, then naps; so ranks that share a core make progress.
 *
 * Threads: comm_start() asks for MPI_THREAD_MULTIPLE; the group calls belong
 * to one thread a rank, the mailbox calls (coordinator) to any one other.
 * Errors:  MPI's own failures end the program (die) with call and reason, but
 *          for those of messages, whose peer may be gone.
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
    long started;           /* tasks, as the launcher says (launcher.h) */
    const char *started_by; /* and the variable that says so, or NULL */
};

/* Start MPI; also puts MPI_Abort behind die().  Collective. */
void comm_start(void);
const struct comm *comm_world(void);

/* End MPI; collective.  Everyone waits for everyone without spinning.  Only
 * when someone is missing does this end the process, with `status`. */
void comm_end(int status);

/* What comm_end() has to do besides: begin() once everyone has come, with its
 * status, and finish() when MPI has ended.  Between the two a launcher that was
 * told to end its ranks may kill them.  Where someone is missing: one behind
 * the other.  Borrowed; NULL, as at first: nothing. */
struct comm_last {
    void (*begin)(void *context, int status);
    void (*finish)(void *context);
    void *context;
};
void comm_at_end(const struct comm_last *last);

/*
 * Not everyone is there: comm_end() ends this process instead, with `status`,
 * and waits for no one.  When a rank that is `silent` may wake up, rank 0 ends
 * all processes, and the others wait for that, or for rank 0 to be gone: some
 * launchers that survive a death let the others live.
 */
void comm_lose(bool silent);

const char *comm_library(void); /* "Open MPI v4.1.4, ..." borrowed */
bool comm_launched(void);       /* under mpirun or srun? */

/*
 * How many cores this rank may use: its share of what the launcher's process
 * or the job allows on this machine, and of the time that control groups or
 * Slurm grant there.  A core counts once, however many hyperthreads it has;
 * these are its ranks' too.  Open MPI binds a rank to one core when
 * there are few of them; comm_widen() lifts that for `threads` threads, within
 * the share.  Call it before the first parallel region, whose threads inherit
 * the mask.
 */
int comm_cores(void);
int comm_bound(void); /* of the mask the launcher gave */
void comm_widen(int threads);

/* Those that it makes so many threads run on; borrowed. */
struct processors;
const struct processors *comm_processors(int threads);

/* Let the calling thread, one that mostly sleeps, run on any core that the job
 * has on this machine: its own rank's compute. */
void comm_roam(void);

/* --- groups ----------------------------------------------------------- */

/*
 * Memory for messages, zeroed, on a 64-byte boundary.  A message of more than
 * GROUP_SMALL bytes lies within one such block; a smaller one, which may lie
 * anywhere, is copied.  So what MPI still reads or writes of a message that was
 * given up is nobody else's: its block, when it is freed meanwhile, is kept
 * until that is over.  What a group has under way is done or given up
 * (group_flush(), group_release()) before its blocks are freed.
 *
 * Threads: comm_new() is safe from any thread; comm_free() belongs to the one
 * that makes the group calls.
 */
void *comm_new(size_t bytes);
void comm_free(void *block);
#define GROUP_SMALL ((size_t)4096)

struct group {
    int n, me;        /* members, and which of them this rank is */
    const int *rank;  /* [n] world ranks, rank[0] leads; borrowed */
    uint32_t number;  /* in its messages' tags, below group_numbers() */
    uint32_t attempt; /* of its trial */
    double patience;  /* seconds to wait for a peer; 0: for ever */
    bool (*leave)(void *context); /* asked in long waits; NULL: never */
    void *context;
    bool lost; /* a peer was not heard of in time, or leave() said so */
    struct sends *sends; /* what is under way; owned, made when needed */
};

/* How many numbers tags have room for. */
uint32_t group_numbers(void);

/* The group of this rank alone. */
struct group group_alone(void);
void group_release(struct group *g);

/*
 * Send without waiting; `bytes` must stay as they are until group_flush().
 * `kind` (0..14) separates streams: messages of one kind between two members
 * arrive in order.
 */
void group_send(struct group *g, int to, int kind, const void *bytes, size_t n);
/* Receive without waiting; the bytes are there after group_flush(). */
void group_expect(struct group *g, int from, int kind, void *bytes, size_t n);
/* Receive exactly n bytes from a member.  -1 when it does not come in time. */
int group_recv(struct group *g, int from, int kind, void *bytes, size_t n,
               struct error *e);
/* Wait until all that is under way is done; -1 when a peer is not heard of in
 * time, and what was under way is given up. */
int group_flush(struct group *g, struct error *e);

/* From member `root` to all; collective over the group. */
int group_broadcast(struct group *g, int root, void *bytes, size_t n,
                    struct error *e);
/* Member i's bytes n[i] to `root`, one behind the other in `all` (used at the
 * root only).  Collective over the group. */
int group_gather(struct group *g, int root, const void *bytes, const size_t *n,
                 void *all, struct error *e);
/* Everyone's piece to everyone: member i's n[i] bytes stand at offset
 * sum(n[0..i)) of `all`, in place.  Collective over the group. */
int group_allgather(struct group *g, void *all, const size_t *n,
                    struct error *e);
/* The largest value any member gave.  Collective over the group. */
int group_max(struct group *g, int value, int *largest, struct error *e);

/* --- mailboxes of the coordinator and the workers -------------------- */

/*
 * Messages between any two world ranks (a rank may write to itself: the
 * coordinator is a thread of rank 0).  Up to 1 MiB, copied, in order.
 */
void mailbox_send(int to, bool to_coordinator, const void *bytes, size_t n);

/* The same in no hurry: with what else goes there, by the next mailbox_send()
 * to that rank, mailbox_flush(), or when there is much. */
void mailbox_post(int to, bool to_coordinator, const void *bytes, size_t n);
void mailbox_flush(bool to_coordinator);

/*
 * Wait at most `seconds` (0: look only; negative: for ever, napping) for a
 * message.  Returns its length, -1 when none came; *from is its rank.  One
 * thread receives as coordinator, one as worker.
 */
long mailbox_recv(bool as_coordinator, int *from, void *bytes, size_t room,
                  double seconds);

/* One value from rank 0 to all, and everyone's failure to everyone; both
 * collective over the world, before training starts. */
void world_broadcast(void *bytes, size_t n);
bool world_any(bool value);
/* Everyone's n bytes, in rank order, to rank 0 (all [size * n]). */
void world_gather(const void *bytes, size_t n, void *all);

#endif
