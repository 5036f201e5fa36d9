#include "config.h"

#include "base/files/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/read.h"
#include "base/files/io_watchdog.h"
#include "base/files/path.h"
#include "base/files/temporary.h"

int file_put(int fd, const void *bytes, size_t n)
{
    const char *p = bytes;

    while (n > 0) {
        ssize_t done = write(fd, p, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        p += done;
        n -= (size_t)done;
    }
    return 0;
}

/* Some file systems cannot sync a folder and return EINVAL: nothing to do. */
int folder_sync(const char *path, struct error *e)
{
    char *folder = path_folder(path);
    const int call = io_watchdog_begin("sync", folder);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int status = 0;

    if (fd < 0 || (fsync(fd) && errno != EINVAL))
        status = error_errno(e, "cannot sync folder '%s'", folder);
    io_watchdog_end(call);
    if (fd >= 0)
        close(fd);
    free(folder);
    return status;
}

/* In pieces of 16 MiB: a slow disk answers after each. */
int file_put_watched(int fd, const char *path, const void *bytes, size_t n)
{
    const size_t most = (size_t)1 << 24;
    int failed = 0;

    for (size_t at = 0; at < n && !failed; at += most) {
        const int call = io_watchdog_begin("write", path);

        failed = file_put(fd, (const char *)bytes + at,
                          n - at < most ? n - at : most);
        io_watchdog_end(call);
    }
    return failed;
}

static int write_pieces(int fd, const char *path, const struct file_pieces *all)
{
    struct file_piece p;

    while (all->next(all->of, &p))
        if (file_put_watched(fd, path, p.bytes, p.n))
            return -1;
    return 0;
}

/* Pieces from an array. */
struct given {
    const struct file_piece *piece;
    int n;
};

static bool next_given(void *of, struct file_piece *p)
{
    struct given *g = of;

    if (g->n == 0)
        return false;
    *p = *g->piece++;
    g->n--;
    return true;
}

static int put_pieces(const char *path, const struct file_pieces *all,
                      int (*put)(struct temporary *, struct error *),
                      bool synced, struct error *e)
{
    struct temporary t;
    int failed;

    if (temporary_open(&t, path, e))
        return -1;
    failed = write_pieces(t.fd, path, all);
    if (failed)
        error_errno(e, "cannot write '%s'", t.tmp);
    failed = failed || temporary_close(&t, synced, e) ? -1 : put(&t, e);
    failed = failed ? failed : synced ? temporary_sync(&t, e) : 0;
    temporary_release(&t);
    return failed;
}

static int put_bytes(const char *path, const void *bytes, size_t n,
                     int (*put)(struct temporary *, struct error *),
                     bool synced, struct error *e)
{
    struct given g = {&(struct file_piece){bytes, n}, 1};

    return put_pieces(path, &(struct file_pieces){next_given, &g}, put, synced,
                      e);
}

int file_replace_pieces(const char *path, const struct file_piece *piece, int n,
                        struct error *e)
{
    struct given g = {piece, n};

    return put_pieces(path, &(struct file_pieces){next_given, &g},
                      temporary_put, true, e);
}

int file_replace(const char *path, const void *bytes, size_t n, struct error *e)
{
    return put_bytes(path, bytes, n, temporary_put, true, e);
}

bool file_is_same(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

int file_refresh(const char *path, const void *bytes, size_t n, struct error *e)
{
    return put_bytes(path, bytes, n, temporary_put, false, e);
}

bool file_no_room(void)
{
    return errno == ENOSPC || errno == EDQUOT;
}

int file_create(const char *path, const void *bytes, size_t n, struct error *e)
{
    return put_bytes(path, bytes, n, temporary_put_anew, true, e) ? -1 : 0;
}

int file_create_pieces(const char *path, const struct file_pieces *all,
                       struct error *e)
{
    return put_pieces(path, all, temporary_put_anew, true, e);
}

/* An open file, and how it is read: by read_bytes(), which ignores
 * interrupted(), or by file_read_some(), which does not. */
struct file_source {
    int fd;
    const char *path;
    ssize_t (*read)(int fd, void *bytes, size_t n);
};

/* Reading from a pipe waits for its writer, not for a disk, so only
 * read_bytes() is watched. */
static ssize_t read_some(void *source, void *bytes, size_t n)
{
    const struct file_source *from = source;
    const int call =
        from->read == read_bytes ? io_watchdog_begin("read", from->path) : -1;
    const ssize_t got = from->read(from->fd, bytes, n);

    io_watchdog_end(call);
    return got;
}

int file_read_next(int fd, const char *path, void *bytes, size_t n)
{
    const size_t most = (size_t)1 << 24; /* a slow disk answers after each */
    struct file_source from = {fd, path, read_bytes};
    char *to = bytes;
    ssize_t got = 1;

    while (n > 0 && (got = read_some(&from, to, n < most ? n : most)) > 0) {
        to += got;
        n -= (size_t)got;
    }
    return got < 0 ? -1 : n > 0;
}

/* Takes over the descriptor. */
static int read_from(struct file_source from, size_t most, struct str *out,
                     struct error *e)
{
    int status;

    if (from.fd < 0)
        return -1;
    status = read_all(out, most, read_some, &from);
    if (status < 0)
        error_errno(e, "cannot read '%s'", from.path);
    else if (status > 0)
        status = error_set(e,
                           "'%s': found more than %zu bytes, expected at most "
                           "so many",
                           from.path, most);
    close(from.fd);
    return status;
}

int file_read(const char *path, struct str *out, struct error *e)
{
    const int call = io_watchdog_begin("open", path);
    const int fd = file_open(path, e);

    io_watchdog_end(call);
    return read_from((struct file_source){fd, path, read_bytes}, SIZE_MAX, out,
                     e);
}

int file_read_any(const char *path, size_t most, struct str *out,
                  struct error *e)
{
    const int fd = file_open_any(path, e);

    return fd < 0 ? error_in(e, "'%s'", path)
                  : read_from((struct file_source){fd, path, file_read_some},
                              most, out, e);
}
