#include "config.h"

#include "base/files/file_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/core/interrupt.h"
#include "base/files/file.h"

/* Seconds.  Old file systems count whole seconds, or two. */
#define TICK 3

struct file_stat file_stat(const char *path)
{
    return file_stat_in(AT_FDCWD, path);
}

struct file_stat file_stat_in(int folder, const char *name)
{
    struct stat st;

    if (fstatat(folder, name, &st, 0) || !S_ISREG(st.st_mode))
        return (struct file_stat){0};
    return (struct file_stat){
        .inode = (uint64_t)st.st_ino,
        .bytes = (uint64_t)st.st_size,
        .written = {st.st_mtim.tv_sec, st.st_mtim.tv_nsec},
        .changed = {st.st_ctim.tv_sec, st.st_ctim.tv_nsec},
    };
}

bool file_stat_equal(const struct file_stat *a, const struct file_stat *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

bool file_stat_settled(const struct file_stat *s)
{
    return time(NULL) - s->changed[0] > TICK;
}

static int add_all(int fd, struct hasher *h)
{
    char buffer[1 << 16];
    ssize_t n;

    while ((n = read(fd, buffer, sizeof(buffer))) != 0) {
        if (n > 0)
            hasher_add(h, buffer, (size_t)n);
        else if (errno != EINTR)
            return -1;
        if (interrupted()) {
            errno = EINTR;
            return -1;
        }
    }
    return 0;
}

int file_digest(const char *path, struct digest *d, struct error *e)
{
    const int fd = file_open(path, e);
    struct hasher *h;
    int status = 0;

    if (fd < 0)
        return -1;
    h = hasher_new();
    if (add_all(fd, h))
        status = error_errno(e, "cannot read '%s'", path);
    *d = hasher_digest(h);
    hasher_free(h);
    close(fd);
    return status;
}
