#include "config.h"

#include "base/folder_entries.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* NULL: there is none any more, or errno is not 0. */
static const struct dirent *next(DIR *d)
{
    errno = 0;
    return readdir(d);
}

static bool is_dots(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

int folder_each(const char *path,
                void (*take)(void *context, int folder,
                             const struct dirent *entry),
                void *context, struct error *e)
{
    DIR *d = opendir(path);
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

mode_t entry_type(int folder, const struct dirent *entry, bool follow)
{
    struct stat st;

    if (entry->d_type != DT_UNKNOWN && !(follow && entry->d_type == DT_LNK))
        return DTTOIF(entry->d_type);
    return fstatat(folder, entry->d_name, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW)
               ? 0
               : st.st_mode;
}
