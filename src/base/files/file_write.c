/* file_write.c - write to a path that a user named, a file or not. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "base/files/temporary.h"

/* The descriptor of standard output or error that is open to this file, or
 * -1. */
static int standard(const struct stat *is)
{
    struct stat st;

    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &st) == 0 && file_is_same(&st, is))
            return fd;
    return -1;
}

bool file_is_output(const char *path)
{
    struct stat is;

    return !stat(path, &is) && standard(&is) == STDOUT_FILENO;
}

bool file_would_replace(const char *path)
{
    struct stat is;

    return !stat(path, &is) && S_ISREG(is.st_mode) && standard(&is) < 0;
}

char *file_place(const char *path)
{
    struct stat own;

    if (lstat(path, &own))
        return memory_string(path);
    if (!file_would_replace(path))
        return NULL;
    return S_ISLNK(own.st_mode) ? realpath(path, NULL) : memory_string(path);
}

/* --- piece by piece ------------------------------------------------------- */

struct file_stream {
    char *path; /* owned */
    bool replaces;
    struct temporary to; /* if `replaces`; else: fd */
    int fd;              /* descriptor to append to or to write into */
    bool opened;         /* by open_other(), which has to close it */
    bool terminal;       /* fd is a terminal */
};

/* Append if it is what standard output or error is open to; else open and write
 * it. */
static int open_other(struct file_stream *s, struct error *e)
{
    struct stat own, is;

    s->fd = -1;
    if (!lstat(s->path, &own) &&
        (S_ISREG(own.st_mode) || S_ISLNK(own.st_mode)) &&
        !stat(s->path, &is)) /* else its target does not exist yet */
        s->fd = standard(&is);
    if (s->fd >= 0) {
        fflush(stdout);
        s->terminal = log_on_terminal(s->fd);
        return 0;
    }
    s->fd = open(s->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (s->fd < 0)
        return error_errno(e, "cannot open '%s'", s->path);
    s->opened = true;
    s->terminal = isatty(s->fd);
    return 0;
}

static void release(struct file_stream *s)
{
    if (s->opened)
        close(s->fd);
    if (s->replaces)
        temporary_release(&s->to);
    free(s->path);
    free(s);
}

struct file_stream *file_stream_open(const char *path, struct error *e)
{
    struct file_stream *s = memory_zeroed(1, sizeof(*s));
    char *place = file_place(path);

    s->path = memory_string(path);
    const int failed =
        place ? temporary_open(&s->to, place, e) : open_other(s, e);

    s->replaces = place && !failed;
    free(place);
    if (!failed)
        return s;
    release(s);
    return NULL;
}

/* Escape what goes to a terminal: it would obey some bytes, and no program
 * reads values back from it. */
static int put_shown(int fd, const void *bytes, size_t n)
{
    struct str shown = {0};

    show_output(bytes, n, &shown);
    const int bad = file_put(fd, str_text(&shown), shown.len);

    str_release(&shown);
    return bad;
}

int file_stream_put(struct file_stream *s, const void *bytes, size_t n,
                    struct error *e)
{
    const int bad = s->replaces ? file_put_watched(s->to.fd, s->path, bytes, n)
                    : s->terminal ? put_shown(s->fd, bytes, n)
                                  : file_put(s->fd, bytes, n);

    return bad ? error_errno(e, "cannot write '%s'",
                             s->replaces ? s->to.tmp : s->path)
               : 0;
}

/* Some file systems report write errors only at close(). */
static int close_other(struct file_stream *s, struct error *e)
{
    const int failed = s->opened && close(s->fd);

    s->opened = false;
    return failed ? error_errno(e, "cannot write '%s'", s->path) : 0;
}

static int put_in_place(struct file_stream *s, struct error *e)
{
    return temporary_close(&s->to, true, e) || temporary_put(&s->to, e)
               ? -1
               : temporary_sync(&s->to, e);
}

int file_stream_close(struct file_stream *s, bool wanted, struct error *e)
{
    const int failed = !wanted       ? -1
                       : s->replaces ? put_in_place(s, e)
                                     : close_other(s, e);

    release(s);
    return failed;
}

int file_write_pieces(const char *path, const struct file_pieces *all,
                      struct error *e)
{
    struct file_stream *s = file_stream_open(path, e);
    struct file_piece p;
    int failed = 0;

    if (!s)
        return -1;
    while (!failed && all->next(all->of, &p))
        failed = file_stream_put(s, p.bytes, p.n, e);
    return file_stream_close(s, !failed, e);
}

int file_write(const char *path, const void *bytes, size_t n, struct error *e)
{
    struct file_stream *s = file_stream_open(path, e);

    return s ? file_stream_close(s, !file_stream_put(s, bytes, n, e), e) : -1;
}
