/* gzip data, by zlib, which checks CRC and length. */
#include "config.h"

#include <string.h>

#include "text/files/decompress_internal.h"

static bool begins(const unsigned char *bytes, size_t n)
{
    return !memcmp(bytes, "\x1f\x8b", n);
}

static int begin(struct decompress *d, struct error *e)
{
    /* 15 + 16: the largest window, and a gzip header is expected */
    if (inflateInit2(&d->state.gz, 15 + 16) != Z_OK)
        return error_set(e, "zlib cannot start");
    return 0;
}

static int more(struct decompress *d, struct error *e)
{
    z_stream *z = &d->state.gz;

    z->next_in = d->raw + d->raw_at;
    z->avail_in = (uInt)(d->raw_len - d->raw_at);
    z->next_out = d->out;
    z->avail_out = (uInt)d->room;
    const int status = inflate(z, Z_NO_FLUSH);

    d->raw_at = d->raw_len - z->avail_in;
    d->out += d->room - z->avail_out;
    d->room = z->avail_out;
    if (status == Z_BUF_ERROR && d->raw_end) /* needs more; none is left */
        return error_set(e, "gzip data end too early: the file is cut short");
    if (status == Z_OK || status == Z_BUF_ERROR)
        return 0;
    if (status != Z_STREAM_END)
        return error_set(e, "damaged gzip data%s%s", z->msg ? ": " : "",
                         z->msg ? z->msg : "");
    if (decompress_refill(d, e))
        return -1;
    d->done = d->raw_end;
    inflateReset(z);
    return 0;
}

static void end(struct decompress *d)
{
    inflateEnd(&d->state.gz);
}

const struct compression decompress_gzip = {
    .name = "gzip",
    .ending = ".gz",
    .magic_len = 2,
    .begins = begins,
    .begin = begin,
    .more = more,
    .end = end,
};
