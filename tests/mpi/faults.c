/*
 * faults.c - a library to preload: it logs what a process does to files, and
 * causes a fault at one of these points.
 *
 * A point is a call and the name of a file, as "put journal".  Calls are
 *
 *   open, create  of a file; the fault comes before the call
 *   write, sync   of an open one
 *   put           by renaming or linking another file
 *   remove
 *   list          of a folder: one of its entries; the fault comes before
 *
 * Otherwise the fault comes after the call, except for FAULT_DO=fail, which
 * makes the call fail with EIO, and FAULT_DO=tear, which writes one half.
 * Names are relative to the folder FAULT_TOP, or the last part of others,
 * without the `.tmp.HOST.PID` of temporary files, and with `*` for the digest
 * of a trial.
 *
 *   FAULT_LOG=FILE      log of the points below FAULT_TOP that changed
 *                       something, one line each, without writes
 *   FAULT_AT='CALL NAME [N]'  the point: NAME may have wildcards, or be the
 *                       last part alone, with the digest or without; N is the
 *                       count, 1 if not given, `*` for every time
 *   FAULT_RANK=RANK     only on this rank
 *   FAULT_DO=           die   by SIGKILL
 *                       stop  by SIGUSR1
 *                       fail, tear
 *                       hold FILE  create FILE.RANK, wait until it is removed
 *                       run COMMAND
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define DIGEST 32 /* hexadecimal digits */

#define REAL(type, name, ...)         \
    static type (*real)(__VA_ARGS__); \
    if (!real)                        \
    *(void **)&real = dlsym(RTLD_NEXT, name)

/* --- names ---------------------------------------------------------------- */

static size_t digits(const char *s)
{
    return strspn(s, "0123456789abcdef");
}

/* Set `full` to PATH in the folder `in`, or to `in` itself. */
static void full_name(int in, const char *path, char full[PATH_MAX])
{
    char link[64];
    ssize_t n = 0;

    if (in != AT_FDCWD && path[0] != '/') {
        snprintf(link, sizeof(link), "/proc/self/fd/%d", in);
        n = readlink(link, full, PATH_MAX - 1);
    }
    n = n > 0 ? n : 0;
    snprintf(full + n, PATH_MAX - (size_t)n, "%s%s", n && *path ? "/" : "",
             path);
}

/* True if a file is below FAULT_TOP; sets `name` to its name in points. */
static bool short_name(const char *full, char name[PATH_MAX])
{
    const char *top = getenv("FAULT_TOP"), *slash = strrchr(full, '/');
    const size_t n = top ? strlen(top) : 0;
    const bool below =
        n && !strncmp(full, top, n) && (full[n] == '/' || full[n] == '\0');
    const char *from = below   ? full + n + (full[n] == '/')
                       : slash ? slash + 1
                               : full;
    size_t len = 0;

    for (; *from && strncmp(from, ".tmp.", 5) != 0; len++) {
        const size_t run = digits(from);
        const bool whole = !len || name[len - 1] == '/';

        name[len] = *from;
        if (whole && run == DIGEST)
            name[len] = '*';
        else if (whole && run == 2 && (from[2] == '/' || !from[2]))
            name[len] = '?';
        from += name[len] == '*' ? DIGEST : name[len] == '?' ? 2 : 1;
    }
    if (!len)
        name[len++] = '.';
    name[len] = '\0';
    return below;
}

/* --- faults --------------------------------------------------------------- */

static const char *own_rank(void)
{
    const char *rank = getenv("PMIX_RANK");

    return rank ? rank : "0";
}

static void hold(const char *name)
{
    char file[PATH_MAX];

    snprintf(file, sizeof(file), "%s.%s", name, own_rank());
    const int fd = (int)syscall(SYS_openat, AT_FDCWD, file,
                                O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    close(fd);
    while (!access(file, F_OK))
        usleep(1000);
}

/* A program that measures its coverage writes the counts first; see
 * tests/long/test_coverage.sh. */
static void die(void)
{
    void (*add_up)(void);

    *(void **)&add_up = dlsym(RTLD_DEFAULT, "__gcov_dump");
    unsetenv("FAULT_AT");
    if (add_up)
        add_up();
    raise(SIGKILL);
}

static void do_it(const char *what)
{
    if (!strcmp(what, "die"))
        die();
    else if (!strcmp(what, "stop"))
        raise(SIGUSR1);
    else if (!strncmp(what, "hold ", 5))
        hold(what + 5);
    else if (!strncmp(what, "run ", 4) && system(what + 4))
        _exit(99);
}

static bool is_rank(void)
{
    const char *wanted = getenv("FAULT_RANK");

    return !wanted || !*wanted || !strcmp(own_rank(), wanted);
}

/* True if a pattern matches the file NAME, as short_name() has it, or its
 * path. */
static bool fits(const char *pattern, const char *name, const char *full)
{
    const char *slash = strrchr(name, '/'), *last = strrchr(full, '/');
    char own[PATH_MAX];

    snprintf(own, sizeof(own), "%s", last ? last + 1 : full);
    char *tmp = strstr(own, ".tmp.");

    if (tmp)
        *tmp = '\0';
    return !fnmatch(pattern, name, FNM_NOESCAPE) ||
           !fnmatch(pattern, slash ? slash + 1 : name, FNM_NOESCAPE) ||
           !fnmatch(pattern, own, FNM_NOESCAPE);
}

/* True if this is the point and the count of FAULT_AT. */
static bool is_at(const char *call, const char *name, const char *full)
{
    char wanted[16] = "", pattern[PATH_MAX] = "", nth[16] = "1";
    const char *at = getenv("FAULT_AT");
    static long calls;

    if (!at || sscanf(at, "%15s %4095s %15s", wanted, pattern, nth) < 2 ||
        strcmp(call, wanted) != 0 || !is_rank() || !fits(pattern, name, full))
        return false;
    return *nth == '*' || __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST) ==
                              strtol(nth, NULL, 10);
}

