#include "config.h"

#include "base/system/system_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/str.h"

/* Append the rest of a file; false on an error. */
static bool read_all(int fd, struct str *text)
{
    char piece[4096];

    for (;;) {
        const ssize_t n = read(fd, piece, sizeof(piece));

        if (n > 0)
            str_add(text, piece, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return n == 0;
    }
}

char *system_text(const char *root, const char *path)
{
    char *full = memory_format("%s%s", root, path), *taken;
    const int fd = open(full, O_RDONLY | O_CLOEXEC);
    struct str text = {0};

    if (fd >= 0 && read_all(fd, &text) && text.len)
        taken = str_take(&text);
    else
        taken = memory_string("");
    if (fd >= 0)
        close(fd);
    str_release(&text);
    free(full);
    return taken;
}
