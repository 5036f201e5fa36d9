/* folder.c - the functions for folders of files/file.h. */
#include "config.h"

#include "base/files/file.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/io_watchdog.h"

static int make_one(const char *path, struct error *e)
{
    struct stat st;

    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return 0;
    return error_errno(e, "cannot make folder '%s'", path);
}

int folder_make_one(const char *path, struct error *e)
{
    const int call = io_watchdog_begin("make", path);
    const int failed = make_one(path, e);

    io_watchdog_end(call);
    return failed;
}

static int make_folder(const char *path, struct error *e)
{
    char *part = memory_string(path);

    for (char *p = part; *p; p++) {
        if (p == part || *p != '/')
            continue;
        *p = '\0';
        mkdir(part, 0777); /* only whether the last one succeeds matters */
        *p = '/';
    }
    free(part);
    return make_one(path, e);
}

int folder_make(const char *path, struct error *e)
{
    const int call = io_watchdog_begin("make", path);
    const int failed = make_folder(path, e);

    io_watchdog_end(call);
    return failed;
}

int folder_make_for(const char *file, struct error *e)
{
    char *copy = memory_string(file), *slash = strrchr(copy, '/');
    int failed = 0;

    if (slash) {
        *slash = '\0';
        failed = folder_make(copy, e);
    }
    free(copy);
    return failed;
}

/* Visit what is below a folder, also if its path is a link to it. */
static void walk(const char *path,
                 int (*visit)(const char *, const struct stat *, int,
                              struct FTW *),
                 int flags)
{
    char *inside = memory_format("%s/.", path);

    nftw(inside, visit, 16, FTW_PHYS | flags);
    free(inside);
}

static int prune_one(const char *path, const struct stat *st, int type,
                     struct FTW *where)
{
    (void)st;
    (void)where;
    if (type == FTW_DP)
        rmdir(path); /* fails if something is left, as it should */
    return 0;
}

void folder_prune(const char *path)
{
    walk(path, prune_one, FTW_DEPTH);
    rmdir(path);
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st;
    (void)type;
    (void)where;
    return remove(path);
}

int folder_remove(const char *path)
{
    return nftw(path, remove_one, 16, FTW_PHYS | FTW_DEPTH);
}

long long folder_free_bytes(const char *path)
{
    struct statvfs fs;

    if (statvfs(path, &fs))
        return -1;
    return (long long)fs.f_bavail * (long long)fs.f_frsize;
}
