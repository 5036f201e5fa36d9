#include "config.h"

#include "sweep/run/disk_space.h"

#include <stdlib.h>

#include "base/files/file.h"
#include "base/files/folder_nearest.h"

int disk_space_check(const char *dir, double bytes, struct error *e)
{
    char *place = folder_nearest(dir);
    const long long left = folder_free_bytes(place);
    int failed = 0;

    if (!folder_is_writable(place))
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
