#include "config.h"

#include "base/files/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"

/* Seconds between checks of leases, much less than a lease lets a process
 * wait. */
#define PERIOD 0.5

/* Most mappings at once; further ones have neither a lease nor a message. */
#define MOST 64

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* to open, close */
static pthread_t watcher;
static bool started; /* and not joined */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the following */
static pthread_cond_t closed; /* uses the monotonic clock */
static pthread_once_t closed_made = PTHREAD_ONCE_INIT;
static struct mapping *_Atomic open_ones[MOST]; /* on_sigbus() reads it without
                                                   the lock */
static int leases;                              /* the watcher runs while there
                                                   are any */
static bool over;                               /* the watcher has ended or is
                                                   to end */

/* --- reading fails -------------------------------------------------------- */

static struct sigaction before;

/* May be called in a signal handler. */
static void tell(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* and there is nowhere to report it */
}

static bool has(const struct mapping *m, const void *address)
{
    const char *at = address;

    return m && at >= m->bytes && at < m->bytes + m->n;
}

/* The old handler is restored, and the same read fails again under it. */
static void on_sigbus(int number, siginfo_t *info, void *context)
{
    (void)context;
    for (int i = 0; i < MOST; i++) {
        const struct mapping *m = open_ones[i];

        if (!has(m, info->si_addr))
            continue;
        tell("codarun: file '");
        tell(m->path);
        tell("': it was cut while it is mapped, or its disk fails; the next "
             "start makes it again\n");
    }
    sigaction(number, &before, NULL);
    if (info->si_code <= 0) /* sent by another process */
        raise(number);
}

/* Other libraries may have handlers of their own, such as Open MPI, whose runs
 * after ours. */
static void catch_sigbus(void)
{
    struct sigaction ours = {.sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO};
    struct sigaction now;

    sigemptyset(&ours.sa_mask);
    if (!sigaction(SIGBUS, NULL, &now) &&
        (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_sigbus))
        sigaction(SIGBUS, &ours, &before);
}

/* --- leases --------------------------------------------------------------- */

/* The signal that asks for a lease back is set to one that is ignored: the
 * watcher polls instead. */
static int take_lease(int fd)
{
    return fcntl(fd, F_SETSIG, SIGURG) || fcntl(fd, F_SETLEASE, F_RDLCK) ? -1
                                                                         : 0;
}

/* Missing from <linux/magic.h>. */
#define CIFS_MAGIC 0xFF534D42

/* True if EAGAIN means that another process has the file open for writing.  A
 * network file system also returns it when the server has granted no
 * delegation. */
static bool knows_writers(int fd)
{
    struct statfs s;

    if (fstatfs(fd, &s))
        return true;
    const unsigned long type = (unsigned long)s.f_type & 0xFFFFFFFF;

    return type != NFS_SUPER_MAGIC && type != CIFS_MAGIC &&
           type != SMB_SUPER_MAGIC && type != SMB2_SUPER_MAGIC;
}

/* True if the lease was held until now.  The system ends a lease after waiting
 * too long for it, and then lets the other process write. */
static bool give_up_lease(struct mapping *m)
{
    const bool held = !fcntl(m->lease, F_SETLEASE, F_UNLCK);

    close(m->lease);
    m->lease = -1;
    return held;
}

/* Replaces the pages for all threads at once: a reader sees the file's page or
 * the copy's. */
