#include "config.h"

#include "results/presence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "results/folder.h"

/* A coordinator that has not written for so many of its intervals, and for so
 * long, is silent: network file systems show a file late. */
#define INTERVALS 5
#define SILENCE 60.0

const char *const presence_names[] = {
    [PRESENCE_RUNNING] = "running", [PRESENCE_STARTING] = "starting",
    [PRESENCE_SILENT] = "silent",   [PRESENCE_ENDED] = "ended",
    [PRESENCE_ABSENT] = "absent",   [PRESENCE_UNKNOWN] = "unknown",
};

/* Is what was said by whoever claims the folder? */
static bool speaks(const struct presence *p)
{
    return p->said && p->last.host && !strcmp(p->last.host, p->owner.host) &&
           p->last.process == p->owner.pid &&
           (!p->owner.began ||
            (unsigned long long)p->last.process_began == p->owner.began);
}

static enum presence_state judge(const struct presence *p)
{
    const bool ended = p->said && p->last.ended;

    if (!p->claimed)
        return ended              ? PRESENCE_ENDED
               : p->wrong.text[0] ? PRESENCE_UNKNOWN
                                  : PRESENCE_ABSENT;
    if (!speaks(p))
        return p->lives ? PRESENCE_STARTING : PRESENCE_SILENT;
    if (ended)
        return PRESENCE_ENDED;
    return p->age < fmax(SILENCE, INTERVALS * p->last.every) ? PRESENCE_RUNNING
                                                             : PRESENCE_SILENT;
}

static void listen(struct presence *p, const char *dir)
{
    int found = sight_read(&p->last, dir, &p->wrong);

    if (found < 0) /* replaced while it was read, over a network */
        found = sight_read(&p->last, dir, &p->wrong);
    if (found >= 0)
        p->wrong.text[0] = '\0';
    p->said = found > 0;
    p->age = clock_day() - p->last.written;
}

/* What was said is read before the claim: whoever ends says so first, and then
 * gives the folder up. */
static void find(struct presence *p, const char *dir)
{
    listen(p, dir);
    p->claimed = claim_look(dir, &p->owner);
    if (!p->claimed)
        return;
    const enum owner_life life = owner_life(&p->owner);

    p->lives = life == OWNER_LIVES;
    p->claimed = life != OWNER_DEAD;
}

void presence_find(struct presence *p, const char *dir)
{
    *p = (struct presence){0};
    find(p, dir);
    if (!p->claimed) { /* it may have ended between the two */
        sight_release(&p->last);
        find(p, dir);
    }
    p->state = judge(p);
}

void presence_release(struct presence *p)
{
    sight_release(&p->last);
}

bool presence_counts(const struct presence *p)
{
    return p->state == PRESENCE_RUNNING ||
           (p->state == PRESENCE_SILENT && p->lives);
}

/*
 * How many trials the journal must tell the end of, at the least: some that are
 * equal to others may wait.  While a sweep runs, and when it is killed, its
 * status.json may be ahead of lines that have yet to be written.  Before it
 * says how it ended all are on the disk, but where it ended by an error, which
 * may be that they could not be.
 */
static long least_ended(const struct sight *s)
{
    return s->ended && strcmp(s->ended, "error") != 0 && s->equal >= 0
               ? s->finished + s->failed - s->equal
               : 0;
}

/* A journal has its beginning before there is a status.json. */
int presence_check_journal(const struct presence *p, const char *dir,
                           const struct index *ix, struct error *e)
{
    const bool over = p->state == PRESENCE_ENDED || p->state == PRESENCE_ABSENT;
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
