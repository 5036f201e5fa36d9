/* members.c - which ranks are there: ranks that fall silent and come back,
 * hosts that are set aside, and the teams of slots. */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "sweep/coordinator/coordinator_internal.h"

#define CHECK_SECONDS 0.1

/* A rank holds as many trials as it trains in so many seconds, judged by the
 * longest of the last trials; older ones count for less and less. */
#define HELD_SECONDS 0.05
#define FADE 0.98

/* If a trial takes longer, the trials that wait after it are handed to other
 * ranks. */
#define TAKE_BACK_SECONDS 1.0

/* --- slots ---------------------------------------------------------------- */

static void tell_slot(struct coordinator *c, enum event_word word, int slot)
{
    study_tell(c->study,
               &(struct event){.word = word, .slot = slot, .trial = -1});
}

/* Open or close a slot that trains nothing, unless it is so already. */
static void set_open(struct coordinator *c, int slot, bool open)
{
    if (c->open[slot] == open || study_slot(c->study, slot) >= 0)
        return;
    c->open[slot] = open;
    tell_slot(c, open ? EVENT_OPENED : EVENT_CLOSED, slot);
}

/* Return how many trials a rank should hold, from the time of the last ones: a
 * power of two, so that it seldom changes. */
static int slots_wanted(const struct coordinator *c)
{
    const int most = c->membership->rank_groups.slots_per_group;
    const double fits = HELD_SECONDS / c->costs; /* NaN if unknown */
    int n = 1;

    while (2 * n <= most && 2 * n <= fits)
        n *= 2;
    return n;
}

void members_took(struct coordinator *c, double seconds)
{
    c->costs = isnan(c->costs) ? seconds : fmax(seconds, FADE * c->costs);
}

/* Count the trials that a group holds or is about to get. */
static int count_held(const struct coordinator *c, int group)
{
    const struct rank_groups *rank_groups = &c->membership->rank_groups;
    int held = 0;

    for (int i = group; i < rank_groups_slots(rank_groups);
         i += rank_groups->groups)
        held += study_slot(c->study, i) >= 0;
    return held;
}

/* Open so many of a group's slots, first those that hold a trial. If more hold
 * a trial, more stay open for the time being, and this is checked again. True
 * if all are closed. */
static bool open_slots(struct coordinator *c, int group, int wanted)
{
    const struct rank_groups *rank_groups = &c->membership->rank_groups;
    int left = wanted - count_held(c, group);
    bool any = false;

    c->unsettled |= left < 0;
    for (int i = group; i < rank_groups_slots(rank_groups);
         i += rank_groups->groups) {
        if (study_slot(c->study, i) < 0)
            set_open(c, i, left-- > 0);
        any |= c->open[i];
    }
    return !any;
}

/* Dissolve teams that are no longer whole and train nothing; free members form
 * new ones. Nothing changes unless the ranks or the slots per group have
 * changed. */
static void set_slots(struct coordinator *c)
{
    const int wanted = slots_wanted(c);

    if (wanted == c->slots_per_group && !c->unsettled)
        return;
    c->slots_per_group = wanted;
    c->unsettled = false;
    for (int i = 0; i < c->membership->rank_groups.groups; i++)
        if (membership_is_open(c->membership, i) &&
            !membership_is_sound(c->membership, i) && open_slots(c, i, 0)) {
            outgoing_settle(c); /* its reports are of this team */
            membership_close(c->membership, i);
        }
    while (membership_fill(c->membership) >= 0)
        ;
    for (int i = 0; i < c->membership->rank_groups.groups; i++)
        if (membership_is_open(c->membership, i) &&
            membership_is_sound(c->membership, i))
            open_slots(c, i, wanted);
}

/* --- ranks that fall silent ---------------------------------------------- */

static double silence(const struct coordinator *c, int rank)
{
    return c->world->silence(c->world->context, rank);
}

