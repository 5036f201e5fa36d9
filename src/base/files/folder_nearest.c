#include "config.h"

#include "base/files/folder_nearest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"

char *folder_nearest(const char *dir)
{
    char *path = memory_string(dir), *slash;

    while (access(path, F_OK) && errno != EACCES) {
        slash = strrchr(path, '/');
        if (!slash || slash == path) {
            free(path);
            return memory_string(slash ? "/" : ".");
        }
        *slash = '\0';
    }
    return path;
}

bool folder_is_writable(const char *place)
{
    char *inside = memory_format("%s/.", place); /* for a file this does not
                                                    exist */
    const bool open = !access(inside, W_OK | X_OK);
    const int why = errno;

    free(inside);
    errno = why;
    return open;
}
