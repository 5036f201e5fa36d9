/*
 * zstd and bzip2 data, by libarchive: a single filter, with raw data in it.
 *
 * libarchive ignores other bytes after a bzip2 stream, and treats data whose
 * first byte cannot be read as empty; both are errors here.  Its zstd refuses
 * windows of more than 128 MiB.
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/files/decompress_internal.h"

static int cut_short(const struct decompress *d, struct error *e)
{
    return error_set(e, "%s data end too early: the file is cut short",
                     d->kind->name);
}

/* libarchive's message, or the error of reading its input. */
static int refuse(const struct decompress *d, struct error *e)
{
    const char *said = archive_error_string(d->state.archive);

    if (d->why.text[0]) {
        *e = d->why;
        return -1;
    }
    if (said && strstr(said, "runcated"))
        return cut_short(d, e);
    return error_set(e, "damaged %s data: %s", d->kind->name,
                     said ? said : "no reason given");
}

static la_ssize_t read_raw(struct archive *a, void *of, const void **bytes)
{
    struct decompress *d = of;

    if (decompress_refill(d, &d->why)) {
        archive_set_error(a, EIO, "cannot read");
        return -1;
    }
    *bytes = d->raw + d->raw_at;
    const size_t n = d->raw_len - d->raw_at;

    d->raw_at = d->raw_len;
    return (la_ssize_t)n;
}

/* Check that all bytes of the file were used as data, and none was wrong. */
static int finish(struct decompress *d, struct error *e)
{
    struct archive *a = d->state.archive;

    if (archive_errno(a) || d->why.text[0])
        return refuse(d, e);
    if (decompress_refill(d, e))
        return -1;
    const int64_t taken = archive_filter_bytes(a, -1);

    if (!taken)
        return cut_short(d, e);
    if (taken < d->raw_seen)
        return error_set(e,
                         "damaged %s data: byte %lld is other data, expected "
                         "the end of the file",
                         d->kind->name, (long long)taken + 1);
    d->done = true;
    return 0;
}

static int begin(struct decompress *d, int filter, struct error *e)
{
    struct archive *a = d->state.archive = archive_read_new();
    struct archive_entry *entry;

    if (!a)
        die("out of memory for an archive");
    if (archive_read_append_filter(a, filter) != ARCHIVE_OK)
        return error_set(e, "libarchive was built without %s", d->kind->name);
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);
    if (archive_read_open2(a, d, NULL, read_raw, NULL, NULL) != ARCHIVE_OK ||
        archive_errno(a)) /* lost by the next call */
        return refuse(d, e);
    const int status = archive_read_next_header(a, &entry);

    if (status == ARCHIVE_EOF)
        return finish(d, e);
    return status == ARCHIVE_OK ? 0 : refuse(d, e);
}

static int more(struct decompress *d, struct error *e)
{
    const la_ssize_t n = archive_read_data(d->state.archive, d->out, d->room);

    if (n < 0)
        return refuse(d, e);
    if (!n)
        return finish(d, e);
    d->out += n;
    d->room -= (size_t)n;
    return 0;
}

static void end(struct decompress *d)
{
    archive_read_free(d->state.archive);
}

/* A data frame, or a skippable frame, which pzstd writes first. */
static bool begins_zstd(const unsigned char *bytes, size_t n)
{
    static const char data[] = "\x28\xb5\x2f\xfd", other[] = "\x50\x2a\x4d\x18";

    return !memcmp(bytes, data, n) || ((bytes[0] & 0xf0) == other[0] &&
                                       !memcmp(bytes + 1, other + 1, n - 1));
}

/* The block size, then a block or the end of an empty stream. */
static bool begins_bzip2(const unsigned char *bytes, size_t n)
{
    static const char size[] = "BZh", block[] = "1AY&SY",
                      end[] = "\x17\x72\x45\x38\x50\x90";

    if (memcmp(bytes, size, n < 3 ? n : 3) != 0)
        return false;
    if (n > 3 && (bytes[3] < '1' || bytes[3] > '9'))
        return false;
    return n <= 4 || !memcmp(bytes + 4, block, n - 4) ||
           !memcmp(bytes + 4, end, n - 4);
}

static int begin_zstd(struct decompress *d, struct error *e)
{
    return begin(d, ARCHIVE_FILTER_ZSTD, e);
}

static int begin_bzip2(struct decompress *d, struct error *e)
{
    return begin(d, ARCHIVE_FILTER_BZIP2, e);
}

const struct compression decompress_zstd = {
    .name = "zstd",
    .ending = ".zst",
    .magic_len = 4,
    .begins = begins_zstd,
    .begin = begin_zstd,
    .more = more,
    .end = end,
};

const struct compression decompress_bzip2 = {
    .name = "bzip2",
    .ending = ".bz2",
    .magic_len = 10,
    .begins = begins_bzip2,
    .begin = begin_bzip2,
    .more = more,
    .end = end,
};
