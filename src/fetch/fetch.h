/*
 * fetch.h - a public data set, from its home to where experiments look for it.
 *
 * What a home gives out is downloaded to FOLDER/.fetch/NAME/ (or taken from
 * where the user has it), checked by size and SHA-256 where these are known,
 * and made into the set's files (fetch/recipes.h) under other names.  Once all
 * of these are on the disk, and none would overwrite a file that has another
 * text, they are renamed to where they belong, and the downloads removed.
 * FOLDER/.fetch/NAME.sha256 then says where they are from and what they were,
 * in the form that sha256sum -c reads.
 *
 * Killed or failed at any instant: no file has its name before all of it is
 * there, and the same call goes on with what was downloaded.  Of two processes
 * that fetch one set into one folder at once the second is told so: the first
 * has a lock on FOLDER/.fetch/NAME.lock, where the file system has locks.
 *
 * Threads: one at a time.
 * Errors:  -1 with one line; what was downloaded whole stays.
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

/* What fetch_set() would do, appended, with licence, sizes and checksums. */
int fetch_plan(const struct data_set *s, const struct fetch *f, struct str *out,
               struct error *e);

/* How many of its files are in FOLDER. */
int fetch_there(const struct data_set *s, const char *folder);

#endif
