/* file_info.c - questions about a file that need not open it. */
#include "config.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/files/file.h"
#include "base/files/io_watchdog.h"

bool file_exists(const char *path)
{
    const int call = io_watchdog_begin("look for", path);
    const bool there = access(path, F_OK) == 0;

    io_watchdog_end(call);
    return there;
}

long file_bytes(const char *path)
{
    struct stat st;

    return stat(path, &st) ? -1 : (long)st.st_size;
}

bool file_info(const char *path, struct file_info *out)
{
    struct stat st;

    *out = (struct file_info){.bytes = -1};
    const int call = io_watchdog_begin("look at", path);
    const int failed = stat(path, &st);

    io_watchdog_end(call);
    if (failed)
        return false;
    out->bytes = (long)st.st_size;
    out->changed = st.st_mtim.tv_sec * 1000000000LL + st.st_mtim.tv_nsec;
    return true;
}
