/*
 * scribe.h - appends to a file that this process alone writes, by a thread.
 *
 * Whatever is put before somebody asks for it, or while the last of it is
 * written, goes into the file together, by one write and one sync (group
 * commit), so thousands of lines a second cost a sync each few milliseconds.
 * What is put is numbered from 0, in order.
 *
 * A write or a sync that fails is the last: nobody knows what the disk holds
 * then, so whatever is put later fails alike, for the same reason.
 *
 * Threads: one puts and waits; the scribe's own does the rest.
 */
#ifndef SWEEP_LEDGER_SCRIBE_H
#define SWEEP_LEDGER_SCRIBE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/core/error.h"

struct scribe;

/* Bytes written together: so much at the end of the file, and no more, may be
 * lost with a machine that goes down, in any order. */
#define SCRIBE_MOST ((size_t)1 << 18)

/* The file `path`, open as `fd`; both borrowed until scribe_free().  It ends at
 * `len`: when it is of another length, another process writes it, too, and when
 * another file or none has its name, nobody will find it: either is a failure.
 */
struct scribe *scribe_new(int fd, const char *path, off_t len);

/* What is put is written first, though nobody learns whether that failed. */
void scribe_free(struct scribe *s);

/* Asked before each write; its failure is one of the write.  Called by the
 * scribe's thread.  To be set while nothing waits to be written. */
void scribe_guard(struct scribe *s, int (*guard)(void *, struct error *),
                  void *context);

/* Do without syncs from now on, while nothing waits either: what a machine that
 * goes down loses may be had again. */
void scribe_relax(struct scribe *s);

/* Put n bytes, to be synced if need be; waits while SCRIBE_MOST wait.  They are
 * written once somebody asks for them below, or when many wait.  -1: a write
 * has failed before. */
int scribe_put(struct scribe *s, const void *bytes, size_t n, bool sync,
               struct error *e);

/* How many were put, and how many of them stand in the file, synced where that
 * was asked for; -1 when a write has failed. */
long scribe_puts(const struct scribe *s);
long scribe_done(struct scribe *s, struct error *e);

/* Wait until `number` of them do.  -1 when a write has failed. */
int scribe_wait(struct scribe *s, long number, struct error *e);

/* The same, but for so many seconds at the most: a disk may not answer. */
void scribe_wait_for(struct scribe *s, long number, double seconds);

#endif
