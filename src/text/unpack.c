#include "config.h"

#include "text/unpack.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/storage.h"

enum { RAW = 1 << 16 };

/* What unpacking may take: xz -9 needs 65 MiB, and what is packed to need more
 * would take all that the machine has. */
#define XZ_MEMORY ((uint64_t)256 << 20)

/* One way of packing.  `more` fills u->out as far as it can. */
struct packing {
    const char *name, *ending;
    unsigned char magic[6];
    size_t magic_len;
    int (*begin)(struct unpack *u, struct error *e);
    int (*more)(struct unpack *u, struct error *e);
    void (*end)(struct unpack *u);
};

struct unpack {
    const struct packing *packing;
    int file;
    char *path; /* of one that ends: it lies on a disk; owned; or NULL */
    struct hasher *hasher;
    unsigned char raw[RAW];
    size_t raw_at, raw_len;
    bool raw_end;       /* nothing more on disk */
    bool done;          /* nothing more to unpack */
    unsigned char *out; /* where the next bytes go, and how many */
    size_t room;
    union {
        z_stream gz;
        lzma_stream xz;
    } state;
};

/* Read on behind what raw holds: what is there, or the end. */
static int read_on(struct unpack *u, struct error *e)
{
    const int call = u->path ? storage_begin("read", u->path) : -1;
    const ssize_t n =
        file_read_some(u->file, u->raw + u->raw_len, RAW - u->raw_len);

    storage_end(call);
    if (n < 0 && errno == EINTR)
        return error_set(e, "told to stop while it is read");
    if (n < 0)
        return error_errno(e, "cannot read");
    hasher_add(u->hasher, u->raw + u->raw_len, (size_t)n);
    u->raw_len += (size_t)n;
    u->raw_end = n == 0;
    return 0;
}

/* Make sure that raw holds something unless the file has ended. */
static int refill(struct unpack *u, struct error *e)
{
    if (u->raw_at < u->raw_len || u->raw_end)
        return 0;
    u->raw_at = u->raw_len = 0;
    return read_on(u, e);
}

static int plain_more(struct unpack *u, struct error *e)
{
    size_t n;

    (void)e;
    u->done = u->raw_end;
    n = u->raw_len - u->raw_at < u->room ? u->raw_len - u->raw_at : u->room;
    memcpy(u->out, u->raw + u->raw_at, n);
    u->raw_at += n;
    u->out += n;
    u->room -= n;
    return 0;
}

static int gz_begin(struct unpack *u, struct error *e)
{
    /* 15 + 16: the largest window, and a gzip header is expected */
    if (inflateInit2(&u->state.gz, 15 + 16) != Z_OK)
        return error_set(e, "zlib cannot start");
    return 0;
}

static int gz_more(struct unpack *u, struct error *e)
{
    z_stream *z = &u->state.gz;
    int status;

    z->next_in = u->raw + u->raw_at;
    z->avail_in = (uInt)(u->raw_len - u->raw_at);
    z->next_out = u->out;
    z->avail_out = (uInt)u->room;
    status = inflate(z, Z_NO_FLUSH);
    u->raw_at = u->raw_len - z->avail_in;
    u->out += u->room - z->avail_out;
    u->room = z->avail_out;
    if (status == Z_BUF_ERROR && u->raw_end) /* wants more; none is there */
        return error_set(e, "gzip data end too early: the file is cut short");
    if (status == Z_OK || status == Z_BUF_ERROR)
        return 0;
    if (status != Z_STREAM_END)
        return error_set(e, "damaged gzip data%s%s", z->msg ? ": " : "",
                         z->msg ? z->msg : "");
    if (refill(u, e))
        return -1;
    u->done = u->raw_end;
    inflateReset(z);
    return 0;
}

static void gz_end(struct unpack *u)
{
    inflateEnd(&u->state.gz);
}

static int xz_begin(struct unpack *u, struct error *e)
{
    u->state.xz = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&u->state.xz, XZ_MEMORY, LZMA_CONCATENATED) !=
        LZMA_OK)
        return error_set(e, "liblzma cannot start");
    return 0;
}