static int copy(struct mapping *m)
{
    char *own = mmap(NULL, m->n, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (own == MAP_FAILED)
        return -1;
    memcpy(own, m->bytes, m->n);
    if (mprotect(own, m->n, PROT_READ) ||
        mremap(own, m->n, m->n, MREMAP_MAYMOVE | MREMAP_FIXED,
               (void *)m->bytes) == MAP_FAILED)
        return -1;
    m->copied = true;
    return 0;
}

static void rescue(struct mapping *m)
{
    if (copy(m))
        die("file '%s': another process is about to write into it or cut it, "
            "and there is no memory to keep a copy",
            m->path);
    if (!give_up_lease(m))
        die("file '%s': another process may have written into it or cut it "
            "while this one was stopped for so long that its lease ran out; "
            "the next start makes it again",
            m->path);
    log_warning("file '%s': another process writes into it or cuts it; this "
                "one goes on with a copy in memory",
                m->path);
}

/* The lock is held. */
static void end_broken(void)
{
    for (int i = 0; i < MOST; i++) {
        struct mapping *m = open_ones[i];

        if (m && m->lease >= 0 && fcntl(m->lease, F_GETLEASE) != F_RDLCK) {
            rescue(m);
            leases--;
        }
    }
}

static void make_closed(void)
{
    pthread_condattr_t monotonic;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&closed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void wait_a_while(void)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(PERIOD * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&closed, &lock, &until);
}

static void *watch(void *nothing)
{
    pthread_mutex_lock(&lock);
    while (leases > 0) {
        end_broken();
        wait_a_while();
    }
    over = true;
    pthread_mutex_unlock(&lock);
    return nothing;
}

/* The gate is held. */
static void join(void)
{
    if (started)
        pthread_join(watcher, NULL);
    started = false;
}

/* The gate is held; there is one lease more.  True if it is watched. */
static bool begin_watch(void)
{
    pthread_mutex_lock(&lock);
    const bool runs = started && !over;

    pthread_mutex_unlock(&lock);
    if (runs)
        return true;
    join();
    over = false;
    started = !pthread_create(&watcher, NULL, watch, NULL);
    return started;
}

/* --- opening and closing -------------------------------------------------- */

/* Put it among the mappings that are checked; false if there are too many. */
static bool enter(struct mapping *m)
{
    int i = 0;

    while (i < MOST && open_ones[i])
        i++;
    if (i < MOST)
        open_ones[i] = m;
    return i < MOST;
}

static void set_lease(struct mapping *m, int fd)
{
    pthread_mutex_lock(&lock);
    leases += (fd >= 0) - (m->lease >= 0);
    m->lease = fd;
    pthread_mutex_unlock(&lock);
}

/* The gate is held.  True if the mapping is watched and uses the descriptor. */
static bool watch_over(struct mapping *m, int fd, bool leased)
{
    catch_sigbus();
    if (!enter(m) || !leased)
        return false;
    set_lease(m, fd);
    if (begin_watch())
        return true;
    set_lease(m, -1);
    return false;
}

static int map(struct mapping *m, int fd, struct error *e)
{
    struct stat st;

    if (fstat(fd, &st))
        return error_errno(e, "cannot look at it");
    if (st.st_size <= 0)
        return error_set(e, "cut short: found 0 bytes");
    m->n = (size_t)st.st_size;
    m->bytes = mmap(NULL, m->n, PROT_READ, MAP_SHARED, fd, 0);
    if (m->bytes != MAP_FAILED)
        return 0;
    m->bytes = NULL;
    return error_errno(e, "cannot map it");
}

int mapping_open(struct mapping *m, int fd, const char *path, struct error *e)
{
    const bool leased = !take_lease(fd);
    const bool refused = !leased && errno == EAGAIN;

    pthread_once(&closed_made, make_closed);
    *m = (struct mapping){.lease = -1};
    if (refused && knows_writers(fd))
        error_set(e, "found it open for writing in another process");
    else if (!map(m, fd, e)) {
        m->path = memory_string(path);
        pthread_mutex_lock(&gate);
        if (!watch_over(m, fd, leased))
            close(fd); /* which ends its lease */
        pthread_mutex_unlock(&gate);
        return 0;
    }
    close(fd);
    *m = (struct mapping){0};
    return -1;
}

/* After this the watcher does not access it. */
static void leave(struct mapping *m)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST; i++)
        if (open_ones[i] == m)
            open_ones[i] = NULL;
    if (m->lease >= 0) {
        give_up_lease(m);
        leases--;
    }
    const bool last = leases == 0;

    pthread_cond_signal(&closed);
    pthread_mutex_unlock(&lock);
    if (last)
        join();
}

void mapping_close(struct mapping *m)
{
    if (!m->bytes)
        return;
    pthread_mutex_lock(&gate);
    leave(m);
    pthread_mutex_unlock(&gate);
    munmap((void *)m->bytes, m->n);
    free(m->path);
    *m = (struct mapping){0};
}
