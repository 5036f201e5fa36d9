/*
 * cluster_losses.h - what must hold for lost attempts, and for ranks that are
 * silent and come back.
 *
 * - Nothing is sent to a silent rank; one that is back is informed at once that
 *   its attempt was given up, or that all is over.
 * - An attempt whose rank is silent is lost if that rank had reported that it
 *   has begun, and else tried elsewhere; the other members of its team are
 *   informed before. Nothing is lost whose result exists.
 * - A team whose leader has lost a member gets nothing before that member was
 *   heard from.
 * - A rank that was ordered to drop everything begins no earlier order.
 * - A sweep gives up once no rank is left that could train, and none that may
 *   wake has done so for a long time.
 * - If a trial on living ranks is ordered to stop, a journal line of that comes
 *   before.
 */
#ifndef CLUSTER_LOSSES_H
#define CLUSTER_LOSSES_H

#include "tests/unit/sweep/coordinator/cluster_ledger.h"
#include "tests/unit/sweep/coordinator/cluster_ranks.h"

static struct cluster_team *current_team(struct cluster *c, long trial)
{
    return trial < 0 ? NULL
                     : team_of(c, trial, study_trial(c->study, trial)->attempt);
}

/* --- silent ranks --------------------------------------------------------- */

static void law_of_silence(struct cluster *c, int to, const struct order *order)
{
    struct cluster_rank *r = &c->rank[to];

    assert_false(c->membership.member[to].gone);
    if (r->was_gone)
        assert_int_equal(order->word, c->quits ? ORDER_QUIT : ORDER_DROP);
    r->was_gone = false;
}

/* Checked whenever the coordinator waits. */
static void law_of_returns(struct cluster *c)
{
    for (int i = 1; i < c->is.ranks; i++)
        if (c->membership.member[i].gone)
            c->rank[i].was_gone = true;
        else
            assert_false(c->rank[i].was_gone);
}

/* --- dismissed members ---------------------------------------------------- */

/* Note each member that is sent an order which ends its attempt. */
static void note_dismissal(struct cluster *c, int to, const struct order *order)
{
    for (struct cluster_team *t = c->teams; t; t = t->next)
        for (int i = 0; i < t->n; i++)
            t->dismissed[i] |=
                t->rank[i] == to && t->ordered[i] &&
                (order->word == ORDER_DROP || order->word == ORDER_QUIT ||
                 (order->word == ORDER_TRAIN && order->trial != t->trial));
}

static void expect_dismissed(const struct cluster *c,
                             const struct cluster_team *t)
{
    for (int i = 0; i < t->n; i++)
        assert_true(!t->ordered[i] || t->dismissed[i] ||
                    c->membership.member[t->rank[i]].gone);
}

/* --- losses --------------------------------------------------------------- */

/* The first silent member; -1 if none is. */
static int first_gone(const struct cluster *c, const struct cluster_team *t)
{
    for (int i = 0; i < t->n; i++)
        if (c->membership.member[t->rank[i]].gone)
            return i;
    return -1;
}

static void law_of_losses(struct cluster *c, long trial, bool lost)
{
    const struct cluster_team *t = current_team(c, trial);

    if (!t || t->reported) { /* it was not reported; or its leader reports it */
        assert_true(!lost || t);
        return;
    }
    const int gone = first_gone(c, t);
    const struct cluster_kept *k = kept_of(c, name_of(c->search, &t->a));

    assert_true(gone >= 0);
    assert_true(t->heard[gone] == lost);
    assert_true(k->result_attempt != t->attempt);
    expect_dismissed(c, t);
}

/* A line is added. */
static void law_of_lines(struct cluster *c, const char *word, long trial)
{
    c->stopped |= !strcmp(word, record_name(RECORD_TOLD));
    if (!strcmp(word, record_name(RECORD_STOP)))
        assert_true(c->asked || c->stopped);
    else if (!strcmp(word, record_name(RECORD_LOST)))
        law_of_losses(c, trial, true);
    else if (!strcmp(word, record_name(RECORD_ELSEWHERE)))
        law_of_losses(c, trial, false);
}

/* --- ranks that were asked about ------------------------------------------ */

