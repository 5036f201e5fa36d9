/*
 * journal_writer.h - appends to a file that this process alone writes, by a
 * thread.
 *
 * Whatever is put before somebody asks for it, or while the last of it is
 * written, goes into the file together, by one write and one sync (group
 * commit), so thousands of lines a second cost a sync each few milliseconds.
 * What is put is numbered from 0, in order.
 *
 * A write or a sync that fails is the last: nobody knows what the disk holds
 * then, so whatever is put later fails alike, for the same reason.
 *
 * Threads: one puts and waits; the writer's own does the rest.
 */
#ifndef SWEEP_LEDGER_JOURNAL_WRITER_H
#define SWEEP_LEDGER_JOURNAL_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/core/error.h"

struct journal_writer;

/* Bytes written together: so much at the end of the file, and no more, may be
 * lost with a machine that goes down, in any order. */
#define JOURNAL_WRITER_MOST ((size_t)1 << 18)

/* The file `path`, open as `fd`; both borrowed until journal_writer_free().  It
 * ends at `len`: when it is of another length, another process writes it, too,
 * and when another file or none has its name, nobody will find it: either is a
 * failure.
 */
struct journal_writer *journal_writer_new(int fd, const char *path, off_t len);

/* What is put is written first, though nobody learns whether that failed. */
void journal_writer_free(struct journal_writer *s);

/* Asked before each write; its failure is one of the write.  Called by the
 * writer's thread.  To be set while nothing waits to be written. */
void journal_writer_guard(struct journal_writer *s,
                          int (*guard)(void *, struct error *), void *context);

/* Do without syncs from now on, while nothing waits either: what a machine that
 * goes down loses may be had again. */
void journal_writer_relax(struct journal_writer *s);

/* Put n bytes, to be synced if need be; waits while JOURNAL_WRITER_MOST wait.
 * They are written once somebody asks for them below, or when many wait.  -1: a
 * write has failed before. */
int journal_writer_put(struct journal_writer *s, const void *bytes, size_t n,
                       bool sync, struct error *e);

/* How many were put, and how many of them stand in the file, synced where that
 * was asked for; -1 when a write has failed. */
long journal_writer_puts(const struct journal_writer *s);
long journal_writer_done(struct journal_writer *s, struct error *e);

/* Wait until `number` of them do.  -1 when a write has failed. */
int journal_writer_wait(struct journal_writer *s, long number, struct error *e);

/* The same, but for so many seconds at the most: a disk may not answer. */
void journal_writer_wait_for(struct journal_writer *s, long number,
                             double seconds);

#endif
