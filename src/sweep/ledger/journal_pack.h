/*
 * journal_pack.h - rewrites a journal in packs (ledger/journal_reader.h), which
 * need a fifth of the space.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_JOURNAL_PACK_H
#define SWEEP_LEDGER_JOURNAL_PACK_H

#include "base/core/error.h"

/* Bytes of plain lines from which packing pays; people read shorter journals.
 */
#define JOURNAL_WORTH (1L << 22)

/* A journal to be packed; its owner does not write meanwhile. */
struct journal_packed {
    const char *path;
    int fd;                               /* of the open journal */
    unsigned long next;                   /* number of the next entry */
    int (*guard)(void *, struct error *); /* -1: not ours; may be NULL */
    void *context;                        /* the guard's */
};

/*
 * Replace a journal by one of packs. The new file is written under another
 * name, synced and renamed, so after a kill at any time the old or the new one
 * exists. Return the new file, open for appending, or -1: the old one stays.
 *
 * The old one also stays if another process has taken the folder over
 * meanwhile: the guard is called after all is written, and the journal must
 * still be the file that was packed, with the same length. If the file system
 * can exchange two files, this is checked on the replaced file, so nothing can
 * happen in between; else just before the rename.
 */
int journal_pack(const struct journal_packed *j, struct error *e);

#endif
