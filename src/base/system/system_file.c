#include "config.h"

#include "base/system/system_file.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/read.h"

static ssize_t read_some(void *fd, void *bytes, size_t n)
{
    return read_bytes(*(const int *)fd, bytes, n);
}

char *system_text(const char *root, const char *path)
{
    char *full = memory_format("%s%s", root, path), *taken;
    int fd = open(full, O_RDONLY | O_CLOEXEC);
    struct str text = {0};

    if (fd >= 0 && !read_all(&text, SIZE_MAX, read_some, &fd) && text.len)
        taken = str_take(&text);
    else
        taken = memory_string("");
    if (fd >= 0)
        close(fd);
    str_release(&text);
    free(full);
    return taken;
}
