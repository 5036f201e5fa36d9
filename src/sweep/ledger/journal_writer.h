/*
 * journal_writer.h - a thread that appends to a file which only this process
 * writes.
 *
 * Everything that is put before someone waits for it, or while the previous
 * part is being written, goes into the file by one write and one sync (group
 * commit). So thousands of lines a second cost one sync every few milliseconds.
 * Puts are numbered from 0, in order.
 *
 * After a failed write or sync the contents of the disk are unknown, so every
 * later put fails, for the same reason.
 *
 * Threads: one puts and waits; the writer's own thread does the rest.
 */
#ifndef SWEEP_LEDGER_JOURNAL_WRITER_H
#define SWEEP_LEDGER_JOURNAL_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/core/error.h"

struct journal_writer;

/* Bytes written together. At most so many bytes at the end of the file may be
 * lost when a machine crashes, in any order. */
#define JOURNAL_WRITER_MOST ((size_t)1 << 18)

/* Make a writer of the file `path`, open as `fd`; both are borrowed until
 * journal_writer_free(). The file ends at `len`. Another length means that
 * another process writes it, too; another file or none of this name means that
 * nobody will find it. Both are failures. */
struct journal_writer *journal_writer_new(int fd, const char *path, off_t len);

/* Free the writer. What was put is written first, but whether that failed is
 * not reported. */
void journal_writer_free(struct journal_writer *s);

/* Set a guard, which the writer's thread calls before each write; its failure
 * is a failure of the write. To be set while nothing waits to be written. */
void journal_writer_guard(struct journal_writer *s,
                          int (*guard)(void *, struct error *), void *context);

/* Stop syncing from now on; to be called while nothing waits to be written.
 * Data lost in a crash of the machine must be replaceable. */
void journal_writer_relax(struct journal_writer *s);

/* Put n bytes, synced if `sync`. Waits while JOURNAL_WRITER_MOST bytes wait.
 * They are written once someone waits for them by a function below, or when
 * many wait. -1 if a write has failed before. */
int journal_writer_put(struct journal_writer *s, const void *bytes, size_t n,
                       bool sync, struct error *e);

/* Return how many puts there were, and how many of them are in the file, synced
 * if that was asked for; -1 if a write has failed. */
long journal_writer_puts(const struct journal_writer *s);
long journal_writer_done(struct journal_writer *s, struct error *e);

/* Wait until `number` of them are. -1 if a write has failed. */
int journal_writer_wait(struct journal_writer *s, long number, struct error *e);

/* The same, for at most so many seconds: a disk may not respond. */
void journal_writer_wait_for(struct journal_writer *s, long number,
                             double seconds);

#endif