static bool is_dead(const struct coordinator *c, int rank)
{
    return c->world->is_dead(c->world->context, rank);
}

/* Give up the attempt, and inform the remaining members of the team. The trials
 * that wait after it have not begun. */
static void lose_attempt(struct coordinator *c, int group, int rank)
{
    const struct order drop = {.word = ORDER_DROP, .trial = -1};
    const struct rank_groups *rank_groups = &c->membership->rank_groups;
    char why[160];

    outgoing_settle(c); /* its orders are sent before */
    const int slot = slots_running(c->slots, group, NULL);

    if (slot < 0)
        return;
    coordinator_post_team(c, slot, &drop);
    snprintf(why, sizeof(why), "rank %d on host %s has not been heard of", rank,
             c->membership->member[rank].host);
    for (int i = group; i < rank_groups_slots(rank_groups);
         i += rank_groups->groups)
        if (i != slot && study_slot(c->study, i) >= 0)
            reports_return(c, i);
    reports_lose(c, slot, rank, why);
}

static void note_loss(struct coordinator *c, int rank)
{
    struct member *m = &c->membership->member[rank];

    m->gone = true;
    log_warning("rank %d on host %s has not been heard of for %.0f s", rank,
                m->host, c->x->run.silence);
}

/* A rank is back. It may still train the attempt that was given up, or, at the
 * end, not know of the end yet. */
static void note_return(struct coordinator *c, int rank)
{
    const struct order order = {.word = c->quit ? ORDER_QUIT : ORDER_DROP,
                                .trial = -1};

    c->membership->member[rank].gone = false;
    log_info("rank %d on host %s is back", rank,
             c->membership->member[rank].host);
    coordinator_post(c, rank, &order);
}

void members_ask(struct coordinator *c, int slot)
{
    const int *rank = membership_team(c->membership, slot);

    for (int i = 0; i < c->membership->rank_groups.ranks; i++)
        c->membership->member[rank[i]].unsure = coordinator_now(c);
    c->unsettled = true;
}

/* Note which ranks have been heard from since they were asked about. */
static void note_answers(struct coordinator *c)
{
    for (int i = 0; i < c->membership->n; i++) {
        struct member *m = &c->membership->member[i];

        if (m->unsure > 0 && silence(c, i) < coordinator_now(c) - m->unsure)
            m->unsure = 0;
    }
}

/* All ranks that are gone are determined before anything is sent. The trials of
 * a gone rank are given up before the rank counts as back: it may come back
 * while the coordinator waits for the journal, when an order may have reached
 * only the others of its team. */
static void check_ranks(struct coordinator *c)
{
    const double most = c->x->run.silence;

    for (int i = 1; i < c->membership->n; i++)
        if (!c->membership->member[i].gone && silence(c, i) > most)
            note_loss(c, i);
    for (int i = 1; i < c->membership->n; i++) {
        const struct member *m = &c->membership->member[i];

        if (m->gone && m->slot >= 0)
            lose_attempt(c, m->slot, i);
        if (m->gone && silence(c, i) < most / 2)
            note_return(c, i);
    }
}

/* Return the slot whose trial delays others that wait in the same group, and
 * for how many seconds so far; others may train those. -1 if there is none. */
static int held_up(const struct coordinator *c, int group, double *seconds)
{
    double since;
    const int slot = slots_running(c->slots, group, &since);

    if (slot < 0 || count_held(c, group) < 2)
        return -1;
    *seconds = coordinator_now(c) - since;
    return *seconds >= TAKE_BACK_SECONDS ? slot : -1;
}

/* Take waiting trials back from a group. The rank is asked twice: the first
 * answer may be of a trial whose end waits for the journal. */
static void take_back(struct coordinator *c, int group)
{
    const struct order back = {.word = ORDER_RETURN, .trial = -1};
    double seconds;

    if (held_up(c, group, &seconds) < 0)
        return;
    outgoing_settle(c);
    const int slot = held_up(c, group, &seconds);

    if (slot < 0)
        return;
    members_took(c, seconds);
    coordinator_post_team(c, slot, &back);
}

