/*
 * checksums.h - SHA-256 checksums of files, in the format of sha256sum:
 *
 *     # a comment
 *     HEX  NAME
 */
#ifndef FETCH_CHECKSUMS_H
#define FETCH_CHECKSUMS_H

#include "base/core/str.h"
#include "fetch/sha256.h"

struct checksums {
    struct checksum {
        char hex[SHA256_HEX];
        char *name; /* owned */
    } * sum;        /* owned */
    int n, room;
};

int checksums_read(struct checksums *s, const char *path, struct error *e);
void checksums_release(struct checksums *s);

/* The checksum of a name; NULL if there is none. */
const char *checksums_find(const struct checksums *s, const char *name);

/* The checksum of a file by its name, or if no line has that name, by a path
 * that ends in it, as sha256sum writes for files in folders.  NULL if there is
 * none, or if several differ. */
const char *checksums_of_file(const struct checksums *s, const char *name,
                              struct error *e);

/* Append the line of the file FOLDER/NAME. */
int checksums_add_file(const char *folder, const char *name, struct str *out,
                       struct error *e);

#endif
