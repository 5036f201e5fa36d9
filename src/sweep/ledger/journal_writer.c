#include "config.h"

#include "sweep/ledger/journal_writer.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/io_watchdog.h"

struct journal_writer {
    int fd;
    const char *path;
    off_t len; /* length after the last write */
    int (*guard)(void *, struct error *);
    void *context;
    bool relaxed;
    pthread_t thread;
    pthread_mutex_t lock; /* protects what follows */
    pthread_cond_t put_any, done_any;
    bool runs, over;
    struct str waiting; /* bytes to be written */
    bool sync;          /* and to be synced */
    bool asked;         /* a thread waits for them */
    long puts, done;
    bool failed; /* permanently */
    struct error why;
};

/* --- the file ------------------------------------------------------------ */

/* Remove the part of a write that a full disk accepted. */
static void drop_tail(const struct journal_writer *s, ssize_t n)
{
    struct stat st;

    if (n <= 0 || fstat(s->fd, &st) || ftruncate(s->fd, st.st_size - n))
        return; /* the incomplete line stays, and is dropped by the next open */
}

/* Check that the file has not been removed or replaced: nobody would read lines
 * added to it. */
static int check_there(const struct journal_writer *s, const struct stat *ours,
                       struct error *e)
{
    struct stat st;

    if (stat(s->path, &st))
        return error_errno(e, "journal '%s': %s", s->path,
                           errno == ENOENT
                               ? "it was removed while it is written"
                               : "cannot look at it");
    if (!file_is_same(&st, ours))
        return error_set(e,
                         "journal '%s': found another file, expected the one "
                         "that is written: it was replaced meanwhile",
                         s->path);
    return 0;
}

/* Check that no other process writes the file: two writers would damage it
 * permanently, so the second one stops. */
static int check_alone(const struct journal_writer *s, struct error *e)
{
    struct stat st;

    if (fstat(s->fd, &st))
        return error_errno(e, "journal '%s': cannot ask its size", s->path);
    if (check_there(s, &st, e))
        return -1;
    if (st.st_size != s->len)
        return error_set(e,
                         "journal '%s': found %lld bytes, expected the %lld "
                         "left there: another process works in this folder",
                         s->path, (long long)st.st_size, (long long)s->len);
    return 0;
}

/* One write, so that a kill cuts at most one line. */
static int append(struct journal_writer *s, const struct str *bytes,
                  struct error *e)
{
    ssize_t n;

    do
        n = write(s->fd, bytes->s, bytes->len);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)bytes->len) {
        const int why = n < 0 ? errno : ENOSPC;

        drop_tail(s, n);
        errno = why;
        return error_errno(e, "journal '%s': cannot append", s->path);
    }
    s->len += n;
    return 0;
}

static int commit(struct journal_writer *s, const struct str *bytes, bool sync,
                  struct error *e)
{
    if ((s->guard && s->guard(s->context, e)) || check_alone(s, e) ||
        append(s, bytes, e))
        return -1;
    if (sync && !s->relaxed && fdatasync(s->fd))
        return error_errno(e, "journal '%s': cannot sync", s->path);
    return 0;
}

/* The same; other threads can see that it is running. */
static int commit_watched(struct journal_writer *s, const struct str *bytes,
                          bool sync, struct error *e)
{
    const int call = io_watchdog_begin("write", s->path);
    const int failed = commit(s, bytes, sync, e);

    io_watchdog_end(call);
    return failed;
}

/* --- the thread ---------------------------------------------------------- */

/* Write what waits, with the lock released meanwhile. `batch` is kept to reuse
 * its memory. */
static void write_waiting(struct journal_writer *s, struct str *batch)
{
    const struct str taken = s->waiting;
    const long puts = s->puts;
    const bool sync = s->sync;
    struct error e;

    s->waiting = *batch;
    *batch = taken;
    s->sync = s->asked = false;
    pthread_cond_broadcast(&s->done_any); /* there is room again */
    pthread_mutex_unlock(&s->lock);
    const int failed = commit_watched(s, batch, sync, &e);

    str_clear(batch);
    pthread_mutex_lock(&s->lock);
    if (failed) {
        s->failed = true;
        s->why = e;
    } else {
        s->done = puts;
    }
    pthread_cond_broadcast(&s->done_any);
}

