/*
 * journal_reader_internal.h - shared by the files that read a journal in order
 * and that read an entry again.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_READER_INTERNAL_H
#define SWEEP_LEDGER_JOURNAL_READER_INTERNAL_H

#include <stdint.h>

#include "base/core/str.h"
#include "sweep/ledger/journal_reader.h"

/* Number of unpacked packs that are kept for reading entries again, of 256 kB
 * each. Trials that end at about the same time are side by side; but if some
 * are stopped early, the trials of one part of the sweep are spread over many
 * packs. */
#define JOURNAL_KEPT 4

/* Entries that were unpacked. */
struct unpacked_entries {
    struct str text; /* lines "WORD TRIAL DETAIL"; owned */
    long line;       /* offset of the pack's line; -1: none */
};

struct journal_reader {
    int fd;
    off_t length;         /* of the file, when it was opened */
    char *piece;          /* [room] read from the file from `base` on; owned */
    size_t room, len, at; /* bytes read, and where the next line begins */
    off_t base;
    off_t whole;
    long line, plain, dropped;
    unsigned long number;
    struct unpacked_entries pack; /* the last one */
    size_t pack_at;               /* where its next entry begins */
    long pack_left;               /* entries left in it */
    /* Packs of entries read again; the latest first. */
    struct unpacked_entries kept[JOURNAL_KEPT];
    struct str again; /* text of the entry that was read again; owned */
};

/* Read the next line, without its line end. Return 1; 0 if no whole line is
 * left. */
int journal_next_line(struct journal_reader *r, char **line, size_t *len,
                      struct error *e);

/* Unpack the entries of a line that begins at `at`. Return what is wrong, or
 * NULL. */
const char *journal_unpack(struct unpacked_entries *p, off_t at,
                           const struct journal_entry *entry);

#endif
