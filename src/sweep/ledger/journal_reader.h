/*
 * journal_reader.h - the entries of a journal, one after the other, and any of
 * them again.
 *
 * A line is an entry, or a pack of them, as a journal has that was compacted:
 *
 *     SEQ WORD TRIAL DETAIL #HEX
 *     SEQ pack COUNT BYTES TEXT #HEX
 *
 * TEXT is formats/deflate.h's of
 * COUNT lines "WORD TRIAL DETAIL", of so many bytes in all; the first of them
 * has the number SEQ, and the line behind the pack SEQ + COUNT.
 *
 * It reads piece by piece: a journal is larger than what it tells.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_READER_H
#define SWEEP_LEDGER_JOURNAL_READER_H

#include <sys/types.h>

#include "base/core/error.h"
#include "sweep/ledger/journal_entry.h"

#define JOURNAL_PACK "pack"

/* Bytes that are packed together, and of a pack at the most. */
#define JOURNAL_PACKED ((size_t)1 << 18)
#define JOURNAL_PACKED_MOST ((size_t)1 << 26)

/* What has no line's end for so many bytes is no journal: a line has a pack, in
 * base64, at most. */
#define JOURNAL_LONGEST (2 * JOURNAL_PACKED_MOST)

struct journal_reader;

/* Of an open file, whose descriptor is copied: it is read from its beginning,
 * and to where it ends now. */
struct journal_reader *journal_reader_new(int fd, struct error *e);
void journal_reader_free(struct journal_reader *r); /* NULL is fine */

/* The next entry, borrowed until the next call: 1; 0 at the end, or at a torn
 * line; -1 where it is damaged, which a pack is that is not whole. */
int journal_reader_next(struct journal_reader *r, struct journal_entry *entry,
                        struct error *e);

/* The line of the last entry, or the damaged one: from 1. */
long journal_reader_line(const struct journal_reader *r);

/* How much of the file is sound, so far; how long it is; the number of the
 * entry that is to follow; and the bytes of lines that are no packs. */
off_t journal_reader_whole(const struct journal_reader *r);
off_t journal_reader_length(const struct journal_reader *r);
unsigned long journal_reader_number(const struct journal_reader *r);
long journal_reader_plain(const struct journal_reader *r);

/* At the end: how many whole entries stand behind a torn line, and are dropped
 * with it. */
long journal_reader_dropped(const struct journal_reader *r);

/* The entry that stood at a place, borrowed until the next call; another reader
 * of the same file may have told of it. */
int journal_reader_again(struct journal_reader *r, struct journal_place place,
                         struct journal_entry *entry, struct error *e);

/* A reader of the same file, to be asked for entries again. */
struct journal_reader *journal_reader_copy(const struct journal_reader *r,
                                           struct error *e);

#endif
