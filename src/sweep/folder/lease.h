/*
 * lease.h - the right to run a sweep in a results folder: one process has it.
 *
 * The holder's file `owner` names it (folder/holder.h).  A thread, the
 * heartbeat, renews the file, whatever the process computes or waits for.  Who
 * comes later judges by that file alone:
 *
 *   - the holder is of this host and PID namespace, and dead: it is taken over
 *     at once;
 *   - the lease is renewed while it is watched: it is held, and left alone;
 *   - it has not been renewed for `silence` seconds: it is taken over.
 *
 * Ages are by the clock of the file system, and nothing is called stale that
 * was not watched for a few beats without one: so it does not matter whether
 * the hosts' clocks agree.  A file that was removed or holds garbage is written
 * anew by the heartbeat of a holder that lives: a folder without one is watched
 * for a few beats, one with garbage for the silence.  An empty file, or one of
 * zeros, is what a crash leaves of one that was not on the disk yet: no holder
 * ever has such a file at that name, so it is watched for a few beats, too.
 *
 * A beat that fails is tried again by the next one.  While the file can be read
 * and names its holder the lease is not lost, however old it is, for whoever
 * takes it over replaces the file.  Where it is gone, and was not renewed for
 * so long that another may have had it, or cannot be read for as long, the
 * holder gives it up, and says why.
 *
 * A holder that was stopped for long, or cut off from its disk, may lose the
 * lease: whoever writes what two must not write asks lease_lost() before.  No
 * file locks: on network file systems they hang.
 *
 * `codarun stop` asks the holder to end, by the file `stop` of the folder,
 * which names the lease's token: the heartbeat sees it.
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
    LEASE_ERROR = -1, /* it cannot be had, or interrupted() */
    LEASE_TAKEN,
    LEASE_HELD /* by another who lives; e says by whom */
};

struct lease_terms {
    const char *dir;    /* the folder; made if it is not there */
    double silence;     /* seconds, run.silence */
    void (*stop)(void); /* called by the heartbeat when `codarun stop` asks */
};

/*
 * Take the lease of a folder.  Waits while it watches another's, and says so.
 *
 * `*before` is who left it behind, died or was silent for too long: HOLDER_NONE
 * where nobody did.  A holder that was alive here all the same, stopped for
 * example, counts as NONE, for no trial took it down.  A holder that ended
 * before lease_judged() had no trials: then it is the one that it had taken the
 * folder over from that counts, as its line says, had that one been silent or
 * alive.
 */
struct lease_before {
    enum holder_found found;
    struct holder holder;
    bool lived;  /* such a one was there */
    bool silent; /* whether it died nobody knows */
};
enum lease_taken lease_take(struct lease **lease,
                            const struct lease_terms *terms,
                            struct lease_before *before, struct error *e);

/* Has another process taken it over?  Then -1, with its name; else 0.  Looks at
 * the file: to be asked before what two must not write.  Waits while the file
 * cannot be read and another may take it, until one or the other is known.  Of
 * NULL, a folder that nobody else knows, nothing is ever lost. */
int lease_lost(struct lease *l, struct error *e);

/* lease_lost() as a guard of what two must not write. */
int lease_guard(void *lease, struct error *e);

/* file_replace() of what the holder alone writes: not where it is lost by the
 * time that all is on the disk, which may have been long in coming. */
int lease_replace(struct lease *l, const char *path, const struct str *text,
                  struct error *e);

/* lease_lost() as far as the heartbeat or lease_lost() has seen. */
bool lease_seen_lost(struct lease *l, struct error *e);

/* Give it back, if it is still ours; NULL is fine. */
void lease_release(struct lease *l);

/* What the one before us left behind is judged, and the journal says so: who
 * takes the folder over from now on judges us alone.  By the next beat. */
void lease_judged(struct lease *l);

/* End the heartbeat and leave the file behind, as one that died does: whoever
 * comes next has to judge what the holder before us left.  NULL is fine. */
void lease_leave(struct lease *l);

/* May somebody work in a folder that has no lease, or one that cannot be read?
 * A holder whose file was removed or spoilt writes it anew by its next beat; a
 * sweep that ended in order has said so. */
bool lease_may_be_held(const char *dir);

/* Ask whoever holds a folder's lease to stop: it does so by its next beat. */
int lease_ask_to_stop(const char *dir, const struct holder *h, struct error *e);

#endif
