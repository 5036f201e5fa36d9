#include "config.h"

#include "base/files/folder_entries.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The next entry; NULL at the end, or with errno not 0 after an error. */
static const struct dirent *next(DIR *d)
{
    errno = 0;
    return readdir(d);
}

static bool is_dots(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Closes the folder; d is NULL if it could not be opened. */
static int each(DIR *d, const char *path,
                void (*take)(void *context, int folder,
                             const struct dirent *entry),
                void *context, struct error *e)
{
    const struct dirent *entry;

    if (!d)
        return error_errno(e, "folder '%s': cannot read", path);
    while ((entry = next(d)))
        if (!is_dots(entry->d_name))
            take(context, dirfd(d), entry);
    const int why = errno;

    closedir(d);
    errno = why;
    return why ? error_errno(e, "folder '%s': cannot read to its end", path)
               : 0;
}

int folder_each(const char *path,
                void (*take)(void *context, int folder,
                             const struct dirent *entry),
                void *context, struct error *e)
{
    return each(opendir(path), path, take, context, e);
}

int folder_each_of(int folder, const char *path,
                   void (*take)(void *context, int folder,
                                const struct dirent *entry),
                   void *context, struct error *e)
{
    const int again = folder_open_in(folder, ".");
    DIR *d = again < 0 ? NULL : fdopendir(again);
    const int why = errno;

    if (again >= 0 && !d)
        close(again);
    errno = why;
    return each(d, path, take, context, e);
}

int folder_open_in(int folder, const char *name)
{
    return openat(folder, name,
                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

mode_t entry_type(int folder, const struct dirent *entry, bool follow)
{
    struct stat st;

    if (entry->d_type != DT_UNKNOWN && !(follow && entry->d_type == DT_LNK))
        return DTTOIF(entry->d_type);
    return fstatat(folder, entry->d_name, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW)
               ? 0
               : st.st_mode;
}
