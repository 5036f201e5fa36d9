#include "config.h"

#include "base/files/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/folder_entries.h"
#include "base/files/io_watchdog.h"
#include "base/files/path.h"
#include "base/system/process.h"

#define TMP ".tmp."

/* How many names are tried: names that exist are skipped. */
#define TRIES 16

/* Hex digits of a name that cannot be guessed, after a '-'. */
#define DRAWN 16

/* --- names ---------------------------------------------------------------- */

/* PATH.tmp.HOST.PID, or PATH.tmp.HOST.PID-DRAWN. */
static char *make_name(const char *path, bool drawn)
{
    char host[256], end[DRAWN + 2] = "";
    uint64_t bits = 0;

    process_host(host);
    if (drawn && getrandom(&bits, sizeof(bits), GRND_NONBLOCK) > 0)
        snprintf(end, sizeof(end), "-%0*llx", DRAWN, (unsigned long long)bits);
    return memory_format("%s" TMP "%s.%ld%s", path, host, (long)getpid(), end);
}

/* True if it is PID or PID-DRAWN. */
static bool is_process(const char *s)
{
    const size_t digits = strspn(s, "0123456789");

    s += digits;
    return digits && (!*s || (*s == '-' && strlen(s) == DRAWN + 1 &&
                              strspn(s + 1, "0123456789abcdef") == DRAWN));
}

/* The part HOST.PID after the last .tmp.  of a name made by make_name(); NULL
 * if the name is not of that form. */
static const char *owner_of(const char *name)
{
    const char *owner = name, *next;

    while ((next = strstr(owner, TMP)))
        owner = next + strlen(TMP);
    const char *dot = strrchr(owner, '.');

    if ((size_t)(owner - name) <= strlen(TMP) || !dot || dot == owner ||
        !is_process(dot + 1))
        return NULL;
    return owner;
}

/* --- making one ----------------------------------------------------------- */

/* The name within the folder. */
static const char *name_of(const struct temporary *t)
{
    return path_name(t->path);
}

static const char *tmp_of(const struct temporary *t)
{
    return path_name(t->tmp);
}

static int open_folder(struct temporary *t)
{
    char *folder = path_folder(t->path);

    t->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int why = errno;

    free(folder);
    errno = why;
    return t->folder < 0 ? -1 : 0;
}

static int open_file(struct temporary *t)
{
    for (int i = 0; i < TRIES && t->fd < 0; i++) {
        free(t->tmp);
        t->tmp = make_name(t->path, i > 0);
        t->fd =
            openat(t->folder, tmp_of(t),
                   O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (t->fd < 0 && errno != EEXIST)
            break;
    }
    return t->fd < 0 ? -1 : 0;
}

static void forget_file(struct temporary *t)
{
    free(t->tmp);
    t->tmp = NULL;
}

int temporary_open(struct temporary *t, const char *path, struct error *e)
{
    *t =
        (struct temporary){.path = memory_string(path), .folder = -1, .fd = -1};
    const int call = io_watchdog_begin("create", path);
    const bool made = !open_folder(t) && !open_file(t);

    io_watchdog_end(call);
    if (made)
        return 0;
    const int why = errno;

    error_errno(e, "cannot create '%s'", t->tmp ? t->tmp : path);
    forget_file(t);
    temporary_release(t);
    errno = why;
    return -1;
}

int temporary_close(struct temporary *t, bool synced, struct error *e)
{
    const int call = io_watchdog_begin(synced ? "sync" : "close", t->path);
    const int fd = t->fd;
    const bool unsynced = synced && fsync(fd);
    const int why = errno;
    const bool unclosed = close(fd);

    io_watchdog_end(call);
    t->fd = -1;
    if (!unclosed && !unsynced)
        return 0;
    errno = unsynced ? why : errno;
    return error_errno(e, "cannot write '%s'", t->tmp);
}

int temporary_put(struct temporary *t, struct error *e)
{
    const int call = io_watchdog_begin("replace", t->path);
    const int failed = renameat(t->folder, tmp_of(t), t->folder, name_of(t));

    io_watchdog_end(call);
    if (failed)
        return error_errno(e, "cannot put '%s' in place", t->path);
    forget_file(t);
    return 0;
}

int temporary_put_anew(struct temporary *t, struct error *e)
{
    struct stat st;

    if (!linkat(t->folder, tmp_of(t), t->folder, name_of(t), 0)) {
        unlinkat(t->folder, tmp_of(t), 0);
        forget_file(t);
        return 0;
    }
    if (errno == EEXIST ||
        !fstatat(t->folder, name_of(t), &st, AT_SYMLINK_NOFOLLOW)) {
        error_errno(e, "cannot put '%s' in place", t->path);
        return 1;
    }
    return temporary_put(t, e);
}

int temporary_exchange(const struct temporary *t, struct stat *st,
                       struct error *e)
{
    const int call = io_watchdog_begin("replace", t->path);
    const int failed =
        renameat2(t->folder, tmp_of(t), t->folder, name_of(t), RENAME_EXCHANGE);

    io_watchdog_end(call);
    if (failed && (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP))
        return 1;
    if (failed || fstatat(t->folder, tmp_of(t), st, 0))
        return error_errno(e, "cannot put '%s' in place", t->path);
    return 0;
}

/* Some file systems cannot sync a folder and return EINVAL: nothing to do. */
int temporary_sync(const struct temporary *t, struct error *e)
{
    return fsync(t->folder) && errno != EINVAL
               ? error_errno(e, "cannot sync the folder of '%s'", t->path)
               : 0;
}

void temporary_release(struct temporary *t)
{
    const int why = errno;

    if (!t->path)
        return;
    if (t->fd >= 0)
        close(t->fd);
    if (t->tmp)
        unlinkat(t->folder, tmp_of(t), 0);
    if (t->folder >= 0)
        close(t->folder);
    free(t->path);
    free(t->tmp);
    *t = (struct temporary){0};
    errno = why;
}

/* --- cleaning ------------------------------------------------------------- */

/*
 * True if the process HOST.PID that wrote a file has ended.  A process younger
 * than the file only has the same number as the one that wrote it.
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

size_t temporary_left(int folder, const char *name, struct stat *st)
{
    const char *owner = owner_of(name);

    return owner && !fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) &&
                   (S_ISREG(st->st_mode) || S_ISLNK(st->st_mode)) &&
                   abandoned(owner, st)
               ? (size_t)(owner - name) - strlen(TMP)
               : 0;
}

/* Remove what was left of one file in a folder, or of any if it is NULL. */
static void clean_one(void *context, int folder, const struct dirent *entry)
{
    const char *file = context, *name = entry->d_name;
    struct stat st;
    const size_t n = temporary_left(folder, name, &st);

    if (n && (!file || (strlen(file) == n && !strncmp(name, file, n))))
        unlinkat(folder, name, 0);
}

/* A folder that cannot be listed is left for another time. */
void folder_clean(const char *path)
{
    struct error ignored;

    folder_each(path, clean_one, NULL, &ignored);
}

void file_clean(const char *path)
{
    char *folder = path_folder(path);
    struct error ignored;

    folder_each(folder, clean_one, (char *)path_name(path), &ignored);
    free(folder);
}
