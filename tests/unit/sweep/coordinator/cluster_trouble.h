/*
 * cluster_trouble.h - trouble in a simulated cluster: ranks that are paused,
 * cannot be reached or die, a rank 0 that is paused, a disk that fails, a
 * request to stop.
 */
#ifndef CLUSTER_TROUBLE_H
#define CLUSTER_TROUBLE_H

#include "tests/unit/sweep/coordinator/cluster_ranks.h"

/* Times run.silence that a rank waits for rank 0 before it ends. */
#define LONGER 4

static struct cluster_rank *any_other(struct cluster *c)
{
    return &c->rank[1 + roll(&c->dice, (uint32_t)c->is.ranks - 1)];
}

/* Some absences are longer than a rank may be silent, some not. */
static double roll_absence(struct cluster *c)
{
    return roll_seconds(c,
                        (chance(c, 2) ? 0.5 : 4) * c->experiment.run.silence);
}

static void pause_rank(struct cluster *c, struct cluster_rank *r)
{
    if (!goes_on(r))
        return;
    trace(c, "rank %d is stopped", r->number);
    r->paused = true;
    fall_silent(c, r);
    enqueue(c, c->now + roll_absence(c), CLUSTER_WAKE, r->number, NULL);
}

static void die_now(struct cluster *c, struct cluster_rank *r)
{
    if (r->dead)
        return;
    trace(c, "rank %d dies", r->number);
    r->dead = true;
    fall_silent(c, r);
    lose_messages(c, r->number);
    mailbox_clear(&r->out);
    mailbox_clear(&r->in);
}

/* A rank that gets nothing from rank 0 for long ends by itself. */
static void cut_off(struct cluster *c, struct cluster_rank *r, double seconds)
{
    const double most = LONGER * c->experiment.run.silence;

    if (r->dead || r->cut)
        return;
    trace(c, "rank %d is cut off for %g s", r->number, seconds);
    r->cut = true;
    r->heal = c->now + seconds;
    fall_silent(c, r);
    enqueue(c, r->heal, CLUSTER_HEAL, r->number, NULL);
    if (seconds > most)
        enqueue(c, c->now + most, CLUSTER_DEATH, r->number, NULL);
}

static void cut_some(struct cluster *c)
{
    const double seconds =
        chance(c, 8) ? 10 * c->experiment.run.silence : roll_absence(c);

    for (int i = 1; i < c->is.ranks; i++)
        if (chance(c, 2))
            cut_off(c, &c->rank[i], seconds);
}

/* Rank 0's process is paused, and so are its counters. */
static void sleep_long(struct cluster *c)
{
    struct cluster_rank *r = &c->rank[0];

    if (r->paused)
        return;
    r->paused = true;
    c->slept = roll_absence(c);
    c->sleeps = c->now + c->slept;
    enqueue(c, c->sleeps, CLUSTER_WAKE, 0, NULL);
}

static void wake(struct cluster *c, struct cluster_rank *r)
{
    if (r->dead)
        return;
    r->paused = false;
    for (int i = 1; r->number == 0 && i < c->is.ranks; i++)
        if (c->rank[i].unheard >= 0)
            c->rank[i].unheard = fmin(c->now, c->rank[i].unheard + c->slept);
}

static void stop_all(struct cluster *c)
{
    trace(c, "all are asked to stop");
    c->stop = c->asked = true;
    c->asked_at = c->now;
    for (int i = 0; i < c->is.ranks; i++)
        if (!c->rank[i].team)
            rank_run(&c->rank[i]);
}

static void stop_one(struct cluster *c, struct cluster_rank *r)
{
    if (r->dead)
        return;
    trace(c, "rank %d is asked to stop", r->number);
    r->stop = c->asked = true;
    c->asked_at = c->now;
    if (!r->team)
        rank_run(r);
}

static void trouble(struct cluster *c)
{
    const uint32_t what = roll(&c->dice, 24);

    if (c->leaves || c->troubles-- == 0)
        return;
    enqueue(c, c->now + roll_seconds(c, c->is.step > 1 ? 60 : 4),
            CLUSTER_TROUBLE, -1, NULL);
    if (what == 0 && chance(c, 2))
        stop_all(c);
    else if (what == 0)
        stop_one(c, &c->rank[roll(&c->dice, (uint32_t)c->is.ranks)]);
    else if (what == 1)
        c->disk.fails = true;
    else if (what == 2)
        sleep_long(c);
    else if (what == 3)
        c->held = c->disk.fails = chance(c, 2);
    else if (c->is.ranks == 1)
        return;
    else if (what == 14)
        any_other(c)->warned = true;
    else if (what < 9)
        pause_rank(c, any_other(c));
    else if (what < 11)
        cut_some(c);
    else if (what < 14)
        die_now(c, any_other(c));
}

/* A rank's situation has changed: it continues with its work. */
static void come_on(struct cluster *c, struct cluster_rank *r)
{
    trace(c, "rank %d goes on", r->number);
    r->idle = c->now;
    end_silence(c, r);
    if (r->team)
        go_on(c, r->team);
    rank_run(r);
}

static void handle_trouble(struct cluster *c, const struct cluster_event *h)
{
    struct cluster_rank *r = h->rank >= 0 ? &c->rank[h->rank] : NULL;

    if (h->word == CLUSTER_TROUBLE)
        trouble(c);
    else if (h->word == CLUSTER_DEATH)
        die_now(c, r);
    else if (h->word == CLUSTER_HEARTBEAT)
        r->unheard = is_heard(r) ? -1 : r->unheard;
    else {
        if (h->word == CLUSTER_WAKE)
            wake(c, r);
        else
            r->cut = false;
        come_on(c, r);
    }
}

#endif
