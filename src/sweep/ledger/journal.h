/*
 * journal.h - the coordinator's decisions, append-only and checksummed.
 *
 * A line an entry: sequence number, word, trial number, details, and the XXH3
 * of all before it on the line:
 *
 *     6 finish 0 goal 38.9 bytes 26875 #c0ffee0123456789
 *
 * Of a sweep that is complete many such lines are packed into one
 * (ledger/journal_reader.h): whoever reads them is told the same entries.
 *
 * A torn last line (a kill while appending) is dropped, and so is what follows
 * a gap near the end, where a machine that went down had not written all lines
 * of its last sync; other damage is an error with the line's number.
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

/* Open or create; tells every entry that is there, in order, until one is
 * refused. */
struct journal *journal_open(const char *path,
                             int (*tell)(void *, const struct journal_entry *,
                                         struct error *),
                             void *context, struct error *e);

/* The same of a journal that is guarded from the beginning, for what stands
 * torn at its end is dropped. */
struct journal *journal_open_guarded(
    const char *path, int (*guard)(void *, struct error *), void *guards,
    int (*tell)(void *, const struct journal_entry *, struct error *),
    void *context, struct error *e);

/* Where entries go that are put into no file, as onto a simulated disk. */
struct journal_sink {
    int (*add)(void *context, const char *word, long trial, bool durable,
               const char *detail, struct error *e);
    int (*settle)(void *context, struct error *e);
    void *context;
};

/* A journal of which those are asked: nothing but journal_add(),
 * journal_settle() and journal_close(). */
struct journal *journal_open_sink(const struct journal_sink *sink);

/*
 * Append one line (control characters but tabs become spaces), to be synced
 * when `durable`.  It is handed to a thread that writes and syncs such lines
 * together (ledger/journal_writer.h): what hangs on it waits until it is done.
 *
 * Once writing has failed nobody knows what the disk holds: whatever comes
 * later fails alike, and the next journal_open() finds out.
 */
int journal_add(struct journal *j, const char *word, long trial, bool durable,
                struct error *e, const char *fmt, ...) PRINTF_LIKE(6, 7);

/* How many lines were added since it was opened, and how many of them are
 * done: in the file, and synced when durable; -1 when writing has failed. */
long journal_added(const struct journal *j);
long journal_done(struct journal *j, struct error *e);

/* Wait until all lines are done.  -1 when writing has failed. */
int journal_settle(struct journal *j, struct error *e);

/* Wait until so many are, or writing has failed, but no longer than this. */
void journal_wait_for(struct journal *j, long number, double seconds);

/* Asked before each write, by another thread: -1 when the journal is not ours
 * to write any more. */
void journal_guard(struct journal *j, int (*guard)(void *, struct error *),
                   void *context);

/*
 * Pack its lines, where that makes it shorter by much; all that was added is
 * written first.  A new file takes the old one's place: a kill at any instant
 * leaves either, and both tell the same.  -1: it stays as it was, and goes on.
 */
int journal_compact(struct journal *j, struct error *e);

/* Do without syncs from now on, to measure what they cost. */
void journal_relax(struct journal *j);

/* What was added is written first; whether that failed journal_settle() knows.
 */
void journal_close(struct journal *j);

/* The same without opening it: a torn last line is left as it is.  `tell` may
 * be NULL, to see whether a journal is sound. */
int journal_read(const char *path,
                 int (*tell)(void *, const struct journal_entry *,
                             struct error *),
                 void *context, struct error *e);

#endif
