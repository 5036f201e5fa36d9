/*
 * holder.h - who holds the lease of a results folder, as its file `owner` says.
 *
 * The file is one line.  A heartbeat writes it anew in place:
 *
 *     node7 4711 81234 boot=... pids=4026531836 token=... every=3 silence=60
 *     state=held after=nobody beat=0000000042
 *
 * host, process, when that began (process_began()), the start of its kernel and
 * its PID namespace, a random token of this lease, the seconds between two
 * beats, the seconds without one after which the lease is stale, whether it is
 * held, whom it is to judge, and how many beats there were.  An older codarun
 * wrote the first three alone, and has no heartbeat.
 *
 * The file is opened for each look, never asked by name alone: a network file
 * system may answer such a question from memory.
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

/* Whom did a holder take the folder over from, whose trials it has not judged
 * yet: of one that was silent, or that lived and was stopped?  NOBODY, too, of
 * one that was dead, for then its own death counts as that one's. */
enum holder_after { AFTER_NOBODY, AFTER_SILENT, AFTER_LIVING };

struct holder {
    char host[256];
    long pid;
    unsigned long long began; /* process_began(); 0: nobody said */
    char boot[PROCESS_BOOT];  /* process_boot(); "": nobody said */
    unsigned long long pids;  /* process_namespace(); 0: nobody said */
    char token[HOLDER_TOKEN]; /* "": of an older codarun */
    double every, silence;    /* seconds; 0: nobody said */
    bool left;                /* given up unjudged: see lease_leave() */
    enum holder_after after;
    long beat;
    struct timespec renewed; /* when the file was last written; not in it */
};

/* This process, with a new token, before its first beat. */
void holder_init(struct holder *h, double silence);

/* Its line, of the same length at each beat. */
void holder_text(const struct holder *h, struct str *out);

/*
 * Look at a folder's lease.  GARBAGE: there is a file, and no holder in it;
 * then h has `renewed` alone.  ERROR: it is no file, or cannot be read.  *text,
 * unless NULL, is what the file holds, up to HOLDER_MOST bytes.
 */
enum holder_found {
    HOLDER_ERROR = -1,
    HOLDER_NONE,
    HOLDER_NAMED,
    HOLDER_GARBAGE
};
enum holder_found holder_read(const char *dir, struct holder *h,
                              struct str *text, struct error *e);

/* A file has no more bytes that count: compared are these. */
#define HOLDER_MOST 1024

/* Does the process live?  Of another host, or another PID namespace, or where
 * the system hides the processes of others, nobody can tell by its number. */
enum holder_life { HOLDER_DEAD, HOLDER_LIVES, HOLDER_ELSEWHERE };
enum holder_life holder_life(const struct holder *h);

/* Seconds since the lease was renewed, by the clock of the file system: a file
 * is touched beside it.  Where the folder cannot be written in, by the clock of
 * this host. */
double holder_age(const struct holder *h, const char *dir);

#endif
