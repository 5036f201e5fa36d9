/*
 * fetch.h - install a public data set, from its home to where experiments look
 * for it.
 *
 * The home's files are downloaded to FOLDER/.fetch/NAME/ (or taken from where
 * the user has them), checked by size and SHA-256 if these are known, and
 * converted into the set's files (fetch/recipes.h) under temporary names.  When
 * all of these are on the disk, and none would overwrite a file with other
 * contents, they are renamed to their final names, and the downloads are
 * removed.  FOLDER/.fetch/NAME.sha256 then lists their sources and checksums,
 * in the format of sha256sum -c.
 *
 * After a kill or failure at any instant, a file that has its final name is
 * complete, and the same call continues with what was downloaded.  If two
 * processes fetch the same set into the same folder, the second one fails with
 * a message: the first has a lock on FOLDER/.fetch/NAME.lock, if the file
 * system has locks.
 *
 * Threads: one at a time.
 * Errors:  -1 with one line; complete downloads stay.
 */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include <stdbool.h>

#include "fetch/data_sets.h"
#include "fetch/obtain.h"

struct fetch {
    const char *folder; /* where data sets are: $CODARUN_DATA */
    bool force;         /* replace files that differ */
    struct obtain_options obtain;
};

int fetch_set(const struct data_set *s, const struct fetch *f, struct error *e);

/* Append what fetch_set() would do, with licence, sizes and checksums. */
int fetch_plan(const struct data_set *s, const struct fetch *f, struct str *out,
               struct error *e);

/* The number of its files that are in FOLDER. */
int fetch_there(const struct data_set *s, const char *folder);

#endif
