/* lease.c - a lease that is held: its heartbeat, and its release. */
#include "config.h"

#include "sweep/folder/lease.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "sweep/folder/lease_internal.h"

/* The share of `silence` after which a lease whose file is missing may have
 * been another's: a little less than it takes to take it over. */
#define LATE 0.8

/* The share after which a warning says that the lease cannot be renewed. */
#define WARN 0.3

struct lease {
    char *dir, *path, *stop_path; /* owned */
    struct holder own;
    void (*stop)(void);
    pthread_t thread;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t over_now;
    bool over;
    bool judged;    /* the judgement of what the previous holder left is in the
                       journal */
    double renewed; /* clock_since_boot() of the last renewal */
    double seen;    /* the same, of the last read that found our name */
    bool warned;    /* that it cannot be renewed */
    bool lost;      /* lost for the rest of the run */
    struct error why;
    struct error trouble; /* the last error since the last renewal; "": none */
};

/* --- one beat ------------------------------------------------------------- */

static bool is_own(const struct lease *l, const struct holder *h)
{
    return !strcmp(h->token, l->own.token);
}

/* `at` is the time before the write, since a write may take long. */
static void note_renewed(struct lease *l, double at)
{
    pthread_mutex_lock(&l->lock);
    l->renewed = at;
    l->warned = false;
    l->trouble.text[0] = '\0';
    pthread_mutex_unlock(&l->lock);
}

static void note_trouble(struct lease *l, const struct error *e)
{
    pthread_mutex_lock(&l->lock);
    l->trouble = *e;
    pthread_mutex_unlock(&l->lock);
}

/* If another process moves the file away meanwhile, it sees that it was
 * renewed. */
static int write_line(struct lease *l, bool whole, struct error *e)
{
    const double at = clock_since_boot();
    const int status = lease_rewrite(l->path, &l->own, whole, e);

    if (!status)
        note_renewed(l, at);
    return status < 0 ? -1 : 0; /* 1: it belongs to another now */
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

/* Lose the lease because another may have it, or may have had it and given it
 * back. */
static void lose_unseen(struct lease *l, enum holder_found found)
{
    const char *trouble = l->trouble.text;

    l->lost = true;
    error_set(
        &l->why,
        "folder '%s': its lease %s, and was not renewed for %.0f s%s%s%s: "
        "another process may have had it meanwhile (the same command "
        "goes on)",
        l->dir, found == HOLDER_ERROR ? "cannot be read" : "is gone",
        clock_since_boot() - l->renewed, *trouble ? " (" : "", trouble,
        *trouble ? ")" : "");
}

/* True if a time ago was longer than another process needs to take it over. */
static bool is_late(const struct lease *l, double since)
{
    return clock_since_boot() - since > LATE * l->own.silence;
}

/* Find who has the lease now.  A file that names us is ours, however old it is,
 * since a process that takes it over replaces the file.  A file that is missing
 * or damaged is no evidence until another may have had it meanwhile; one that
 * cannot be read, until that has lasted as long. */
static enum holder_found read_lease(struct lease *l, struct str *text)
{
    const double at = clock_since_boot();
    struct holder now;
    struct error e;
    const enum holder_found found = holder_read(l->dir, &now, text, &e);
    const bool named = found == HOLDER_NAMED;

    pthread_mutex_lock(&l->lock);
    const double known =
        found == HOLDER_ERROR ? fmax(l->renewed, l->seen) : l->renewed;

    if (found == HOLDER_ERROR)
        l->trouble = e;
    if (named && is_own(l, &now))
        l->seen = fmax(l->seen, at);
    else if (named && !l->lost)
        lose_to(l, &now);
    else if (!named && is_late(l, known) && !l->lost)
        lose_unseen(l, found);
    pthread_mutex_unlock(&l->lock);
    return found;
}

/* Write the file again if it was removed or holds garbage. */
static int put_back(struct lease *l, enum holder_found found,
                    const struct str *garbage, struct error *e)
{
    const double at = clock_since_boot();
    struct str text = {0};
    int status = found == HOLDER_NONE ? 0 : lease_remove(l->dir, garbage, e);

    holder_text(&l->own, &text);
    if (!status)
        status = file_create(l->path, str_text(&text), text.len, e);
    if (!status) {
        note_renewed(l, at);
        log_warning("folder '%s': its file 'owner' was %s: it is written anew",
                    l->dir, found == HOLDER_NONE ? "removed" : "overwritten");
    }
    str_release(&text);
    return status < 0 ? -1 : 0; /* 1: another process has written it */
}

/* Read the token alone, however long the file is. */
static void check_stop_file(struct lease *l)
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

/* Warn before others take the lease over. */
static void warn_if_late(struct lease *l)
{
    pthread_mutex_lock(&l->lock);
    const struct error why = l->trouble;
    const bool warns = !l->warned && !l->lost && *why.text &&
                       clock_since_boot() - l->renewed >= WARN * l->own.silence;

    l->warned |= warns;
    pthread_mutex_unlock(&l->lock);
    if (warns)
        log_warning("folder '%s': its lease cannot be renewed (%s): another "
                    "start takes it over after %.0f s",
                    l->dir, why.text, l->own.silence);
}

static void next_beat(struct lease *l)
{
    pthread_mutex_lock(&l->lock);
    if (l->judged)
        l->own.after = AFTER_NOBODY;
    pthread_mutex_unlock(&l->lock);
    l->own.beat++;
}

/* A failed beat is tried again at the next one. */
static void beat(struct lease *l)
{
    struct str text = {0};
    const enum holder_found found = read_lease(l, &text);
    struct error e;
    int failed = 0;

    next_beat(l);
    if (lease_seen_lost(l, &e))
        ;
    else if (found == HOLDER_NAMED)
        failed = write_line(l, false, &e);
    else if (found != HOLDER_ERROR)
        failed = put_back(l, found, &text, &e);
    if (failed)
        note_trouble(l, &e);
    check_stop_file(l);
    warn_if_late(l);
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

/* Wait for the next beat; true if the lease is to end. */
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

/* Block signals here: the thread that trains handles them. */
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
                          const struct holder *own, double written)
{
    struct lease *l = memory_zeroed(1, sizeof(*l));
    pthread_condattr_t monotonic;

    l->dir = memory_string(terms->dir);
    l->path = folder_path(terms->dir, FOLDER_OWNER);
    l->stop_path = folder_path(terms->dir, FOLDER_STOP);
    l->stop = terms->stop;
    l->own = *own;
    l->renewed = l->seen = written;
    pthread_mutex_init(&l->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&l->over_now, &monotonic);
    pthread_condattr_destroy(&monotonic);
    start(l);
    return l;
}

/* --- calls of other threads ----------------------------------------------- */

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

/* True if another may take it at any time now. */
static bool is_stale(struct lease *l)
{
    pthread_mutex_lock(&l->lock);
    const bool stale = !l->lost && is_late(l, l->renewed);

    pthread_mutex_unlock(&l->lock);
    return stale;
}

int lease_lost(struct lease *l, struct error *e)
{
    while (l && read_lease(l, NULL) == HOLDER_ERROR && is_stale(l))
        clock_sleep(l->own.every);
    return lease_seen_lost(l, e) ? -1 : 0;
}

int lease_guard(void *lease, struct error *e)
{
    return lease_lost(lease, e);
}

void lease_judged(struct lease *l)
{
    pthread_mutex_lock(&l->lock);
    l->judged = true;
    pthread_mutex_unlock(&l->lock);
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
        write_line(l, true, &ignored);
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
