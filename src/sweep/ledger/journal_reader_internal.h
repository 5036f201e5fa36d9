/*
 * journal_reader_internal.h - what reading a journal in order and reading an
 * entry again share.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_READER_INTERNAL_H
#define SWEEP_LEDGER_JOURNAL_READER_INTERNAL_H

#include <stdint.h>

#include "base/core/str.h"
#include "sweep/ledger/journal_reader.h"

/* Packs whose entries were asked for again last, of 256 kB each.  Trials that
 * end at a time stand side by side, but where some are stopped early, those of
 * a part of the sweep are spread over many packs. */
#define JOURNAL_KEPT 4

/* Entries that were unpacked. */
struct unpacked_entries {
    struct str text; /* lines "WORD TRIAL DETAIL"; owned */
    long line;       /* where the pack's line begins; -1: there is none */
};

struct journal_reader {
    int fd;
    off_t length;         /* of the file, when it was opened */
    char *piece;          /* [room] read from the file at `base` on; owned */
    size_t room, len, at; /* what was read, and where the next line begins */
    off_t base;
    off_t whole;
    long line, plain, dropped;
    unsigned long number;
    struct unpacked_entries pack; /* the last one */
    size_t pack_at;               /* where its next entry begins */
    long pack_left;               /* how many are left */
    /* Asked for again; the last one first. */
    struct unpacked_entries kept[JOURNAL_KEPT];
    struct str again; /* the entry that was; owned */
};

/* The next line, its end cut off: 1; 0 where there is none but perhaps the
 * beginning of one. */
int journal_next_line(struct journal_reader *r, char **line, size_t *len,
                      struct error *e);

/* Unpack the entries of a line that begins at `at`.  What is wrong, or NULL. */
const char *journal_unpack(struct unpacked_entries *p, off_t at,
                           const struct journal_entry *entry);

#endif
