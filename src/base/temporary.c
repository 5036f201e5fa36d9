#include "config.h"

#include "base/temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"

#define TMP ".tmp."

/* A shared file system holds temporary files of processes on other hosts. */
char *file_temporary(const char *path)
{
    char host[256];

    process_host(host);
    return memory_format("%s" TMP "%s.%ld", path, host, (long)getpid());
}

/* Of a name as file_temporary() makes them: what stands behind the last .tmp.,
 * HOST.PID.  NULL: it is another's name, whatever it looks like. */
static const char *owner_of(const char *name)
{
    const char *owner = name, *next;

    while ((next = strstr(owner, TMP)))
        owner = next + strlen(TMP);
    const char *dot = strrchr(owner, '.');

    if ((size_t)(owner - name) <= strlen(TMP) || !dot || dot == owner ||
        !dot[1] || dot[1 + strspn(dot + 1, "0123456789")])
        return NULL;
    return owner;
}

/*
 * Does a file of an owner HOST.PID belong to nobody any more?  A process
 * younger than the file only bears the number of the one that wrote it.
 */
static bool abandoned(const char *owner, const struct stat *st)
{
    const char *dot = strrchr(owner, '.');
    const double age = difftime(time(NULL), st->st_mtime);
    char host[256];
    long pid;

    process_host(host);
    if (strlen(host) != (size_t)(dot - owner) ||
        strncmp(host, owner, strlen(host)) != 0)
        return age > 3600; /* another host: by age */
    pid = strtol(dot + 1, NULL, 10);
    if (pid <= 0)
        return false;
    if (!process_alive(pid))
        return true;
    const double owner_age = process_age(pid);

    return owner_age >= 0 && age > owner_age + 2;
}

/* Of one file in a folder, or of any: NULL. */
static void clean_one(int folder, const char *name, const char *file)
{
    const char *owner = owner_of(name);
    const size_t n = file ? strlen(file) : 0;
    struct stat st;

    if (!owner || (file && (strncmp(name, file, n) != 0 ||
                            name + n + strlen(TMP) != owner)))
        return;
    if (!fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) &&
        S_ISREG(st.st_mode) && abandoned(owner, &st))
        unlinkat(folder, name, 0);
}

static void clean(const char *path, const char *file)
{
    DIR *d = opendir(path);
    const struct dirent *entry;

    while (d && (entry = readdir(d)))
        clean_one(dirfd(d), entry->d_name, file);
    if (d)
        closedir(d);
}

void folder_clean(const char *path)
{
    clean(path, NULL);
}

void file_clean(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = file_folder(path);

    clean(folder, slash ? slash + 1 : path);
    free(folder);
}
