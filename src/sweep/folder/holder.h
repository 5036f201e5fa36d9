/*
 * holder.h - the holder of a results folder's lease, as the file `owner` names
 * it.
 *
 * The file is one line.  A heartbeat rewrites it in place:
 *
 *     node7 4711 81234 boot=... pids=4026531836 token=... every=3 silence=60
 *     state=held after=nobody beat=0000000042
 *
 * Its fields: host, process, when that began (process_began()), the start of
 * its kernel and its PID namespace, a random token of this lease, the seconds
 * between two beats, the seconds without one after which the lease is stale,
 * whether it is held, the previous holder whose trials are still to be judged,
 * and the number of beats.  An older codarun wrote the first three alone, and
 * has no heartbeat.
 *
 * The file is opened each time it is checked, never only looked up by name: a
 * network file system may answer a look-up from its cache.
 *
 * Threads: any.
 */
#ifndef SWEEP_FOLDER_HOLDER_H
#define SWEEP_FOLDER_HOLDER_H

#include <stdbool.h>
#include <time.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/system/process.h"

#define HOLDER_TOKEN 33 /* bytes of a token as text */

/* From what holder was the folder taken over whose trials are not judged yet:
 * one that was silent, or one that was alive and stopped?  Also NOBODY after a
 * dead one: if the new holder dies too, its own death counts as the old
 * one's. */
enum holder_after { AFTER_NOBODY, AFTER_SILENT, AFTER_LIVING };

struct holder {
    char host[256];
    long pid;
    unsigned long long began; /* process_began(); 0: not given */
    char boot[PROCESS_BOOT];  /* process_boot(); "": not given */
    unsigned long long pids;  /* process_namespace(); 0: not given */
    char token[HOLDER_TOKEN]; /* "": an older codarun wrote it */
    double every, silence;    /* seconds; 0: not given */
    bool left;                /* given up before it was judged: see
                                 lease_leave() */
    enum holder_after after;
    long beat;
    struct timespec renewed; /* when the file was last written; not part of its
                                text */
};

/* Initialise for this process, with a new token, before its first beat. */
void holder_init(struct holder *h, double silence);

/* Append its line, which has the same length at each beat. */
void holder_text(const struct holder *h, struct str *out);

/*
 * Read a folder's lease.  GARBAGE: the file does not name a holder; then only
 * h->renewed is set.  ERROR: it is not a regular file, or cannot be read.
 * *text, unless NULL, gets the file's content, up to HOLDER_MOST bytes.
 */
enum holder_found {
    HOLDER_ERROR = -1,
    HOLDER_NONE,
    HOLDER_NAMED,
    HOLDER_GARBAGE
};
enum holder_found holder_read(const char *dir, struct holder *h,
                              struct str *text, struct error *e);

/* Only so many bytes of the file are compared. */
#define HOLDER_MOST 1024

/* Check whether the process is alive.  For a process of another host or PID
 * namespace, or if the system hides other users' processes, its number does not
 * tell. */
enum holder_life { HOLDER_DEAD, HOLDER_LIVES, HOLDER_ELSEWHERE };
enum holder_life holder_life(const struct holder *h);

/* Seconds since the lease was renewed, by the clock of the file system, which
 * is read by touching a file in the folder.  If the folder cannot be written
 * to, by the clock of this host. */
double holder_age(const struct holder *h, const char *dir);

#endif
