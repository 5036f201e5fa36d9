/*
 * journal_pack.h - the same journal in packs (ledger/journal_reader.h), which
 * take a fifth of the room.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_PACK_H
#define SWEEP_LEDGER_JOURNAL_PACK_H

#include "base/core/error.h"

/* Bytes of plain lines from which on it is worth its while: people read a
 * shorter journal. */
#define JOURNAL_WORTH (1L << 22)

/* A journal that is packed, which its owner does not write meanwhile. */
struct journal_packed {
    const char *path;
    int fd;             /* of the open journal */
    unsigned long next; /* the number of the entry that is to follow */
    int (*guard)(void *, struct error *); /* -1: it is not ours; or NULL */
    void *context;                        /* the guard's */
};

/*
 * Put a journal of packs in its place: under a name of its own first, synced
 * and renamed, so a kill at any instant leaves the old one or the new.  The new
 * one, open for appending, or -1: the old one stays.
 *
 * It stays, too, where another process has taken the folder over meanwhile: the
 * guard is asked once all is written, and the journal has to be the file that
 * was packed, of that length.  Where files can change places it is asked of the
 * file that was replaced, so nothing fits between; where they cannot, just
 * before.
 */
int journal_pack(const struct journal_packed *j, struct error *e);

#endif
