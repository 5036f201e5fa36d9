#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/io_watchdog.h"
#include "text/files/decompress_internal.h"

/* --- the bytes on disk ---------------------------------------------------- */

/* Append to raw: at least a byte, unless the file ends. */
static int read_on(struct decompress *d, struct error *e)
{
    const int call = d->path ? io_watchdog_begin("read", d->path) : -1;
    const ssize_t n =
        file_read_some(d->file, d->raw + d->raw_len, RAW - d->raw_len);

    io_watchdog_end(call);
    if (n < 0 && errno == EINTR)
        return error_set(e, "told to stop while it is read");
    if (n < 0)
        return error_errno(e, "cannot read");
    hasher_add(d->hasher, d->raw + d->raw_len, (size_t)n);
    d->raw_len += (size_t)n;
    d->raw_seen += n;
    d->raw_end = n == 0;
    return 0;
}

int decompress_refill(struct decompress *d, struct error *e)
{
    if (d->raw_at < d->raw_len || d->raw_end)
        return 0;
    d->raw_at = d->raw_len = 0;
    return read_on(d, e);
}

struct digest decompress_digest(const struct decompress *d)
{
    return hasher_digest(d->hasher);
}

bool decompress_begins(const struct decompress *d, const char *magic)
{
    const size_t n = strlen(magic);

    return d->raw_len >= n && !memcmp(d->raw, magic, n);
}

bool decompress_is_plain(const struct decompress *d)
{
    return !d->kind->begin;
}

bool decompress_can_seek(const struct decompress *d)
{
    return d->seeks && decompress_is_plain(d);
}

int64_t decompress_seek(struct decompress *d, int64_t offset, int whence,
                        struct error *e)
{
    if (whence == SEEK_CUR)
        offset -= (int64_t)(d->raw_len - d->raw_at);
    const off_t at = lseek(d->file, offset, whence);

    d->raw_at = d->raw_len = 0;
    d->raw_end = d->done = false;
    return at < 0 ? error_errno(e, "cannot seek") : at;
}

int decompress_digest_all(struct decompress *d, struct error *e)
{
    if (decompress_seek(d, 0, SEEK_SET, e))
        return -1;
    hasher_free(d->hasher);
    d->hasher = hasher_new();
    while (!d->raw_end) {
        d->raw_at = d->raw_len;
        if (decompress_refill(d, e))
            return -1;
    }
    return 0;
}

/* --- finding the format --------------------------------------------------- */

static int plain_more(struct decompress *d, struct error *e)
{
    const size_t n =
        d->raw_len - d->raw_at < d->room ? d->raw_len - d->raw_at : d->room;

    (void)e;
    memcpy(d->out, d->raw + d->raw_at, n);
    d->raw_at += n;
    d->done = d->raw_end && d->raw_at == d->raw_len;
    d->out += n;
    d->room -= n;
    return 0;
}

static const struct compression plain = {.name = "plain", .more = plain_more};

static const struct compression *const kinds[] = {
    &decompress_gzip, &decompress_xz, &decompress_zstd, &decompress_bzip2};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

/* True if more bytes are needed to decide whether the file is compressed. */
static bool too_early(const struct decompress *d)
{
    for (int i = 0; i < KINDS; i++)
        if (d->raw_len && d->raw_len < kinds[i]->magic_len &&
            kinds[i]->begins(d->raw, d->raw_len))
            return !d->raw_end;
    return false;
}

/* Choose the format by the file's first bytes; a wrong ending of the name is an
 * error. */
static int choose(struct decompress *d, const char *path, struct error *e)
{
    const struct compression *found = &plain;

    for (int i = 0; i < KINDS && found == &plain; i++) {
        const struct compression *c = kinds[i];

        if (d->raw_len >= c->magic_len && c->begins(d->raw, c->magic_len))
            found = c;
        else if (str_ends_in(path, c->ending))
            return error_set(e, "no %s data, but its name ends in %s", c->name,
                             c->ending);
    }
    d->kind = found;
    return found->begin ? found->begin(d, e) : 0;
}

/* Opening /dev/stdin by its name would start again in a file of which others
 * may have read some, fail for a socket, and treat a closed one as empty. */
static int open_file(const char *path, struct error *e)
{
    if (strcmp(path, DECOMPRESS_STDIN) != 0)
        return file_open_any(path, e);
    const int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    return fd < 0 ? error_errno(e, "cannot open") : fd;
}

struct decompress *decompress_open(const char *path, struct error *e)
{
    struct decompress *d = memory_zeroed(1, sizeof(*d));
    struct stat st;

    d->hasher = hasher_new();
    d->file = open_file(path, e);
    if (d->file >= 0 && !fstat(d->file, &st) && S_ISREG(st.st_mode))
        d->path = memory_string(path);
    d->seeks = d->path && strcmp(path, DECOMPRESS_STDIN) != 0;
    if (d->file < 0 || decompress_refill(d, e))
        goto fail;
    while (too_early(d))
        if (read_on(d, e))
            goto fail;
    if (choose(d, path, e))
        goto fail;
    return d;

fail:
    decompress_close(d);
    return NULL;
}

void decompress_close(struct decompress *d)
{
    if (!d)
        return;
    if (d->kind && d->kind->end)
        d->kind->end(d);
    if (d->file >= 0)
        close(d->file);
    hasher_free(d->hasher);
    free(d->path);
    free(d);
}

/* --- decompressed bytes --------------------------------------------------- */

/* Fill all of `out`, or with all = false at least one byte of it. */
static long fill(struct decompress *d, void *out, size_t n, bool all,
                 struct error *e)
{
    d->out = out;
    d->room = n;
    while (d->room && (all || d->room == n) && !d->done)
        if (decompress_refill(d, e) || d->kind->more(d, e))
            return -1;
    return (long)(n - d->room);
}

long decompress_read(struct decompress *d, void *out, size_t n, struct error *e)
{
    return fill(d, out, n, true, e);
}

long decompress_some(struct decompress *d, void *out, size_t n, struct error *e)
{
    return fill(d, out, n, false, e);
}
