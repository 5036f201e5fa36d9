#include "config.h"

#include "engine/comm/local_ranks.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"
#include "base/system/process.h"

#define NAMESPACE "PMIX_NAMESPACE"
#define LOCAL_SIZE "OMPI_COMM_WORLD_LOCAL_SIZE"
#define CHECK_SECONDS 0.25

/* The launcher has started all ranks of a host after so long. */
#define STARTED_SECONDS 10.0

/* A launcher that ends all ranks itself has so long to do it. */
#define GRACE_SECONDS 2.0

struct local_rank {
    long pid;
    unsigned long long began;
};

static struct {
    bool runs, over; /* `over` under the lock */
    char *entry;     /* NAME=VALUE that the job's processes have; owned */
    int size;        /* ranks of this host; 0: unknown */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t left;
    int n, room;
    struct local_rank *rank; /* [n] of the same job; owned */
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .left = PTHREAD_COND_INITIALIZER};

/* --- finding them --------------------------------------------------------- */

/* True if a process was started for the job that `entry`, NAME=VALUE,
 * identifies. */
static bool has_entry(long pid, const char *entry)
{
    char *path = memory_format("/proc/%ld/environ", pid);
    struct str all = {0};
    struct error ignored;
    bool has = false;

    if (!file_read(path, &all, &ignored))
        for (size_t at = 0; at < all.len && !has; at += strlen(all.s + at) + 1)
            has = !strcmp(all.s + at, entry);
    str_release(&all);
    free(path);
    return has;
}

static bool is_known(long pid)
{
    for (int i = 0; i < watch.n; i++)
        if (watch.rank[i].pid == pid)
            return true;
    return false;
}

/* Add a child of our parent that was not seen before. */
static void add_rank(long pid)
{
    if (pid <= 0 || pid == (long)getpid() || is_known(pid) ||
        !has_entry(pid, watch.entry))
        return;
    GROW(watch.rank, watch.n, watch.room);
    watch.rank[watch.n++] = (struct local_rank){pid, process_began(pid)};
}

/* Add the children that one of our parent's threads has started. */
static void add_children(void *context, int folder, const struct dirent *task)
{
    char *path =
        memory_format("%s/%s/children", (const char *)context, task->d_name);
    char *end;
    struct str all = {0};
    struct error ignored;

    (void)folder;
    if (!file_read(path, &all, &ignored))
        for (char *at = all.s; at && *at; at = end) {
            const long pid = strtol(at, &end, 10);

            if (end == at)
                break;
            add_rank(pid);
            end += strspn(end, " ");
        }
    str_release(&all);
    free(path);
}

static void find_all(void)
{
    char *tasks = memory_format("/proc/%ld/task", (long)getppid());
    struct error ignored;

    folder_each(tasks, add_children, tasks, &ignored);
    free(tasks);
}

/* True if one that was seen has ended. */
static bool is_one_lost(void)
{
    for (int i = 0; i < watch.n; i++) {
        const struct local_rank *s = &watch.rank[i];

        if (!process_alive(s->pid) || process_began(s->pid) != s->began)
            return true;
    }
    return false;
}

/* True if one ended before it was seen. */
static bool is_one_missing(void)
{
    return watch.n + 1 < watch.size;
}

/* --- the thread ----------------------------------------------------------- */

/* Wait so many seconds; false if the watch ended meanwhile. */
static bool goes_on(double seconds)
{
    const struct timespec until = clock_until(seconds);

    pthread_mutex_lock(&watch.lock);
    while (!watch.over &&
           !pthread_cond_timedwait(&watch.left, &watch.lock, &until))
        ;
    const bool goes = !watch.over;

    pthread_mutex_unlock(&watch.lock);
    return goes;
}

/* The main thread is inside MPI, and may hold any lock: so only write() is
 * used. */
static void give_up(void)
{
    char host[256], text[400];

    process_host(host);
    const int n = snprintf(text, sizeof(text),
                           "codarun: a rank of this job on host %s ended while "
                           "MPI was starting\n",
                           host);

    if (write(STDERR_FILENO, text, (size_t)n) < 0)
        _exit(1); /* another write would fail, too */
    _exit(1);
}

static void *watch_ranks(void *unused)
{
    const double began = clock_now();
    bool lost = false;

    (void)unused;
    do {
        find_all();
        lost = is_one_lost() ||
               (clock_now() - began > STARTED_SECONDS && is_one_missing());
    } while (!lost && goes_on(CHECK_SECONDS));
    if (lost && goes_on(GRACE_SECONDS))
        give_up();
    return NULL;
}

static void forget(void)
{
    free(watch.rank);
    free(watch.entry);
    watch.rank = NULL;
    watch.entry = NULL;
    watch.n = watch.room = 0;
    watch.runs = false;
}

/* A parent that was itself started for the job is no launcher but a script that
 * starts a rank: its other children are no ranks.  The environment is read
 * here, since MPI changes it while the thread runs. */
void local_ranks_watch(void)
{
    const char *name = getenv(NAMESPACE), *size = getenv(LOCAL_SIZE);

    if (!name)
        return;
    watch.entry = memory_format(NAMESPACE "=%s", name);
    watch.size = size ? atoi(size) : 0;
    watch.runs = !has_entry((long)getppid(), watch.entry) &&
                 !pthread_create(&watch.thread, NULL, watch_ranks, NULL);
    if (!watch.runs)
        forget();
}

void local_ranks_leave(void)
{
    if (!watch.runs)
        return;
    pthread_mutex_lock(&watch.lock);
    watch.over = true;
    pthread_cond_signal(&watch.left);
    pthread_mutex_unlock(&watch.lock);
    pthread_join(watch.thread, NULL);
    forget();
}
