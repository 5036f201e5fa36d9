/*
 * journal_pack.h - the same journal in packs (results/journal_reader.h), which
 * take a fifth of the room.
 *
 * Threads: one at a time.
 */
#ifndef RESULTS_JOURNAL_PACK_H
#define RESULTS_JOURNAL_PACK_H

#include "base/error.h"

/* Bytes of plain lines from which on it is worth its while: people read a
 * shorter journal. */
#define JOURNAL_WORTH (1L << 22)

/*
 * Put a journal of packs in the place of the one at `path`, which is open as
 * `fd` and which nobody writes meanwhile: under a name of its own first, synced
 * and renamed, so a kill at any instant leaves the old one or the new.  The new
 * one, open for appending, or -1: the old one stays.
 */
int journal_pack(const char *path, int fd, struct error *e);

#endif
