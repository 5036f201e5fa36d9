/* lease_file.c - rewrites the file of a lease that is held, in place. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep/folder/lease_internal.h"

/* True if the open file is ours.  It may have been replaced since it was
 * checked. */
static bool holds_token(const struct holder *own, int fd)
{
    char bytes[HOLDER_MOST + 1];
    const ssize_t n = pread(fd, bytes, HOLDER_MOST, 0);

    if (n <= 0)
        return false;
    bytes[n] = '\0';
    return strstr(bytes, own->token) != NULL;
}

/* Setting the time makes a network file system write at once. */
static int renew(const struct holder *own, int fd, bool whole)
{
    struct str text = {0};

    holder_text(own, &text);
    errno = ENOSPC; /* for a write that is incomplete */
    const ssize_t n = pwrite(fd, text.s, text.len, 0);
    const int why = errno;
    int failed = whole && n != (ssize_t)text.len ? -1 : futimens(fd, NULL);

    if (failed && n != (ssize_t)text.len)
        errno = why;
    str_release(&text);
    return failed;
}

int lease_rewrite(const char *path, const struct holder *own, bool whole,
                  struct error *e)
{
    const int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int status = fd < 0 ? -1 : 1;

    if (fd >= 0 && holds_token(own, fd))
        status = renew(own, fd, whole);
    if (status < 0)
        error_errno(e, "cannot write '%s'", path);
    if (fd >= 0)
        close(fd);
    return status;
}
