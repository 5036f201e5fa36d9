/*
 * journal.h - the coordinator's decisions, append-only and checksummed.
 *
 * One entry per line: sequence number, word, trial number, details, and the
 * XXH3 of all before it on the line:
 *
 *     6 finish 0 goal 38.9 bytes 26875 #c0ffee0123456789
 *
 * When a sweep is complete, many such lines are packed into one
 * (ledger/journal_reader.h); readers get the same entries.
 *
 * An incomplete last line (a kill while appending) is dropped. So is what
 * follows a gap near the end: a machine that crashed may not have written all
 * lines since the last sync. Other damage is an error with the line's number.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_H
#define SWEEP_LEDGER_JOURNAL_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "sweep/ledger/journal_entry.h"

struct journal; /* open for appending; owned by the coordinator */

/* Open or create a journal. Calls `tell` for every existing entry, in order,
 * until it refuses one. */
struct journal *journal_open(const char *path,
                             int (*tell)(void *, const struct journal_entry *,
                                         struct error *),
                             void *context, struct error *e);

/* The same with a guard from the beginning, since opening removes an incomplete
 * last line. */
struct journal *journal_open_guarded(
    const char *path, int (*guard)(void *, struct error *), void *guards,
    int (*tell)(void *, const struct journal_entry *, struct error *),
    void *context, struct error *e);

/* Receives entries instead of a file, for example a simulated disk. */
struct journal_sink {
    int (*add)(void *context, const char *word, long trial, bool durable,
               const char *detail, struct error *e);
    int (*settle)(void *context, struct error *e);
    void *context;
};

/* A journal that passes its entries to a sink. Only journal_add(),
 * journal_settle() and journal_close() may be called. */
struct journal *journal_open_sink(const struct journal_sink *sink);

/*
 * Append one line (control characters but tabs become spaces), to be synced
 * when `durable`. It is handed to a thread that writes and syncs such lines
 * together (ledger/journal_writer.h): what depends on it waits until it is
 * done.
 *
 * After a failed write the contents of the disk are unknown: every later call
 * fails in the same way, and the next journal_open() finds out.
 */
int journal_add(struct journal *j, const char *word, long trial, bool durable,
                struct error *e, const char *fmt, ...) PRINTF_LIKE(6, 7);

/* Return how many lines were added since the journal was opened, and how many
 * of them are done: in the file, and synced if durable. -1 if writing has
 * failed. */
long journal_added(const struct journal *j);
long journal_done(struct journal *j, struct error *e);

/* Wait until all lines are done. -1 if writing has failed. */
int journal_settle(struct journal *j, struct error *e);

/* Wait until so many lines are done or writing has failed, at most so many
 * seconds. */
void journal_wait_for(struct journal *j, long number, double seconds);

/* Set a guard, called before each write by another thread: -1 if the journal
 * may no longer be written by this process. */
void journal_guard(struct journal *j, int (*guard)(void *, struct error *),
                   void *context);

/*
 * Pack the lines if that makes the journal much shorter. All added lines are
 * written first. A new file replaces the old one: after a kill at any time one
 * of both exists, and both contain the same entries. -1: the old file stays,
 * and the journal remains usable.
 */
int journal_compact(struct journal *j, struct error *e);

/* Stop syncing from now on, to measure the cost of syncs. */
void journal_relax(struct journal *j);

/* Close the journal; added lines are written first. Only journal_settle()
 * reports whether that failed. */
void journal_close(struct journal *j);

/* Read the entries without opening the journal: an incomplete last line stays.
 * `tell` may be NULL, to check whether a journal is sound. */
int journal_read(const char *path,
                 int (*tell)(void *, const struct journal_entry *,
                             struct error *),
                 void *context, struct error *e);

#endif