void members_update(struct coordinator *c)
{
    const double now = coordinator_now(c);

    if (now - c->checked >= CHECK_SECONDS) {
        c->checked = now;
        c->unsettled = true;
        note_answers(c);
        check_ranks(c);
        for (int i = 0; i < c->membership->rank_groups.groups; i++)
            take_back(c, i);
    }
    set_slots(c);
}

/* --- hosts where trials cannot begin ------------------------------------- */

static bool suits(void *coordinator, long trial, int slot)
{
    const struct coordinator *c = coordinator;

    return membership_suits(c->membership, slot, trial);
}

bool members_start_failed(struct coordinator *c, const struct report *r)
{
    membership_add_start_failure(c->membership, r->unready, r->trial,
                                 r->lacks_memory, r->text);
    if (!membership_has_elsewhere(c->membership, r->trial)) {
        membership_forget(c->membership, r->trial);
        return false;
    }
    log_info("trial %ld cannot begin on host %s, and is tried elsewhere: %s",
             r->trial, c->membership->member[r->unready].host, r->text);
    return true;
}

void members_note_begun(struct coordinator *c, long trial)
{
    const struct start_failure *d;

    while ((d = membership_note_begun(c->membership, trial))) {
        c->unsettled = true;
        log_warning("host %s is set aside, since trial %ld, as others, can "
                    "begin elsewhere, but not there: %s",
                    d->host, trial, d->reason);
    }
}

void members_forget(struct coordinator *c, long trial)
{
    membership_forget(c->membership, trial);
}

bool members_forget_all(struct coordinator *c)
{
    const int before = c->membership->start_failures;

    membership_forget(c->membership, -1);
    return c->membership->start_failures < before;
}

/* True if a rank is known to live: rank 0 does, and other ranks of this host
 * can be checked. From another host a message may still arrive from a rank that
 * has died since. But no rank that died before a launcher ended the job reports
 * that it is to stop. */
static bool lives(const struct coordinator *c, int rank)
{
    return membership_is_here(c->membership, rank)
               ? !is_dead(c, rank)
               : c->world->stops(c->world->context, rank);
}

bool members_live(const struct coordinator *c, int slot)
{
    for (int i = 0; i < c->membership->rank_groups.ranks; i++)
        if (!lives(c, membership_team(c->membership, slot)[i]))
            return false;
    return true;
}

bool members_may_return(const struct coordinator *c)
{
    for (int i = 1; i < c->membership->n; i++)
        if (c->membership->member[i].gone && !is_dead(c, i))
            return true;
    return false;
}

bool members_may_answer(const struct coordinator *c)
{
    for (int i = 0; i < c->membership->n; i++)
        if (c->membership->member[i].unsure > 0 &&
            !c->membership->member[i].gone)
            return true;
    return false;
}

/* --- the beginning and the end ------------------------------------------- */

void members_begin(struct coordinator *c)
{
    const size_t slots = (size_t)rank_groups_slots(&c->membership->rank_groups);

    c->open = memory_zeroed(slots, sizeof(*c->open));
    c->suspect = memory_zeroed(slots, sizeof(*c->suspect));
    for (size_t i = 0; i < slots; i++)
        c->open[i] = true; /* as the study begins */
    study_suits(c->study, suits, c);
}

enum attendance members_attendance(const struct coordinator *c)
{
    enum attendance a = ALL_THERE;

    if (members_may_return(c))
        return SOME_SILENT;
    for (int i = 1; i < c->membership->n; i++)
        if (c->membership->member[i].gone)
            a = SOME_DEAD;
    return a;
}

bool members_all_said_bye(const struct coordinator *c)
{
    for (int i = c->membership->rank_groups.first; i < c->membership->n; i++)
        if (!c->said_bye[i] && !c->membership->member[i].gone)
            return false;
    return true;
}
