/*
 * decompress_internal.h - what the compression formats share.
 *
 * To add one: a file decompress_NAME.c with a struct compression, and a line
 * here, in decompress.c's table and in src/local.mk.
 */
#ifndef TEXT_FILES_DECOMPRESS_INTERNAL_H
#define TEXT_FILES_DECOMPRESS_INTERNAL_H

#include <lzma.h>
#include <zlib.h>

#include "text/files/decompress.h"

struct archive;

/* One format.  `begins`: true if n bytes, at most magic_len, agree with the
 * beginning of its data; no text does.  `more` fills d->out as far as it can
 * from d->raw, which is not empty unless the file has ended, and sets d->done
 * after the last byte. */
struct compression {
    const char *name, *ending;
    size_t magic_len;
    bool (*begins)(const unsigned char *bytes, size_t n);
    int (*begin)(struct decompress *d, struct error *e);
    int (*more)(struct decompress *d, struct error *e);
    void (*end)(struct decompress *d);
};

extern const struct compression decompress_gzip, decompress_xz, decompress_zstd,
    decompress_bzip2;

enum { RAW = 1 << 16 };

struct decompress {
    const struct compression *kind;
    int file;
    char *path; /* of a regular file, on a disk; owned; else NULL */
    bool seeks; /* regular, and not standard input, which has an offset already
                 */
    struct hasher *hasher;
    unsigned char raw[RAW];
    size_t raw_at, raw_len;
    int64_t raw_seen;   /* read from the disk so far */
    bool raw_end;       /* nothing more on disk */
    bool done;          /* nothing more to come */
    unsigned char *out; /* where the next bytes go, and how many */
    size_t room;
    union {
        z_stream gz;
        lzma_stream xz;
        struct archive *archive;
    } state;
    struct error why; /* of reading, when libarchive called */
};

/* Make sure that raw has at least a byte unless the file has ended. */
int decompress_refill(struct decompress *d, struct error *e);

#endif
