/*
 * checksums.h - SHA-256 checksums of files, as sha256sum writes and reads them:
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

/* That of a name; NULL: it has none. */
const char *checksums_find(const struct checksums *s, const char *name);

/* That of a file by its name, or where no line has that, by a path to it, as
 * sha256sum writes of files in folders.  NULL: it has none, or several. */
const char *checksums_of_file(const struct checksums *s, const char *name,
                              struct error *e);

/* Append the line of a file FOLDER/NAME. */
int checksums_add_file(const char *folder, const char *name, struct str *out,
                       struct error *e);

#endif
