#include "config.h"

#include "base/files/io_watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/core/clock.h"
#include "base/core/log.h"

#define VARIABLE "CODARUN_STORAGE_SECONDS"
#define SECONDS 10.0 /* unless set */
#define MOST 86400   /* a day */

/* Calls recorded at a time: more than there are threads that wait for disks. */
#define CALLS 64
#define PATH_ROOM 400

static struct call {
    double since; /* clock_now(); 0: a free entry */
    const char *verb;
    bool told;
    char path[PATH_ROOM];
} calls[CALLS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool watched; /* set before there are threads */
static double patience = SECONDS;
static bool started; /* the thread runs, or could not start; under the lock */

static void start_watching(void);

int io_watchdog_begin(const char *verb, const char *path)
{
    int i = 0;

    if (!watched)
        return -1;
    pthread_mutex_lock(&lock);
    start_watching();
    while (i < CALLS && calls[i].since > 0)
        i++;
    if (i < CALLS) {
        calls[i].since = clock_now();
        calls[i].verb = verb;
        calls[i].told = false;
        snprintf(calls[i].path, PATH_ROOM, "%s", path);
    }
    pthread_mutex_unlock(&lock);
    return i < CALLS ? i : -1;
}

static void say_answered(const struct call *c)
{
    log_warning("storage answers again: '%s', after %.0f s", c->path,
                clock_now() - c->since);
}

void io_watchdog_end(int call)
{
    const int why = errno;
    struct call was = {0};

    if (call < 0)
        return;
    pthread_mutex_lock(&lock);
    if (calls[call].told)
        was = calls[call];
    calls[call].since = 0;
    pthread_mutex_unlock(&lock);
    if (was.told)
        say_answered(&was);
    errno = why;
}

/* The call that has waited longest, for at least `patience`; with `untold` only
 * among those that were not reported.  The lock is held. */
static struct call *longest(bool untold)
{
    const double now = clock_now();
    struct call *found = NULL;

    for (int i = 0; i < CALLS; i++) {
        struct call *c = &calls[i];

        if (c->since > 0 && now - c->since >= patience &&
            !(untold && c->told) && (!found || c->since < found->since))
            found = c;
    }
    return found;
}

bool io_watchdog_stalled(char *text, size_t room)
{
    pthread_mutex_lock(&lock);
    const struct call *c = watched ? longest(false) : NULL;

    if (c)
        snprintf(text, room, "%s '%s' for %.0f s", c->verb, c->path,
                 clock_now() - c->since);
    pthread_mutex_unlock(&lock);
    return c != NULL;
}

/* --- the thread ----------------------------------------------------------- */

/* Report one call, without holding the lock: standard error may wait, too. */
static bool tell_one(void)
{
    struct call told = {0};

    pthread_mutex_lock(&lock);
    struct call *c = longest(true);

    if (c) {
        c->told = true;
        told = *c;
    }
    pthread_mutex_unlock(&lock);
    if (told.told)
        log_warning("storage does not answer: waiting for %.0f s to %s '%s'",
                    clock_now() - told.since, told.verb, told.path);
    return told.told;
}

static void *watch(void *unused)
{
    (void)unused;
    for (;;) {
        clock_sleep(patience < 4 ? patience / 4 : 1);
        while (tell_one())
            ;
    }
    return NULL;
}

/* Start the thread with the first call, since many commands make none.  The
 * lock is held. */
static void start_watching(void)
{
    pthread_t thread;

    if (!started && !pthread_create(&thread, NULL, watch, NULL))
        pthread_detach(thread);
    started = true;
}

int io_watchdog_start(struct error *e)
{
    const char *text = getenv(VARIABLE);
    char *end;

    if (text) {
        patience = strtod(text, &end);
        if (end == text || *end || !(patience >= 0 && patience <= MOST))
            return error_set(e, VARIABLE ": found '%s', expected 0 to %d", text,
                             MOST);
    }
    watched = patience > 0;
    return 0;
}