static void *journal_writer_work(void *writer)
{
    struct journal_writer *s = writer;
    struct str batch = {0};

    pthread_mutex_lock(&s->lock);
    while (!s->failed && (!s->over || s->waiting.len)) {
        if (s->waiting.len && (s->asked || s->over))
            write_waiting(s, &batch);
        else
            pthread_cond_wait(&s->put_any, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    str_release(&batch);
    return NULL;
}

/* Start the thread, at the first put: a journal that is only read needs none.
 */
static void start(struct journal_writer *s)
{
    s->runs = !pthread_create(&s->thread, NULL, journal_writer_work, s);
    if (!s->runs)
        die("cannot start the thread that writes '%s'", s->path);
}

/* --- interface ----------------------------------------------------------- */

struct journal_writer *journal_writer_new(int fd, const char *path, off_t len)
{
    struct journal_writer *s = memory_zeroed(1, sizeof(*s));

    s->fd = fd;
    s->path = path;
    s->len = len;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->put_any, NULL);
    pthread_cond_init(&s->done_any, NULL);
    return s;
}

void journal_writer_free(struct journal_writer *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->over = true;
    pthread_cond_signal(&s->put_any);
    pthread_mutex_unlock(&s->lock);
    if (s->runs)
        pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->put_any);
    pthread_cond_destroy(&s->done_any);
    pthread_mutex_destroy(&s->lock);
    str_release(&s->waiting);
    free(s);
}

void journal_writer_guard(struct journal_writer *s,
                          int (*guard)(void *, struct error *), void *context)
{
    pthread_mutex_lock(&s->lock);
    s->guard = guard;
    s->context = context;
    pthread_mutex_unlock(&s->lock);
}

void journal_writer_relax(struct journal_writer *s)
{
    pthread_mutex_lock(&s->lock);
    s->relaxed = true;
    pthread_mutex_unlock(&s->lock);
}

/* The lock is held. */
static int check(const struct journal_writer *s, struct error *e)
{
    if (s->failed)
        *e = s->why;
    return s->failed ? -1 : 0;
}

/* Let the thread write what waits. The lock is held. */
static void wake(struct journal_writer *s)
{
    if (s->asked || !s->waiting.len)
        return;
    s->asked = true;
    pthread_cond_signal(&s->put_any);
}

int journal_writer_put(struct journal_writer *s, const void *bytes, size_t n,
                       bool sync, struct error *e)
{
    if (!s->runs)
        start(s);
    pthread_mutex_lock(&s->lock);
    while (s->waiting.len && s->waiting.len + n > JOURNAL_WRITER_MOST &&
           !s->failed) {
        wake(s);
        pthread_cond_wait(&s->done_any, &s->lock);
    }
    const int failed = check(s, e);

    if (!failed) {
        str_add(&s->waiting, bytes, n);
        s->sync |= sync;
        s->puts++;
    }
    pthread_mutex_unlock(&s->lock);
    return failed;
}

long journal_writer_puts(const struct journal_writer *s)
{
    return s->puts; /* used only by the calling thread */
}

long journal_writer_done(struct journal_writer *s, struct error *e)
{
    pthread_mutex_lock(&s->lock);
    const long done = check(s, e) ? -1 : s->done;

    wake(s);
    pthread_mutex_unlock(&s->lock);
    return done;
}

void journal_writer_wait_for(struct journal_writer *s, long number,
                             double seconds)
{
    const struct timespec until = clock_until(seconds);
    int late = 0;

    pthread_mutex_lock(&s->lock);
    wake(s);
    while (s->done < number && !s->failed && !late)
        late = pthread_cond_timedwait(&s->done_any, &s->lock, &until);
    pthread_mutex_unlock(&s->lock);
}

int journal_writer_wait(struct journal_writer *s, long number, struct error *e)
{
    pthread_mutex_lock(&s->lock);
    wake(s);
    while (s->done < number && !s->failed)
        pthread_cond_wait(&s->done_any, &s->lock);
    const int failed = check(s, e);

    pthread_mutex_unlock(&s->lock);
    return failed;
}
