/*
 * lease.h - the right of one process to run a sweep in a results folder.
 *
 * The file `owner` names the holder (folder/holder.h).  A thread, the
 * heartbeat, renews the file, whatever the process computes or waits for.  A
 * process that starts later judges by that file alone:
 *
 *   - the holder is of this host and PID namespace, and dead: the lease is
 *     taken over at once;
 *   - the lease is renewed while it is watched: it is held, and left alone;
 *   - it has not been renewed for `silence` seconds: it is taken over.
 *
 * Ages are by the clock of the file system, and a lease is called stale only
 * after it was watched for a few beats without a renewal: so the hosts' clocks
 * need not agree.  The heartbeat of a living holder writes the file again if it
 * was removed or holds garbage: a folder without one is watched for a few
 * beats, one with garbage for `silence` seconds.  A file that is empty or all
 * zeros is what a crash leaves if the content was not on the disk yet.  No
 * living holder has such a file under that name, so it is watched for a few
 * beats, too.
 *
 * A beat that fails is tried again at the next one.  As long as the file can be
 * read and names its holder, the lease is not lost, however old it is, since a
 * process that takes it over replaces the file.  If the file is missing, and
 * was not renewed for so long that another may have had it, or cannot be read
 * for as long, the holder gives the lease up, and reports why.
 *
 * A holder that was stopped for long, or lost the connection to its disk, may
 * lose the lease: lease_lost() is to be called before each write that two
 * processes must not both make.  There are no file locks: they hang on network
 * file systems.
 *
 * `codarun stop` asks the holder to end by the folder's file `stop`, which
 * contains the lease's token: the heartbeat finds it.
 *
 * Threads: lease_lost() and lease_seen_lost() from any; the others one at a
 *          time.
 */
#ifndef SWEEP_FOLDER_LEASE_H
#define SWEEP_FOLDER_LEASE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "sweep/folder/holder.h"

struct lease;

enum lease_taken {
    LEASE_ERROR = -1, /* it cannot be taken, or interrupted() */
    LEASE_TAKEN,
    LEASE_HELD /* by another living process, which e names */
};

struct lease_terms {
    const char *dir;    /* the folder; created if missing */
    double silence;     /* seconds, run.silence */
    void (*stop)(void); /* called by the heartbeat on `codarun stop` */
};

/*
 * Take the lease of a folder.  While it watches another's lease it waits, and
 * reports that.
 *
 * `*before` is the holder that left the lease behind: it died or was silent for
 * too long; HOLDER_NONE if there was none.  A holder that was alive on this
 * host, stopped for example, counts as NONE, since no trial killed it.  A
 * holder that ended before lease_judged() had no trials: then, if the one from
 * which it had taken the folder over had been silent or alive, as its line
 * says, that one counts.
 */
struct lease_before {
    enum holder_found found;
    struct holder holder;
    bool lived;  /* such a living holder was found */
    bool silent; /* it is unknown whether it died */
};
enum lease_taken lease_take(struct lease **lease,
                            const struct lease_terms *terms,
                            struct lease_before *before, struct error *e);

/* Check whether another process has taken the lease over: -1 with its name,
 * else 0.  Reads the file; call it before each write that two processes must
 * not both make.  If the file cannot be read and another may have taken it, it
 * waits until either is known.  With NULL, for a folder that no other process
 * knows, always 0. */
int lease_lost(struct lease *l, struct error *e);

/* lease_lost() with the type of a guard of writes. */
int lease_guard(void *lease, struct error *e);

/* file_replace() for files that only the holder writes.  Fails if the lease is
 * lost by the time all bytes are on the disk, which may take long. */
int lease_replace(struct lease *l, const char *path, const struct str *text,
                  struct error *e);

/* lease_lost() as far as the heartbeat or an earlier lease_lost() knows; does
 * not read the file. */
bool lease_seen_lost(struct lease *l, struct error *e);

/* Give the lease back if it is still ours; NULL is allowed. */
void lease_release(struct lease *l);

/* Note that the journal contains the judgement of what the previous holder left
 * behind: a process that takes the folder over from now on judges this holder
 * alone.  Takes effect at the next beat. */
void lease_judged(struct lease *l);

/* End the heartbeat and leave the file behind, as a process that dies does: the
 * next holder has to judge what the holder before us left.  NULL is allowed. */
void lease_leave(struct lease *l);

/* True if a process may be working in a folder that has no lease, or one that
 * cannot be read.  A holder writes a removed or damaged file again at its next
 * beat; a sweep that ended regularly has noted that. */
bool lease_may_be_held(const char *dir);

/* Ask the holder of a folder's lease to stop, which it does at its next
 * beat. */
int lease_ask_to_stop(const char *dir, const struct holder *h, struct error *e);

#endif