static void note(const char *call, const char *name)
{
    const char *log = getenv("FAULT_LOG");
    char line[PATH_MAX + 32];

    if (!log || !is_rank() || !strcmp(call, "write") || !strcmp(call, "open") ||
        !strcmp(call, "list"))
        return;
    const int fd =
        (int)syscall(SYS_openat, AT_FDCWD, log,
                     O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const int n = snprintf(line, sizeof(line), "%s %s\n", call, name);

    if (syscall(SYS_write, fd, line, (size_t)n) != n)
        _exit(99);
    close(fd);
}

/* Log a call and cause the fault, before the call or after it; then `failed` is
 * whether it has failed.  True if a call that is still to be made is to
 * fail. */
static bool log_call(const char *call, int in, const char *path, bool failed)
{
    const char *what = getenv("FAULT_DO");
    const int why = errno;
    char full[PATH_MAX], name[PATH_MAX];
    bool fails = false;

    full_name(in, path, full);
    if (short_name(full, name) && !failed)
        note(call, name);
    if (what && is_at(call, name, full)) {
        fails = !strcmp(what, "fail") || !strcmp(what, "tear");
        do_it(what);
    }
    errno = fails ? EIO : why;
    return fails;
}

static bool fails_first(void)
{
    const char *what = getenv("FAULT_DO");

    return what && (!strcmp(what, "fail") || !strcmp(what, "tear"));
}

/* Make a call, with log_call() before or after it. */
#define AROUND(call, in, path, status)                \
    do {                                              \
        const bool first = fails_first();             \
        if (first && log_call(call, in, path, false)) \
            return -1;                                \
        const int result = (status);                  \
        if (!first)                                   \
            log_call(call, in, path, result != 0);    \
        return result;                                \
    } while (0)

/* --- the calls ------------------------------------------------------------ */

#define MODE(mode)                                                  \
    va_list more;                                                   \
    va_start(more, flags);                                          \
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more)

int open(const char *path, int flags, ...)
{
    REAL(int, "open", const char *, int, mode_t);
    MODE(mode);
    return log_call(flags & O_CREAT ? "create" : "open", AT_FDCWD, path, false)
               ? -1
               : real(path, flags, mode);
}

int openat(int in, const char *path, int flags, ...)
{
    REAL(int, "openat", int, const char *, int, mode_t);
    MODE(mode);
    return log_call(flags & O_CREAT ? "create" : "open", in, path, false)
               ? -1
               : real(in, path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    const char *at = getenv("FAULT_AT");

    if (!at || strncmp(at, "write ", 6) != 0 ||
        !log_call("write", fd, "", false))
        return syscall(SYS_write, fd, bytes, n);
    if (!strcmp(getenv("FAULT_DO"), "fail"))
        return -1;
    syscall(SYS_write, fd, bytes, n / 2);
    die();
    return -1;
}

struct dirent *readdir(DIR *d)
{
    REAL(struct dirent *, "readdir", DIR *);
    const char *at = getenv("FAULT_AT");
    const bool met = at && !strncmp(at, "list ", 5);

    return met && log_call("list", dirfd(d), "", false) ? NULL : real(d);
}

int fsync(int fd)
{
    AROUND("sync", fd, "", (int)syscall(SYS_fsync, fd));
}

int fdatasync(int fd)
{
    AROUND("sync", fd, "", (int)syscall(SYS_fdatasync, fd));
}

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    AROUND("put", AT_FDCWD, to, real(from, to));
}

int renameat(int old, const char *from, int new, const char *to)
{
    REAL(int, "renameat", int, const char *, int, const char *);
    AROUND("put", new, to, real(old, from, new, to));
}

int renameat2(int old, const char *from, int new, const char *to,
              unsigned flags)
{
    AROUND("put", new, to,
           (int)syscall(SYS_renameat2, old, from, new, to, flags));
}

int link(const char *from, const char *to)
{
    REAL(int, "link", const char *, const char *);
    AROUND("put", AT_FDCWD, to, real(from, to));
}

int linkat(int old, const char *from, int new, const char *to, int flags)
{
    REAL(int, "linkat", int, const char *, int, const char *, int);
    AROUND("put", new, to, real(old, from, new, to, flags));
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    AROUND("remove", AT_FDCWD, path, real(path));
}

int remove(const char *path)
{
    REAL(int, "remove", const char *);
    AROUND("remove", AT_FDCWD, path, real(path));
}

int unlinkat(int in, const char *path, int flags)
{
    REAL(int, "unlinkat", int, const char *, int);
    AROUND("remove", in, path, real(in, path, flags));
}
