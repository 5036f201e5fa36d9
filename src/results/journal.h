/*
 * journal.h - the coordinator's decisions, append-only and checksummed.
 *
 * A line an entry: sequence number, word, trial number, details, and the XXH3
 * of all before it on the line:
 *
 *     0 begin -1 10 trials #c0ffee0123456789
 *
 * A torn last line (a kill while appending) is dropped; damage before the end
 * is an error with the line's number.
 */
#ifndef RESULTS_JOURNAL_H
#define RESULTS_JOURNAL_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

struct journal; /* open for appending; owned by the coordinator */

struct journal_entry {
    long trial;    /* -1: about the whole sweep */
    char word[16]; /* "begin", "start", "finish", "fail", "adopt", ... */
    char *detail;  /* borrowed during the callback */
};

/* Open or create; tells every entry that is there, in order, until one is
 * refused. */
struct journal *journal_open(const char *path,
                             int (*tell)(void *, const struct journal_entry *,
                                         struct error *),
                             void *context, struct error *e);
/*
 * Append one line (control characters but tabs become spaces) and, when
 * `durable`, fdatasync.  Once that failed nobody knows what the disk holds:
 * whatever comes later fails alike, and the next journal_open() finds out.
 */
int journal_add(struct journal *j, const char *word, long trial, bool durable,
                struct error *e, const char *fmt, ...) PRINTF_LIKE(6, 7);
void journal_close(struct journal *j);

/* The same without opening it: a torn last line is left as it is.  `tell` may
 * be NULL, to see whether a journal is sound. */
int journal_read(const char *path,
                 int (*tell)(void *, const struct journal_entry *,
                             struct error *),
                 void *context, struct error *e);

#endif
