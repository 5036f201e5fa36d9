#include "config.h"

#include "sweep/coordinator/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "engine/comm/comm.h"

static void name_self(struct member *m)
{
    *m = (struct member){.process = getpid(), .slot = -1};
    snprintf(m->host, sizeof(m->host), "%s", comm_world()->host);
}

void roster_release(struct roster *r)
{
    free(r->member);
    free(r->team);
    free(r->doubt);
    *r = (struct roster){0};
}

/* --- who may train ------------------------------------------------------- */

const struct doubt *roster_aside(const struct roster *r, const char *host)
{
    for (int i = 0; i < r->doubts; i++)
        if (r->doubt[i].aside && !strcmp(r->doubt[i].host, host))
            return &r->doubt[i];
    return NULL;
}

static bool is_sound(const struct roster *r, const struct member *m)
{
    return !m->gone && m->unsure <= 0 && !roster_aside(r, m->host);
}

static int count_free(const struct roster *r)
{
    int n = 0;

    for (int i = r->crew.first; i < r->n; i++)
        n += r->member[i].slot < 0 && is_sound(r, &r->member[i]);
    return n;
}

/* --- teams --------------------------------------------------------------- */

static int *team(const struct roster *r, int slot)
{
    const size_t group = (size_t)(slot % r->crew.groups);

    return r->team + group * (size_t)r->crew.ranks;
}

const int *roster_team(const struct roster *r, int slot)
{
    return team(r, slot);
}

bool roster_is_open(const struct roster *r, int slot)
{
    return team(r, slot)[0] >= 0;
}

static int closed_slot(const struct roster *r)
{
    for (int i = 0; i < r->crew.groups; i++)
        if (!roster_is_open(r, i))
            return i;
    return -1;
}

/* The free members of the lowest ranks. */
static void form(struct roster *r, int slot)
{
    int taken = 0;

    for (int i = r->crew.first; taken < r->crew.ranks; i++)
        if (r->member[i].slot < 0 && is_sound(r, &r->member[i])) {
            r->member[i].slot = slot;
            team(r, slot)[taken++] = i;
        }
}

int roster_fill(struct roster *r)
{
    const int slot = closed_slot(r);

    if (slot < 0 || count_free(r) < r->crew.ranks)
        return -1;
    form(r, slot);
    return slot;
}

void roster_meet(struct roster *r, const struct crew *crew)
{
    const struct comm *world = comm_world();
    const size_t places = (size_t)crew->groups * (size_t)crew->ranks;
    struct member me;

    *r = (struct roster){.crew = *crew, .n = world->size};
    r->member = memory_zeroed((size_t)r->n, sizeof(*r->member));
    r->team = memory_new(places * sizeof(*r->team));
    for (size_t i = 0; i < places; i++)
        r->team[i] = -1;
    name_self(&me);
    world_gather(&me, sizeof(me), r->member);
    while (world->rank == 0 && roster_fill(r) >= 0)
        ;
}

bool roster_is_sound(const struct roster *r, int slot)
{
    for (int i = 0; i < r->crew.ranks; i++)
        if (!is_sound(r, &r->member[team(r, slot)[i]]))
            return false;
    return true;
}

void roster_close(struct roster *r, int slot)
{
    for (int i = 0; i < r->crew.ranks; i++) {
        r->member[team(r, slot)[i]].slot = -1;
        team(r, slot)[i] = -1;
    }
}

/* --- hosts where trials cannot begin ------------------------------------- */

void roster_doubt(struct roster *r, int rank, long trial, bool memory,
                  const char *reason)
{
    GROW(r->doubt, r->doubts, r->room);
    struct doubt *d = &r->doubt[r->doubts++];

    *d = (struct doubt){.trial = trial, .memory = memory};
    snprintf(d->host, sizeof(d->host), "%s", r->member[rank].host);
    snprintf(d->reason, sizeof(d->reason), "%s", reason);
}

static bool is_doubted(const struct roster *r, int rank, long trial)
{
    for (int i = 0; i < r->doubts; i++)
        if (r->doubt[i].trial == trial &&
            !strcmp(r->doubt[i].host, r->member[rank].host))
            return true;
    return false;
}

bool roster_suits(const struct roster *r, int slot, long trial)
{
    for (int i = 0; r->doubts && i < r->crew.ranks; i++)
        if (is_doubted(r, team(r, slot)[i], trial))
            return false;
    return true;
}

/* Enough of those without a team? */
static bool could_form(const struct roster *r, long trial)
{
    int n = 0;

    for (int i = r->crew.first; i < r->n; i++)
        n += r->member[i].slot < 0 && is_sound(r, &r->member[i]) &&
             !is_doubted(r, i, trial);
    return n >= r->crew.ranks;
}

bool roster_has_elsewhere(const struct roster *r, long trial)
{
    for (int i = 0; i < r->crew.groups; i++)
        if (roster_is_open(r, i) && roster_is_sound(r, i) &&
            roster_suits(r, i, trial))
            return true;
    return could_form(r, trial);
}

/* Have two trials that could not begin on this host begun elsewhere? */
static bool is_proven_twice(const struct roster *r, const struct doubt *first)
{
    int n = 0;

    for (int i = 0; i < r->doubts; i++)
        n += r->doubt[i].proven && !r->doubt[i].memory &&
             !strcmp(r->doubt[i].host, first->host);
    return n > 1;
}

const struct doubt *roster_prove(struct roster *r, long trial)
{
    for (int i = 0; i < r->doubts; i++) {
        struct doubt *d = &r->doubt[i];

        if (d->trial != trial || d->proven)
            continue;
        d->proven = true;
        if (!d->memory && is_proven_twice(r, d) && !roster_aside(r, d->host)) {
            d->aside = true;
            return d;
        }
    }
    return NULL;
}

void roster_forget(struct roster *r, long trial)
{
    int kept = 0;

    for (int i = 0; i < r->doubts; i++)
        if (r->doubt[i].proven || (trial >= 0 && r->doubt[i].trial != trial))
            r->doubt[kept++] = r->doubt[i];
    r->doubts = kept;
}

/* --- the end ------------------------------------------------------------- */

bool roster_is_here(const struct roster *r, int rank)
{
    return !strcmp(r->member[rank].host, r->member[0].host);
}
