/* lease_take.c - watches a lease of another holder, and takes it over. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "sweep/folder/folder.h"
#include "sweep/folder/holder_watch.h"
#include "sweep/folder/lease_internal.h"
#include "sweep/folder/sweep_status.h"

/* Seconds between two checks. */
#define LOOK_EVERY 0.2

/* A lease is stale only after so many missed beats, whatever its age. */
#define BEATS_MISSED 4

/* A watched lease. */
struct watched {
    struct holder_watch lease;
    struct holder own; /* as this process would hold it */
    double age;        /* its age in seconds when it last changed, by the file
                          system's clock */
    double spoke;      /* time: when an older codarun last wrote its status */
    double written;    /* clock_since_boot() before our own file was written */
    bool said;         /* reported that it is watched */
};

/* --- removing ------------------------------------------------------------- */

static bool still_holds(const char *path, const struct str *text)
{
    char bytes[HOLDER_MOST];
    struct error ignored;
    const int fd = file_open(path, &ignored);
    const ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof(bytes));

    if (fd >= 0)
        close(fd);
    return n >= 0 && (size_t)n == text->len &&
           !memcmp(bytes, str_text(text), text->len);
}

/* Rename it over a file that we have just made, whose name no other process
 * uses. */
static int move_away(const char *path, const char *aside,
                     const struct str *text, struct error *e)
{
    if (rename(path, aside))
        return errno == ENOENT ? 0
                               : error_errno(e, "cannot take '%s' over", path);
    if (still_holds(aside, text))
        return 0;
    if (link(aside, path) && errno != EEXIST)
        return error_errno(e, "cannot put '%s' back", path);
    return 1;
}

int lease_remove(const char *dir, const struct str *text, struct error *e)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct temporary aside = {0};
    int status = temporary_open(&aside, path, e);

    if (!status)
        status = move_away(path, aside.tmp, text, e);
    temporary_release(&aside);
    free(path);
    return status;
}

/* --- watching ------------------------------------------------------------- */

/* The holder relies on its own silence, so that is waited for, too. */
static double silence_of(const struct watched *w)
{
    return fmax(w->own.silence, w->lease.holder.silence);
}

/* True if a file that cannot be read may become readable soon. */
static bool may_be_read_yet(const struct watched *w)
{
    const double now = clock_now();

    return w->lease.read
               ? now - w->lease.read < silence_of(w)
               : now - w->lease.unchanged < BEATS_MISSED * w->own.every;
}

/* Check again. 1: the file cannot be read now; -1: it could not for too
 * long. */
static int read_lease(struct watched *w, struct error *e)
{
    if (holder_watch_read(&w->lease, e) == HOLDER_ERROR)
        return may_be_read_yet(w) ? 1 : -1;
    if (w->lease.changed)
        w->age = w->lease.found == HOLDER_NONE
                     ? 0
                     : holder_age(&w->lease.holder, w->lease.dir);
    return 0;
}

/* True if there is no file, or one whose content did not reach the disk, as
 * after a crash.  A living holder writes either again at its next beat. */
static bool is_blank(const struct str *text)
{
    for (size_t i = 0; i < text->len; i++)
        if (text->s[i])
            return false;
    return true;
}

/* Seconds until it is stale, unless it is renewed. */
static double seconds_until_stale(const struct watched *w)
{
    const double watched = clock_now() - w->lease.unchanged;
    const double confirmed =
        BEATS_MISSED * fmax(w->own.every, w->lease.holder.every) - watched;

    if (is_blank(&w->lease.text))
        return confirmed;
    return fmax(confirmed, silence_of(w) - fmax(w->age, 0) - watched);
}

/* True if no process can renew it, as far as this host knows. */
static bool is_dead(const struct watched *w)
{
    return w->lease.found == HOLDER_NAMED &&
           (w->lease.holder.left ||
            holder_life(&w->lease.holder) == HOLDER_DEAD);
}

bool lease_may_be_held(const char *dir)
{
    struct sweep_status last;
    struct error ignored;
    const bool works =
        sweep_status_read(&last, dir, &ignored) > 0 && !last.ended;

    sweep_status_release(&last);
    return works;
}

static void say(struct watched *w)
{
    char words[32];

    clock_words(fmax(seconds_until_stale(w), 0), words);
    if (w->lease.found == HOLDER_NAMED)
        log_info("folder '%s' is held by process %ld on host %s: watching for "
                 "a sign of life, up to %s",
                 w->lease.dir, w->lease.holder.pid, w->lease.holder.host,
                 words);
    else
        log_info("folder '%s' has no lease that can be read: watching for a "
                 "sign of life, up to %s",
                 w->lease.dir, words);
    w->said = true;
}

static int held(const struct watched *w, struct error *e)
{
    error_set(e,
              "folder '%s' is in use by process %ld on host %s, which lives: "
              "nothing was touched ('codarun status' tells how it stands, "
              "'codarun stop' ends it)",
              w->lease.dir, w->lease.holder.pid, w->lease.holder.host);
    return LEASE_HELD;
}

/* An older codarun has no heartbeat: it counts as alive while its process is,
 * or while its status.json is written. */
static bool older_lives(struct watched *w)
{
    const double before = w->spoke;
    struct sweep_status last;
    struct error ignored;

    if (w->lease.found != HOLDER_NAMED || *w->lease.holder.token)
        return false;
    if (sweep_status_read(&last, w->lease.dir, &ignored) > 0)
        w->spoke = last.written;
    sweep_status_release(&last);
    return holder_life(&w->lease.holder) == HOLDER_LIVES ||
           (before > 0 && w->spoke > before);
}

