/* lease.c - a lease that is held: its heartbeat, and its end. */
#include "config.h"

#include "results/lease.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "results/folder.h"
#include "results/lease_parts.h"

/* The share of its silence after which a lease that is gone may have been
 * another's: a little less than it takes to take it over. */
#define LATE 0.8

/* The share after which a lease that cannot be renewed is warned of. */
#define WARN 0.3

struct lease {
    char *dir, *path, *stop_path; /* owned */
    struct holder own;
    void (*stop)(void);
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t over_now;
    bool over;
    double renewed; /* clock, when the file last was */
    bool warned;    /* that it is not */
    bool lost;      /* for good */
    struct error why;
};

/* --- one beat ------------------------------------------------------------- */

static bool is_own(const struct lease *l, const struct holder *h)
{
    return !strcmp(h->token, l->own.token);
}

static void note_renewed(struct lease *l)
{
    pthread_mutex_lock(&l->lock);
    l->renewed = clock_now();
    pthread_mutex_unlock(&l->lock);
}

/* Is the open file ours?  It may have been replaced since we looked. */
static bool holds_token(const struct lease *l, int fd)
{
    char bytes[HOLDER_MOST + 1];
    const ssize_t n = pread(fd, bytes, HOLDER_MOST, 0);

    if (n <= 0)
        return false;
    bytes[n] = '\0';
    return strstr(bytes, l->own.token) != NULL;
}

/* A full disk may let the time be set where it takes no bytes; and setting it
 * has a network file system write at once. */
static bool renew(const struct lease *l, int fd)
{
    struct str text = {0};

    holder_text(&l->own, &text);
    const ssize_t n = pwrite(fd, text.s, text.len, 0);

    str_release(&text);
    return !futimens(fd, NULL) && n > 0;
}

/* Write the line anew into our own file.  What is moved away meanwhile is found
 * to be renewed by whoever moved it. */
static void write_line(struct lease *l)
{
    const int fd = open(l->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd >= 0 && holds_token(l, fd) && renew(l, fd))
        note_renewed(l);
    if (fd >= 0)
        close(fd);
}

/* The lock is held. */
static void lose_to(struct lease *l, const struct holder *now)
{
    l->lost = true;
    error_set(&l->why,
              "folder '%s' was taken over by process %ld on host %s, which "
              "goes on with it",
              l->dir, now->pid, now->host);
}

/* The same: whoever took it over has ended, and given it back. */
static void lose_to_nobody(struct lease *l)
{
    l->lost = true;
    error_set(&l->why,
              "folder '%s': its lease is gone, and was not renewed for %.0f s: "
              "another process may have had it meanwhile (the same command "
              "goes on)",
              l->dir, clock_now() - l->renewed);
}

/* Who has it now?  What cannot be read tells nothing.  A file that is gone or
 * spoilt while we were not there to see may have been another's. */
static enum holder_found look(struct lease *l, struct str *text)
{
    struct holder now;
    struct error ignored;
    const enum holder_found found = holder_read(l->dir, &now, text, &ignored);

    pthread_mutex_lock(&l->lock);
    const bool late = clock_now() - l->renewed > LATE * l->own.silence;

    if (found == HOLDER_NAMED && !is_own(l, &now) && !l->lost)
        lose_to(l, &now);
    else if ((found == HOLDER_NONE || found == HOLDER_GARBAGE) && late &&
             !l->lost)
        lose_to_nobody(l);
    pthread_mutex_unlock(&l->lock);
    return found;
}

/* A file that was removed, or holds garbage, is put back. */
static void put_back(struct lease *l, enum holder_found found,
                     const struct str *garbage)
{
    struct str text = {0};
    struct error e;

    holder_text(&l->own, &text);
    if ((found == HOLDER_NONE || !lease_remove(l->dir, garbage, &e)) &&
        !file_create(l->path, str_text(&text), text.len, &e)) {
        note_renewed(l);
        log_warning("folder '%s': its file 'owner' was %s: it is written anew",
                    l->dir, found == HOLDER_NONE ? "removed" : "overwritten");
    }
    str_release(&text);
}

/* Of that file, however long, the token alone is read. */
static void look_for_stop(struct lease *l)
{
    char token[HOLDER_TOKEN - 1];
    struct error ignored;
    const int fd = l->stop ? file_open(l->stop_path, &ignored) : -1;

    if (fd < 0)
        return;
    if (pread(fd, token, sizeof(token), 0) == (ssize_t)sizeof(token) &&
        !memcmp(token, l->own.token, sizeof(token)))
        l->stop();
    close(fd);
}

