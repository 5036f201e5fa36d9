/* xz data, by liblzma, which checks the checksums and takes bounded memory. */
#include "config.h"

#include <string.h>

#include "text/files/decompress_internal.h"

/* Bytes of memory it may take: xz -9 needs 65 MiB, and a file that is made to
 * need more could take all of the machine's. */
#define MEMORY ((uint64_t)256 << 20)

static bool begins(const unsigned char *bytes, size_t n)
{
    return !memcmp(bytes,
                   "\xfd"
                   "7zXZ",
                   n);
}

static int begin(struct decompress *d, struct error *e)
{
    d->state.xz = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&d->state.xz, MEMORY, LZMA_CONCATENATED) != LZMA_OK)
        return error_set(e, "liblzma cannot start");
    return 0;
}

static int refuse(const lzma_stream *z, lzma_ret status, struct error *e)
{
    if (status == LZMA_BUF_ERROR)
        return error_set(e, "xz data end too early: the file is cut short");
    if (status == LZMA_MEMLIMIT_ERROR)
        return error_set(e,
                         "found xz data that take %llu MiB to unpack, expected "
                         "at most %llu",
                         (unsigned long long)(lzma_memusage(z) >> 20) + 1,
                         (unsigned long long)(MEMORY >> 20));
    return error_set(e, "damaged xz data (liblzma status %d)", (int)status);
}

static int more(struct decompress *d, struct error *e)
{
    lzma_stream *z = &d->state.xz;

    z->next_in = d->raw + d->raw_at;
    z->avail_in = d->raw_len - d->raw_at;
    z->next_out = d->out;
    z->avail_out = d->room;
    const lzma_ret status = lzma_code(z, d->raw_end ? LZMA_FINISH : LZMA_RUN);

    d->raw_at = d->raw_len - z->avail_in;
    d->out += d->room - z->avail_out;
    d->room = z->avail_out;
    d->done = status == LZMA_STREAM_END;
    return status == LZMA_OK || d->done ? 0 : refuse(z, status, e);
}

static void end(struct decompress *d)
{
    lzma_end(&d->state.xz);
}

const struct compression decompress_xz = {
    .name = "xz",
    .ending = ".xz",
    .magic_len = 6,
    .begins = begins,
    .begin = begin,
    .more = more,
    .end = end,
};
