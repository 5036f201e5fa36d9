#include "config.h"

#include "sweep/ledger/liveness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "sweep/folder/folder.h"
#include "sweep/folder/holder_watch.h"

/* A lease without a heartbeat for so many of its intervals is watched for as
 * many more. A lease of an older codarun has no heartbeat and is judged by
 * status.json: it is silent if status.json was not written for so many of its
 * own intervals, and for at least so many seconds. */
#define INTERVALS 5
#define SILENCE 60.0

/* Seconds between two checks. */
#define CHECK_EVERY 0.1

const char *const liveness_names[] = {
    [LIVENESS_RUNNING] = "running", [LIVENESS_STARTING] = "starting",
    [LIVENESS_SILENT] = "silent",   [LIVENESS_ENDED] = "ended",
    [LIVENESS_ABSENT] = "absent",   [LIVENESS_UNKNOWN] = "unknown",
};

/* True if the status was written by the holder of the lease. */
static bool has_status(const struct liveness *p)
{
    return p->said && p->last.host && !strcmp(p->last.host, p->holder.host) &&
           p->last.process == p->holder.pid &&
           (!p->holder.began ||
            (unsigned long long)p->last.process_began == p->holder.began);
}

/* True if the status is recent; used if there is no heartbeat. */
static bool has_recent_status(const struct liveness *p)
{
    return has_status(p) && p->age < fmax(SILENCE, INTERVALS * p->last.every);
}

static enum liveness_state judge(const struct liveness *p)
{
    const bool ended = p->said && p->last.ended;

    if (!p->held)
        return ended              ? LIVENESS_ENDED
               : p->wrong.text[0] ? LIVENESS_UNKNOWN
                                  : LIVENESS_ABSENT;
    if (has_status(p) && ended)
        return LIVENESS_ENDED;
    if (!p->renewed)
        return LIVENESS_SILENT;
    return has_status(p) ? LIVENESS_RUNNING : LIVENESS_STARTING;
}

/* True if a heartbeat of a holder comes while it is watched. */
static bool beats(const char *dir, const struct holder *h)
{
    const double until = clock_now() + INTERVALS * h->every;
    struct holder_watch w = {.dir = dir};
    enum holder_found found;
    struct error ignored;

    while (((found = holder_watch_read(&w, &ignored)) == HOLDER_NAMED ||
            found == HOLDER_ERROR) &&
           !strcmp(w.holder.token, h->token) && !w.renewed &&
           clock_now() < until && !interrupted())
        clock_sleep(CHECK_EVERY);
    const bool renewed = w.renewed && !strcmp(w.holder.token, h->token);

    holder_watch_release(&w);
    return renewed;
}

static bool is_renewed(const struct liveness *p, const char *dir)
{
    const struct holder *h = &p->holder;

    if (h->left)
        return false;
    if (!*h->token) /* of an older codarun */
        return has_recent_status(p) || (p->lives && !has_status(p));
    const double age = holder_age(h, dir);

    return (age > -h->every && age < INTERVALS * h->every) || beats(dir, h);
}

static void listen(struct liveness *p, const char *dir)
{
    int found = sweep_status_read(&p->last, dir, &p->wrong);

    if (found < 0) /* replaced while it was read, over a network */
        found = sweep_status_read(&p->last, dir, &p->wrong);
    if (found >= 0)
        p->wrong.text[0] = '\0';
    p->said = found > 0;
    p->age = clock_day() - p->last.written;
}

/* The status is read before the lease: a coordinator writes how it ended first,
 * and then releases the lease. */
static void find(struct liveness *p, const char *dir)
{
    struct error ignored;

    listen(p, dir);
    p->held = holder_read(dir, &p->holder, NULL, &ignored) == HOLDER_NAMED;
    if (!p->held)
        return;
    const enum holder_life life = holder_life(&p->holder);

    p->lives = life == HOLDER_LIVES;
    p->held = life != HOLDER_DEAD;
    p->renewed = p->held && is_renewed(p, dir);
}

void liveness_read(struct liveness *p, const char *dir)
{
    *p = (struct liveness){0};
    find(p, dir);
    if (!p->held) { /* it may have ended between the two */
        sweep_status_release(&p->last);
        find(p, dir);
    }
    p->state = judge(p);
}

void liveness_release(struct liveness *p)
{
    sweep_status_release(&p->last);
}

bool liveness_is_current(const struct liveness *p)
{
    return p->state == LIVENESS_RUNNING ||
           (p->state == LIVENESS_SILENT && p->lives);
}

bool liveness_over(const struct liveness *p, double *silent)
{
    if (p->state != LIVENESS_SILENT || p->lives) {
        *silent = 0;
        return p->state == LIVENESS_ENDED || p->state == LIVENESS_ABSENT ||
               p->state == LIVENESS_UNKNOWN;
    }
    if (!*silent)
        *silent = clock_now();
    return clock_now() - *silent >= p->holder.silence;
}

/*
 * Return how many ended trials the journal must contain at least; trials that
 * are equal to others may be missing. While a sweep runs, and after a kill, its
 * status.json may be ahead of lines that have yet to be written. Before the
 * status says how the sweep ended, all lines are on the disk, except after an
 * error, which may be that they could not be written.
 */
static long least_ended(const struct sweep_status *s)
{
    return s->ended && strcmp(s->ended, "error") != 0 && s->equal >= 0
               ? s->finished + s->failed - s->equal
               : 0;
}

/* A journal has a `begin` entry before there is a status.json. */
int liveness_check_journal(const struct liveness *p, const char *dir,
                           const struct index *ix, struct error *e)
{
    const bool over = p->state == LIVENESS_ENDED || p->state == LIVENESS_ABSENT;
    const long least = p->said && over ? least_ended(&p->last) : 0;

    if (!p->said || !over || (ix->ended >= least && ix->conduct))
        return 0;
    char *path = folder_path(dir, FOLDER_JOURNAL);

    if (ix->ended < least)
        error_set(e,
                  "journal '%s': cut short: found %ld trial%s that ended, "
                  "expected %ld as status.json has it",
                  path, ix->ended, ix->ended == 1 ? "" : "s", least);
    else
        error_set(e,
                  "journal '%s': cut short: found no beginning, expected that "
                  "of the sweep that status.json tells of",
                  path);
    free(path);
    return -1;
}