/* Others would take us for dead.  `why`: as errno has it; 0: nobody knows. */
static void warn_if_late(struct lease *l, int why)
{
    struct error ignored;

    if (l->warned || clock_now() - l->renewed < WARN * l->own.silence ||
        lease_seen_lost(l, &ignored))
        return;
    l->warned = true;
    log_warning("folder '%s': its lease cannot be renewed (%s): another start "
                "takes it over after %.0f s",
                l->dir, why ? strerror(why) : "its file cannot be written",
                l->own.silence);
}

static void beat(struct lease *l)
{
    struct str text = {0};
    struct error ignored;

    errno = 0;
    const enum holder_found found = look(l, &text);

    l->own.beat++;
    if (lease_seen_lost(l, &ignored))
        ;
    else if (found == HOLDER_NAMED)
        write_line(l);
    else if (found != HOLDER_ERROR)
        put_back(l, found, &text);
    const int why = errno;

    look_for_stop(l);
    warn_if_late(l, why);
    str_release(&text);
}

/* --- the heartbeat -------------------------------------------------------- */

static struct timespec in(double seconds)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    const long ns = t.tv_nsec + (long)(seconds * 1e9) % 1000000000L;

    t.tv_sec += (time_t)seconds + ns / 1000000000L;
    t.tv_nsec = ns % 1000000000L;
    return t;
}

/* True: the lease is to end. */
static bool wait_for_end(struct lease *l)
{
    const struct timespec until = in(l->own.every);
    bool over;

    pthread_mutex_lock(&l->lock);
    while (!(over = l->over) &&
           pthread_cond_timedwait(&l->over_now, &l->lock, &until) != ETIMEDOUT)
        ;
    pthread_mutex_unlock(&l->lock);
    return over;
}

static void *heartbeat(void *lease)
{
    while (!wait_for_end(lease))
        beat(lease);
    return NULL;
}

/* Signals are for the thread that trains. */
static void start(struct lease *l)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&l->thread, NULL, heartbeat, l))
        die("cannot start the heartbeat of the lease of '%s'", l->dir);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct lease *lease_begin(const struct lease_terms *terms,
                          const struct holder *own)
{
    struct lease *l = memory_zeroed(1, sizeof(*l));
    pthread_condattr_t monotonic;

    l->dir = memory_string(terms->dir);
    l->path = folder_path(terms->dir, FOLDER_OWNER);
    l->stop_path = folder_path(terms->dir, FOLDER_STOP);
    l->stop = terms->stop;
    l->own = *own;
    l->renewed = clock_now();
    pthread_mutex_init(&l->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&l->over_now, &monotonic);
    pthread_condattr_destroy(&monotonic);
    start(l);
    return l;
}

/* --- what others ask ------------------------------------------------------ */

bool lease_seen_lost(struct lease *l, struct error *e)
{
    if (!l)
        return false;
    pthread_mutex_lock(&l->lock);
    const bool lost = l->lost;

    if (lost)
        *e = l->why;
    pthread_mutex_unlock(&l->lock);
    return lost;
}

int lease_lost(struct lease *l, struct error *e)
{
    if (l)
        look(l, NULL);
    return lease_seen_lost(l, e) ? -1 : 0;
}

int lease_guard(void *lease, struct error *e)
{
    return lease_lost(lease, e);
}

static void stop_heartbeat(struct lease *l)
{
    pthread_mutex_lock(&l->lock);
    l->over = true;
    pthread_cond_signal(&l->over_now);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
}

static void free_lease(struct lease *l)
{
    pthread_cond_destroy(&l->over_now);
    pthread_mutex_destroy(&l->lock);
    free(l->dir);
    free(l->path);
    free(l->stop_path);
    free(l);
}

void lease_release(struct lease *l)
{
    struct str text = {0};
    struct holder now;
    struct error ignored;

    if (!l)
        return;
    stop_heartbeat(l);
    if (!lease_lost(l, &ignored) &&
        holder_read(l->dir, &now, &text, &ignored) > HOLDER_NONE) {
        unlink(l->stop_path);
        lease_remove(l->dir, &text, &ignored);
    }
    str_release(&text);
    free_lease(l);
}

void lease_leave(struct lease *l)
{
    struct error ignored;

    if (!l)
        return;
    stop_heartbeat(l);
    l->own.left = true;
    if (!lease_lost(l, &ignored))
        write_line(l);
    free_lease(l);
}

int lease_ask_to_stop(const char *dir, const struct holder *h, struct error *e)
{
    char *path = folder_path(dir, FOLDER_STOP);
    char *line = memory_format("%s\n", h->token);
    const int failed = file_refresh(path, line, strlen(line), e);

    free(line);
    free(path);
    return failed;
}
