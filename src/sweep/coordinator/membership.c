#include "config.h"

#include "sweep/coordinator/membership.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

void membership_init(struct membership *r,
                     const struct rank_groups *rank_groups, int ranks)
{
    const size_t places =
        (size_t)rank_groups->groups * (size_t)rank_groups->ranks;

    *r = (struct membership){.rank_groups = *rank_groups, .n = ranks};
    r->member = memory_zeroed((size_t)ranks, sizeof(*r->member));
    r->team = memory_new(places * sizeof(*r->team));
    for (int i = 0; i < ranks; i++)
        r->member[i].slot = -1;
    for (size_t i = 0; i < places; i++)
        r->team[i] = -1;
}

void membership_release(struct membership *r)
{
    free(r->member);
    free(r->team);
    free(r->start_failure);
    *r = (struct membership){0};
}

/* --- ranks that may train ------------------------------------------------ */

const struct start_failure *membership_aside(const struct membership *r,
                                             const char *host)
{
    for (int i = 0; i < r->start_failures; i++)
        if (r->start_failure[i].aside &&
            !strcmp(r->start_failure[i].host, host))
            return &r->start_failure[i];
    return NULL;
}

static bool is_sound(const struct membership *r, const struct member *m)
{
    return !m->gone && m->unsure <= 0 && !membership_aside(r, m->host);
}

static int count_free(const struct membership *r)
{
    int n = 0;

    for (int i = r->rank_groups.first; i < r->n; i++)
        n += r->member[i].slot < 0 && is_sound(r, &r->member[i]);
    return n;
}

/* --- teams --------------------------------------------------------------- */

static int *team(const struct membership *r, int slot)
{
    const size_t group = (size_t)(slot % r->rank_groups.groups);

    return r->team + group * (size_t)r->rank_groups.ranks;
}

const int *membership_team(const struct membership *r, int slot)
{
    return team(r, slot);
}

bool membership_is_open(const struct membership *r, int slot)
{
    return team(r, slot)[0] >= 0;
}

static int closed_slot(const struct membership *r)
{
    for (int i = 0; i < r->rank_groups.groups; i++)
        if (!membership_is_open(r, i))
            return i;
    return -1;
}

/* Form a team of the free members with the lowest ranks. */
static void form(struct membership *r, int slot)
{
    int taken = 0;

    for (int i = r->rank_groups.first; taken < r->rank_groups.ranks; i++)
        if (r->member[i].slot < 0 && is_sound(r, &r->member[i])) {
            r->member[i].slot = slot;
            team(r, slot)[taken++] = i;
        }
}

int membership_fill(struct membership *r)
{
    const int slot = closed_slot(r);

    if (slot < 0 || count_free(r) < r->rank_groups.ranks)
        return -1;
    form(r, slot);
    return slot;
}

bool membership_is_sound(const struct membership *r, int slot)
{
    for (int i = 0; i < r->rank_groups.ranks; i++)
        if (!is_sound(r, &r->member[team(r, slot)[i]]))
            return false;
    return true;
}

void membership_close(struct membership *r, int slot)
{
    for (int i = 0; i < r->rank_groups.ranks; i++) {
        r->member[team(r, slot)[i]].slot = -1;
        team(r, slot)[i] = -1;
    }
}

/* --- hosts where trials cannot begin ------------------------------------- */

void membership_add_start_failure(struct membership *r, int rank, long trial,
                                  bool memory, const char *reason)
{
    GROW(r->start_failure, r->start_failures, r->room);
    struct start_failure *d = &r->start_failure[r->start_failures++];

    *d = (struct start_failure){.trial = trial, .memory = memory};
    snprintf(d->host, sizeof(d->host), "%s", r->member[rank].host);
    snprintf(d->reason, sizeof(d->reason), "%s", reason);
}

static bool has_failed_to_start(const struct membership *r, int rank,
                                long trial)
{
    for (int i = 0; i < r->start_failures; i++)
        if (r->start_failure[i].trial == trial &&
            !strcmp(r->start_failure[i].host, r->member[rank].host))
            return true;
    return false;
}

bool membership_suits(const struct membership *r, int slot, long trial)
{
    for (int i = 0; r->start_failures && i < r->rank_groups.ranks; i++)
        if (has_failed_to_start(r, team(r, slot)[i], trial))
            return false;
    return true;
}

/* True if enough members without a team could form one. */
static bool could_form(const struct membership *r, long trial)
{
    int n = 0;

    for (int i = r->rank_groups.first; i < r->n; i++)
        n += r->member[i].slot < 0 && is_sound(r, &r->member[i]) &&
             !has_failed_to_start(r, i, trial);
    return n >= r->rank_groups.ranks;
}

bool membership_has_elsewhere(const struct membership *r, long trial)
{
    for (int i = 0; i < r->rank_groups.groups; i++)
        if (membership_is_open(r, i) && membership_is_sound(r, i) &&
            membership_suits(r, i, trial))
            return true;
    return could_form(r, trial);
}

/* True if two trials that could not begin on this host have begun elsewhere. */
static bool is_excluded(const struct membership *r,
                        const struct start_failure *first)
{
    int n = 0;

    for (int i = 0; i < r->start_failures; i++)
        n += r->start_failure[i].begins_elsewhere &&
             !r->start_failure[i].memory &&
             !strcmp(r->start_failure[i].host, first->host);
    return n > 1;
}

const struct start_failure *membership_note_begun(struct membership *r,
                                                  long trial)
{
    for (int i = 0; i < r->start_failures; i++) {
        struct start_failure *d = &r->start_failure[i];

        if (d->trial != trial || d->begins_elsewhere)
            continue;
        d->begins_elsewhere = true;
        if (!d->memory && is_excluded(r, d) && !membership_aside(r, d->host)) {
            d->aside = true;
            return d;
        }
    }
    return NULL;
}

void membership_forget(struct membership *r, long trial)
{
    int kept = 0;

    for (int i = 0; i < r->start_failures; i++)
        if (r->start_failure[i].begins_elsewhere ||
            (trial >= 0 && r->start_failure[i].trial != trial))
            r->start_failure[kept++] = r->start_failure[i];
    r->start_failures = kept;
}

/* --- the end ------------------------------------------------------------- */

bool membership_is_here(const struct membership *r, int rank)
{
    return !strcmp(r->member[rank].host, r->member[0].host);
}
