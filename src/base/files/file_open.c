/* file_open.c - open files that must be regular ones. */
#include "config.h"

#include "base/files/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/interrupt.h"

/* Milliseconds between checks of interrupted() while waiting for a pipe. */
#define TICK 100

const char *file_sort(const struct stat *st)
{
    return S_ISREG(st->st_mode)    ? "a file"
           : S_ISDIR(st->st_mode)  ? "a folder"
           : S_ISLNK(st->st_mode)  ? "a link"
           : S_ISFIFO(st->st_mode) ? "a pipe"
           : S_ISSOCK(st->st_mode) ? "a socket"
                                   : "a device";
}

int file_refuse_other(const char *path, struct error *e)
{
    struct stat st;

    return !stat(path, &st) && !S_ISREG(st.st_mode)
               ? error_set(e, "file '%s': found %s, expected a file", path,
                           file_sort(&st))
               : 0;
}

/* A file on which another process, such as a file server, has a lease can only
 * be opened by waiting.  No pipe has a lease, so the second open() does not
 * wait for a writer. */
static int open_at_once(const char *path, int flags, mode_t mode)
{
    const int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC, mode);

    return fd < 0 && errno == EWOULDBLOCK ? open(path, flags | O_CLOEXEC, mode)
                                          : fd;
}

/* Takes over the descriptor. */
static int check_regular(int fd, const char *path, struct error *e)
{
    struct stat st;

    if (fd < 0 || fstat(fd, &st))
        error_errno(e, "cannot open '%s'", path);
    else if (S_ISREG(st.st_mode))
        return fd;
    else
        error_set(e, "'%s': found %s, expected a file", path, file_sort(&st));
    if (fd >= 0)
        close(fd);
    return -1;
}

int file_open(const char *path, struct error *e)
{
    return check_regular(open_at_once(path, O_RDONLY, 0), path, e);
}

/* Takes over the descriptor, too; -1 stays -1. */
static int check_single(int fd, const char *path, struct error *e)
{
    struct stat st;

    if (fd < 0 || (!fstat(fd, &st) && st.st_nlink <= 1))
        return fd;
    error_set(e,
              "'%s': found a file that has another name, too (a hard link, as "
              "cp -al makes), expected one of its own: what is written to it "
              "would be in both (cp -a makes a copy)",
              path);
    close(fd);
    errno = EMLINK;
    return -1;
}

int file_open_own(const char *path, int flags, mode_t mode, struct error *e)
{
    const int fd =
        open_at_once(path, O_RDWR | O_CREAT | O_NOFOLLOW | flags, mode);

    if (fd < 0 && errno == ELOOP) {
        error_set(e, "'%s': found a link, expected a file", path);
        errno = ELOOP;
        return -1;
    }
    return check_single(check_regular(fd, path, e), path, e);
}

int file_open_any(const char *path, struct error *e)
{
    const int fd = open_at_once(path, O_RDONLY, 0);
    struct stat st;

    if (fd < 0 || fstat(fd, &st))
        error_errno(e, "cannot open");
    else if (!S_ISDIR(st.st_mode))
        return fd;
    else
        error_set(e, "found a folder, expected a file");
    if (fd >= 0)
        close(fd);
    return -1;
}

/* 1 if there are bytes or the end; 0 if not yet; -1 if interrupted(). */
static int wait_for(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    const int n = poll(&p, 1, TICK);

    if (interrupted()) {
        errno = EINTR;
        return -1;
    }
    return n > 0 || (n < 0 && errno != EINTR);
}

ssize_t file_read_some(int fd, void *bytes, size_t n)
{
    for (;;) {
        const int there = wait_for(fd);

        if (there < 0)
            return -1;
        const ssize_t got = there ? read(fd, bytes, n) : -1;

        if (got >= 0)
            return got;
        if (there && errno != EINTR && errno != EAGAIN)
            return -1;
    }
}

int file_check(const char *path, struct error *e)
{
    const int fd = file_open(path, e);

    if (fd < 0)
        return -1;
    close(fd);
    return 0;
}
