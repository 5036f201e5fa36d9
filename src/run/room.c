#include "config.h"

#include "run/room.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

char *room_nearest(const char *dir)
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

bool room_is_open(const char *place)
{
    char *inside = memory_format("%s/.", place); /* a file has none */
    const bool open = !access(inside, W_OK | X_OK);
    const int why = errno;

    free(inside);
    errno = why;
    return open;
}

int room_check(const char *dir, double bytes, struct error *e)
{
    char *place = room_nearest(dir);
    const long long left = folder_free_bytes(place);
    int failed = 0;

    if (!room_is_open(place))
        failed = error_errno(e, "results folder '%s': cannot write in '%s'",
                             dir, place);
    else if (left >= 0 && (double)left < bytes)
        failed = error_set(e,
                           "results folder '%s': %.1f MiB free, expected at "
                           "least %.1f MiB for results and states",
                           dir, (double)left / 1048576, bytes / 1048576);
    free(place);
    return failed;
}
