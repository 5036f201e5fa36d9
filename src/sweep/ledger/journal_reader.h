/*
 * journal_reader.h - reads the entries of a journal in order, and any of them
 * again.
 *
 * A line is an entry, or, in a compacted journal, a pack of entries:
 *
 *     SEQ WORD TRIAL DETAIL #HEX
 *     SEQ pack COUNT BYTES TEXT #HEX
 *
 * TEXT is the output of formats/deflate.h for COUNT lines "WORD TRIAL DETAIL",
 * of BYTES bytes in all. The first of them has the number SEQ, and the line
 * after the pack SEQ + COUNT.
 *
 * It reads piece by piece, since a journal is larger than its useful content.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_READER_H
#define SWEEP_LEDGER_JOURNAL_READER_H

#include <sys/types.h>

#include "base/core/error.h"
#include "sweep/ledger/journal_entry.h"

#define JOURNAL_PACK "pack"

/* Bytes that are packed together, and the most that a pack may have. */
#define JOURNAL_PACKED ((size_t)1 << 18)
#define JOURNAL_PACKED_MOST ((size_t)1 << 26)

/* A file without a line end for so many bytes is no journal: the longest line
 * is a pack, in base64. */
#define JOURNAL_LONGEST (2 * JOURNAL_PACKED_MOST)

struct journal_reader;

/* Make a reader of an open file; the descriptor is duplicated. It reads from
 * the beginning to the present end. */
struct journal_reader *journal_reader_new(int fd, struct error *e);
void journal_reader_free(struct journal_reader *r); /* may be NULL */

/* Read the next entry, borrowed until the next call. Return 1; 0 at the end or
 * at an incomplete line; -1 if the line is damaged, as is an incomplete pack.
 */
int journal_reader_next(struct journal_reader *r, struct journal_entry *entry,
                        struct error *e);

/* Return the line number of the last entry or of the damaged line, from 1. */
long journal_reader_line(const struct journal_reader *r);

/* Return the bytes of the file that are sound so far; its length; the number of
 * the next entry; and the bytes of lines that are no packs. */
off_t journal_reader_whole(const struct journal_reader *r);
off_t journal_reader_length(const struct journal_reader *r);
unsigned long journal_reader_number(const struct journal_reader *r);
long journal_reader_plain(const struct journal_reader *r);

/* At the end: return how many whole entries follow an incomplete line, and are
 * dropped with it. */
long journal_reader_dropped(const struct journal_reader *r);

/* Read the entry at a place again, borrowed until the next call. The place may
 * come from another reader of the same file. */
int journal_reader_again(struct journal_reader *r, struct journal_place place,
                         struct journal_entry *entry, struct error *e);

/* Make another reader of the same file, to read entries again. */
struct journal_reader *journal_reader_copy(const struct journal_reader *r,
                                           struct error *e);

#endif