static int xz_more(struct unpack *u, struct error *e)
{
    lzma_stream *z = &u->state.xz;
    lzma_ret status;

    z->next_in = u->raw + u->raw_at;
    z->avail_in = u->raw_len - u->raw_at;
    z->next_out = u->out;
    z->avail_out = u->room;
    status = lzma_code(z, u->raw_end ? LZMA_FINISH : LZMA_RUN);
    u->raw_at = u->raw_len - z->avail_in;
    u->out += u->room - z->avail_out;
    u->room = z->avail_out;
    u->done = status == LZMA_STREAM_END;
    if (status == LZMA_OK || status == LZMA_STREAM_END)
        return 0;
    if (status == LZMA_BUF_ERROR)
        return error_set(e, "xz data end too early: the file is cut short");
    if (status == LZMA_MEMLIMIT_ERROR)
        return error_set(e,
                         "found xz data that take %llu MiB to unpack, expected "
                         "at most %llu",
                         (unsigned long long)(lzma_memusage(z) >> 20) + 1,
                         (unsigned long long)(XZ_MEMORY >> 20));
    return error_set(e, "damaged xz data (liblzma status %d)", (int)status);
}

static void xz_end(struct unpack *u)
{
    lzma_end(&u->state.xz);
}

static const struct packing packings[] = {
    {.name = "gzip",
     .ending = ".gz",
     .magic = {0x1f, 0x8b},
     .magic_len = 2,
     .begin = gz_begin,
     .more = gz_more,
     .end = gz_end},
    {.name = "xz",
     .ending = ".xz",
     .magic = {0xfd, '7', 'z', 'X', 'Z', 0},
     .magic_len = 6,
     .begin = xz_begin,
     .more = xz_more,
     .end = xz_end},
    {.name = "plain", .ending = "", .more = plain_more},
};

static bool ends_with(const char *s, const char *ending)
{
    size_t n = strlen(s), m = strlen(ending);

    return n >= m && !strcmp(s + n - m, ending);
}

/* Is it too early to tell whether this is packed?  No text begins so. */
static bool may_be_packed(const struct unpack *u)
{
    for (const struct packing *p = packings; p->magic_len; p++)
        if (u->raw_len && u->raw_len < p->magic_len &&
            !memcmp(u->raw, p->magic, u->raw_len))
            return !u->raw_end;
    return false;
}

/* The packing the file's first bytes show; a wrong ending is an error. */
static int choose(struct unpack *u, const char *path, struct error *e)
{
    const struct packing *p = packings;

    while (p->magic_len && (u->raw_len < p->magic_len ||
                            memcmp(u->raw, p->magic, p->magic_len) != 0)) {
        if (ends_with(path, p->ending))
            return error_set(e, "no %s data, but its name ends in %s", p->name,
                             p->ending);
        p++;
    }
    if (p->begin && p->begin(u, e))
        return -1;
    u->packing = p;
    return 0;
}

/* To open /dev/stdin by its name would begin a file again, of which others may
 * have read, fail of a socket, and find one that is closed to be empty. */
static int open_file(const char *path, struct error *e)
{
    if (strcmp(path, UNPACK_STDIN) != 0)
        return file_open_any(path, e);
    const int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    return fd < 0 ? error_errno(e, "cannot open") : fd;
}

struct unpack *unpack_open(const char *path, struct error *e)
{
    struct unpack *u = memory_zeroed(1, sizeof(*u));
    struct stat st;

    u->hasher = hasher_new();
    u->file = open_file(path, e);
    if (u->file >= 0 && !fstat(u->file, &st) && S_ISREG(st.st_mode))
        u->path = memory_string(path);
    if (u->file < 0 || refill(u, e))
        goto fail;
    while (may_be_packed(u))
        if (read_on(u, e))
            goto fail;
    if (choose(u, path, e))
        goto fail;
    return u;

fail:
    unpack_close(u);
    return NULL;
}

void unpack_close(struct unpack *u)
{
    if (!u)
        return;
    if (u->packing && u->packing->end)
        u->packing->end(u);
    if (u->file >= 0)
        close(u->file);
    hasher_free(u->hasher);
    free(u->path);
    free(u);
}

long unpack_read(struct unpack *u, void *out, size_t n, struct error *e)
{
    u->out = out;
    u->room = n;
    while (u->room && !u->done)
        if (refill(u, e) || u->packing->more(u, e))
            return -1;
    return (long)(n - u->room);
}

long unpack_some(struct unpack *u, void *out, size_t n, struct error *e)
{
    u->out = out;
    u->room = n;
    while (u->room == n && !u->done)
        if (refill(u, e) || u->packing->more(u, e))
            return -1;
    return (long)(n - u->room);
}

struct digest unpack_digest(const struct unpack *u)
{
    return hasher_digest(u->hasher);
}
