/*
 * obtain.h - get the source files of a data set, by download or from the user's
 * copies, and check them.
 */
#ifndef FETCH_OBTAIN_H
#define FETCH_OBTAIN_H

#include "fetch/checksums.h"
#include "fetch/data_sets.h"
#include "fetch/sha256.h"

/* Where the files come from, and what they are checked against. */
struct obtain_options {
    const char *from; /* a folder with the home's files, or the only file; NULL:
                         download them */
    const char *home; /* a URL under which files of the same names are, instead
                         of the set's homes; NULL: use these */
    const char *sums; /* a file of checksums in the format of sha256sum, instead
                         of those known; NULL: use these */
    long retries;     /* as in fetch/download.h */
};

struct obtain {
    const struct obtain_options *options;
    const struct data_set *set;
    const char *folder;           /* of downloads */
    const struct checksums *sums; /* instead of those known; NULL: use these */
};

/* A file that exists and was checked. */
struct obtained {
    char *path;   /* owned */
    char *origin; /* owned; that path or a URL, as shown by show_text() */
    char sha256[SHA256_HEX];
};

/* 0 if there is a checksum for each of the set's files, else -1. */
int obtain_check_sums(const struct obtain *o, struct error *e);

/* Get given file i of the set.  A wrong file is an error, and is removed if it
 * was downloaded. */
int obtain(const struct obtain *o, int i, struct obtained *out,
           struct error *e);
void obtained_release(struct obtained *g);

/* The URL of the file; the caller frees it.  NULL if there is none. */
char *obtain_url(const struct obtain *o, int i);

/* The required SHA-256 and size; NULL and 0 if not known. */
const char *obtain_sha256(const struct obtain *o, int i);
long long obtain_bytes(const struct obtain *o, int i);

#endif