static bool may_be_taken(const struct watched *w)
{
    return is_dead(w) || seconds_until_stale(w) <= 0 ||
           (w->lease.found == HOLDER_NONE && !lease_may_be_held(w->lease.dir));
}

/* Wait until it may be taken: 0; else LEASE_HELD or LEASE_ERROR. */
static int watch(struct watched *w, struct error *e)
{
    for (;;) {
        const int unread = read_lease(w, e);

        if (unread < 0)
            return LEASE_ERROR;
        if (w->lease.renewed || older_lives(w))
            return held(w, e);
        if (interrupted())
            return error_set(e, "the lease of '%s' was being watched",
                             w->lease.dir);
        if (!unread && may_be_taken(w))
            return 0;
        if (!w->said)
            say(w);
        clock_sleep(LOOK_EVERY);
    }
}

/* --- taking --------------------------------------------------------------- */

static void say_taken(const struct watched *w)
{
    char words[32];

    clock_words(silence_of(w), words);
    if (w->lease.found == HOLDER_NAMED && !is_dead(w))
        log_warning("folder '%s': process %ld on host %s has not renewed its "
                    "lease for %s: taking it over",
                    w->lease.dir, w->lease.holder.pid, w->lease.holder.host,
                    words);
}

/* Whose trials are to be judged: those of the holder, or of one before it that
 * it has not judged. */
static enum holder_after whom_to_judge(const struct watched *w)
{
    const struct holder *h = &w->lease.holder;

    if (w->lease.found == HOLDER_NONE)
        return AFTER_NOBODY;
    if (h->after != AFTER_NOBODY)
        return h->after;
    return is_dead(w)                       ? AFTER_NOBODY
           : holder_life(h) == HOLDER_LIVES ? AFTER_LIVING
                                            : AFTER_SILENT;
}

/* Describe the previous holder for the code that judges its trials. */
static struct lease_before find_before(const struct watched *w,
                                       enum holder_after after)
{
    struct lease_before before = {
        .lived = w->lease.found == HOLDER_NAMED && !w->lease.holder.left &&
                 holder_life(&w->lease.holder) == HOLDER_LIVES,
        .silent = after == AFTER_SILENT};

    if (w->lease.found != HOLDER_NONE && after != AFTER_LIVING) {
        before.found = w->lease.found;
        before.holder = w->lease.holder;
    }
    return before;
}

/* True if the file is ours although the network file system reported a
 * failure. */
static bool is_ours(const struct watched *w)
{
    struct holder now;
    struct error ignored;

    return holder_read(w->lease.dir, &now, NULL, &ignored) == HOLDER_NAMED &&
           !strcmp(now.token, w->own.token);
}

/* Put our own file in place, which was written before another's is moved away.
 * 1: another process was faster. */
static int put(struct watched *w, struct temporary *own, struct error *e)
{
    int status = w->lease.found == HOLDER_NONE
                     ? 0
                     : lease_remove(w->lease.dir, &w->lease.text, e);

    if (!status && temporary_put_anew(own, e))
        status = is_ours(w) ? 0 : errno == EEXIST || errno == ENOENT ? 1 : -1;
    return status;
}

static int write_own(struct watched *w, struct temporary *own, struct error *e)
{
    char *path = folder_path(w->lease.dir, FOLDER_OWNER);
    struct str text = {0};
    const bool no_folder = folder_make(w->lease.dir, e);
    int failed = no_folder || temporary_open(own, path, e);

    if (no_folder)
        errno = 0; /* do not retry */
    w->written = clock_since_boot();
    holder_text(&w->own, &text);
    if (!failed && write(own->fd, text.s, text.len) != (ssize_t)text.len)
        failed = error_errno(e, "cannot write '%s'", own->tmp);
    failed = failed || temporary_close(own, false, e);
    str_release(&text);
    free(path);
    return failed ? -1 : 0;
}

/* Replace the lease, once it may be taken. 1: another process was faster, or it
 * was renewed. */
static int replace(struct watched *w, struct lease_before *before,
                   struct error *e)
{
    const enum holder_after after = whom_to_judge(w);
    const struct lease_before found = find_before(w, after);
    struct temporary own = {0};

    w->own.after = after;
    int status = write_own(w, &own, e);

    if (!status)
        status = put(w, &own, e);
    else if (errno == ENOENT)
        status = 1; /* the process that made the folder has removed it again */
    temporary_release(&own);
    if (!status) {
        say_taken(w);
        *before = found;
    }
    return status;
}

enum lease_taken lease_take(struct lease **lease,
                            const struct lease_terms *terms,
                            struct lease_before *before, struct error *e)
{
    struct watched w = {.lease = {.dir = terms->dir}};
    int status, taken;

    *lease = NULL;
    *before = (struct lease_before){.found = HOLDER_NONE};
    holder_init(&w.own, terms->silence);
    do {
        status = watch(&w, e);
        taken = status ? status : replace(&w, before, e);
        if (!status && taken > 0)
            clock_sleep(LOOK_EVERY);
    } while (!status && taken > 0);
    if (!taken)
        *lease = lease_begin(terms, &w.own, w.written);
    holder_watch_release(&w.lease);
    return taken;
}
