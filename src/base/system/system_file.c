#include "config.h"

#include "base/system/system_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/read.h"

/* More than the system has in any of them. */
#define MOST ((size_t)1 << 26)

static ssize_t read_some(void *fd, void *bytes, size_t n)
{
    return read_bytes(*(const int *)fd, bytes, n);
}

char *system_text(const char *root, const char *path)
{
    char *full = memory_format("%s%s", root, path), *taken;
    int fd = open(full, O_RDONLY | O_CLOEXEC);
    struct str text = {0};

    if (fd >= 0 && !read_all(&text, MOST, read_some, &fd) && text.len)
        taken = str_take(&text);
    else
        taken = memory_string("");
    if (fd >= 0)
        close(fd);
    str_release(&text);
    free(full);
    return taken;
}