/* Its leader has lost a member, and that counts. */
static void note_lost_member(struct cluster *c, const struct cluster_team *t)
{
    const struct trial *of = study_trial(c->study, t->trial);

    for (int i = 0; i < t->n && of->slot >= 0 && of->attempt == t->attempt; i++)
        c->rank[t->rank[i]].missed = c->now;
}

static void expect_heard(const struct cluster *c, const struct cluster_team *t)
{
    for (int i = 0; i < t->n; i++) {
        const struct cluster_rank *r = &c->rank[t->rank[i]];

        assert_true(r->number == 0 || r->missed == 0 || r->unheard < 0 ||
                    r->unheard > r->missed);
    }
}

/* --- beginnings ----------------------------------------------------------- */

/* A rank has taken an order out of its mailbox. */
static void note_read(struct cluster_rank *r, const struct order *order)
{
    for (struct cluster_team *t = r->cluster->teams; t; t = t->next)
        for (int i = 0; i < t->n; i++) {
            if (t->rank[i] != r->number)
                continue;
            if (order->word == ORDER_DROP || order->word == ORDER_QUIT)
                t->dropped[i] |= t->read[i];
            else if (order->word == ORDER_TRAIN && order->trial == t->trial &&
                     order->attempt == t->attempt)
                t->read[i] = true;
        }
}

/* --- ranks that may wake -------------------------------------------------- */

/* True if a rank is silent that may not be dead. */
static bool may_return(struct cluster *c)
{
    for (int i = 1; i < c->is.ranks; i++)
        if (c->membership.member[i].gone &&
            !(membership_is_here(&c->membership, i) && c->rank[i].dead))
            return true;
    return false;
}

/* When the journal has failed, ranks that train are ordered to stop by the
 * second round after that. */
static void law_of_breaks(struct cluster *c)
{
    if (c->down || !c->broken || !c->disk.failed || ++c->since_broken < 2)
        return;
    for (const struct cluster_team *t = c->teams; t; t = t->next) {
        const struct trial *of = study_trial(c->study, t->trial);

        for (int i = 0; i < t->n; i++)
            assert_true(t->stopped[i] || of->slot < 0 ||
                        of->attempt != t->attempt || !t->ordered[i] ||
                        c->membership.member[t->rank[i]].gone);
    }
}

/* Count the ranks that could train, as far as can be known. */
static int count_heard(const struct cluster *c)
{
    int n = 0;

    for (int i = c->is.dedicated; i < c->is.ranks; i++)
        n += !c->membership.member[i].gone && c->rank[i].unheard < 0 &&
             !membership_aside(&c->membership, c->membership.member[i].host);
    return n;
}

/* The sweep is given up once it has waited long enough for ranks. */
static void law_of_giving_up(struct cluster *c)
{
    struct error e;

    if (c->broken || coordinator_end(c->coordinator, &e) != SWEEP_ERROR)
        return;
    c->broken = true;
    c->since_broken = 0;
    if (strstr(e.text, "no rank is left"))
        assert_true(count_heard(c) < c->is.team);
    if (strstr(e.text, "the ranks that are left") ||
        strstr(e.text, "no rank is left"))
        assert_true(!may_return(c) ||
                    c->stuck_for >= 3 * c->experiment.run.silence - 0.5);
}

/* --- orders to stop ------------------------------------------------------- */

static bool has_stop_line(const struct cluster *c, long trial)
{
    for (long i = c->first; i < c->disk.done; i++)
        if (c->disk.line[i].trial == trial &&
            !strcmp(c->disk.line[i].word, record_name(RECORD_TOLD)))
            return true;
    return false;
}

/* For a team on rank 0's host it is known which ranks live. */
static void law_of_stops(struct cluster *c, int to)
{
    for (struct cluster_team *t = c->teams; t; t = t->next) {
        const struct trial *of = study_trial(c->study, t->trial);
        bool live = of->slot >= 0 && of->attempt == t->attempt && !t->reported;
        bool in_it = false;

        for (int i = 0; i < t->n; i++) {
            live &= membership_is_here(&c->membership, t->rank[i]) &&
                    !c->rank[t->rank[i]].dead;
            in_it |= t->rank[i] == to;
            t->stopped[i] |= t->rank[i] == to;
        }
        if (live && in_it && !c->disk.failed)
            assert_true(has_stop_line(c, t->trial));
    }
}

#endif
