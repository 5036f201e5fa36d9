/*
 * obtain.h - the files that a data set's home gives out: downloaded, or where
 * the user has them; checked.
 */
#ifndef FETCH_OBTAIN_H
#define FETCH_OBTAIN_H

#include "fetch/checksums.h"
#include "fetch/data_sets.h"
#include "fetch/sha256.h"

/* Where they are from, and what they are checked by. */
struct obtain_options {
    const char *from; /* a folder with the home's files, or the one file; NULL:
                         download them */
    const char *home; /* a URL below which files of the same names are, in place
                         of the set's homes; NULL: these */
    const char *sums; /* a file of checksums as sha256sum writes them, in place
                         of those known; NULL: these */
    long retries;     /* as in fetch/download.h */
};

struct obtain {
    const struct obtain_options *options;
    const struct data_set *set;
    const char *folder;           /* of downloads */
    const struct checksums *sums; /* in place of those known; NULL: these */
};

/* A file that is there and was checked. */
struct obtained {
    char *path;   /* owned */
    char *origin; /* owned; that path or a URL, as show_text() has it */
    char sha256[SHA256_HEX];
};

/* Is there one for each of the set's files? */
int obtain_check_sums(const struct obtain *o, struct error *e);

/* Of given file i of the set.  One that is not what it should be is an error,
 * and removed if it was downloaded. */
int obtain(const struct obtain *o, int i, struct obtained *out,
           struct error *e);
void obtained_release(struct obtained *g);

/* The URL that it comes from, to be freed; NULL: there is none. */
char *obtain_url(const struct obtain *o, int i);

/* The SHA-256 and the size that it must have; NULL and 0: not known. */
const char *obtain_sha256(const struct obtain *o, int i);
long long obtain_bytes(const struct obtain *o, int i);

#endif
