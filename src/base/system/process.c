#include "config.h"

#include "base/system/process.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system/system_file.h"

void process_host(char name[256])
{
    if (gethostname(name, 256))
        strcpy(name, "unknown");
    name[255] = '\0';
}

struct status {
    char state; /* 'Z' and 'X': dead */
    unsigned long long began;
};

/* True if /proc is that of our PID namespace.  A container may see its host's,
 * where these numbers are other processes. */
static bool proc_is_ours(void)
{
    char self[32];
    const ssize_t n = readlink("/proc/self", self, sizeof(self) - 1);

    if (n <= 0)
        return false;
    self[n] = '\0';
    return strtol(self, NULL, 10) == (long)getpid();
}

/* All 0 if there is no such process or it is unknown. */
static struct status ask(long pid)
{
    struct status status = {0};
    char path[64] = "/proc/self/stat";

    if (pid != (long)getpid()) {
        if (!proc_is_ours())
            return status;
        snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
    }
    char *text = system_text("", path);
    /* The name in brackets may contain anything: parse after it. */
    const char *rest = strrchr(text, ')');

    if (rest)
        sscanf(rest,
               ") %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s"
               " %*s %*s %*s %*s %*s %llu",
               &status.state, &status.began);
    free(text);
    return status;
}

unsigned long long process_began(long pid)
{
    return ask(pid).began;
}

bool process_alive(long pid)
{
    const char state = ask(pid).state;

    if (pid <= 0 || pid > INT_MAX || (kill((pid_t)pid, 0) && errno == ESRCH))
        return false;
    return state != 'Z' && state != 'X';
}

/* Linux names a process after the file that it executes: by its own path that
 * is the program's name, by /proc/self/exe it is "exe". */
static bool own_path(char *path, size_t room)
{
    const ssize_t n = readlink("/proc/self/exe", path, room - 1);
    struct stat own, there;

    if (n < 0)
        return false;
    path[n] = '\0';
    return !stat("/proc/self/exe", &own) && !stat(path, &there) &&
           own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

void process_again(char **argv)
{
    char path[4096];

    if (own_path(path, sizeof(path)))
        execv(path, argv);
    execv("/proc/self/exe", argv); /* the file has been replaced since */
}

double process_age(long pid)
{
    const unsigned long long began = process_began(pid);
    struct timespec up;

    if (!began || clock_gettime(CLOCK_BOOTTIME, &up))
        return -1;
    return (double)up.tv_sec + 1e-9 * (double)up.tv_nsec -
           (double)began / (double)sysconf(_SC_CLK_TCK);
}

void process_boot(char boot[PROCESS_BOOT])
{
    char *text = system_text("", "/proc/sys/kernel/random/boot_id");

    snprintf(boot, PROCESS_BOOT, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
}

unsigned long long process_namespace(void)
{
    struct stat st;

    return stat("/proc/self/ns/pid", &st) ? 0 : (unsigned long long)st.st_ino;
}
