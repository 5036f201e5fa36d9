#include "config.h"

#include "results/presence.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

/* A coordinator that has not written for so many of its intervals, and for so
 * long, is silent: network file systems show a file late. */
#define INTERVALS 5
#define SILENCE 60.0

const char *const presence_names[] = {
    [PRESENCE_RUNNING] = "running", [PRESENCE_STARTING] = "starting",
    [PRESENCE_SILENT] = "silent",   [PRESENCE_ENDED] = "ended",
    [PRESENCE_ABSENT] = "absent",
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
        return ended ? PRESENCE_ENDED : PRESENCE_ABSENT;
    if (!speaks(p))
        return p->lives ? PRESENCE_STARTING : PRESENCE_SILENT;
    if (ended)
        return PRESENCE_ENDED;
    return p->age < fmax(SILENCE, INTERVALS * p->last.every) ? PRESENCE_RUNNING
                                                             : PRESENCE_SILENT;
}

static void listen(struct presence *p, const char *dir)
{
    struct error ignored;
    int found = sight_read(&p->last, dir, &ignored);

    if (found < 0) /* replaced while it was read, over a network */
        found = sight_read(&p->last, dir, &ignored);
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
