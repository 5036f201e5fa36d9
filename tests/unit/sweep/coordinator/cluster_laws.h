/*
 * cluster_laws.h - what must hold for a coordinator in any cluster, checked as
 * it happens: what it sends, and when.
 *
 * - An order to train is sent once the line of its start is durable; so are
 *   notices to observers of a trial's end.
 * - No attempt of a trial is ordered twice, and its number is no other trial's
 *   later. A trial that has ended is trained no more.
 * - A trial is ordered again once the coordinator knows the end of the previous
 *   attempt, or may consider it lost.
 * - A rank is given nothing while it trains, unless it holds several trials,
 *   and messages of two attempts can be distinguished.
 * - No rank is given anything some time after a request to stop.
 */
#ifndef CLUSTER_LAWS_H
#define CLUSTER_LAWS_H

#include "tests/unit/sweep/coordinator/cluster_losses.h"

enum { NUMBERS = 8 };

/* True if there is a durable line of this word, trial and, for a start,
 * attempt. */
static bool is_durable(const struct cluster *c, enum record_word word,
                       long trial, int attempt)
{
    for (long i = c->disk.synced - 1; i >= 0; i--) {
        const struct cluster_line *l = &c->disk.line[i];
        int of = 0;

        if (l->trial != trial || strcmp(l->word, record_name(word)) != 0)
            continue;
        if (word != RECORD_START ||
            (sscanf(l->detail, "attempt %d", &of) == 1 && of == attempt))
            return true;
    }
    return false;
}

/* True if any of its members trains, or will. */
static bool may_go_on(const struct cluster *c, const struct cluster_team *t)
{
    for (int i = 0; i < t->n && !t->over; i++)
        if (t->ordered[i] && !t->left[i] && !c->rank[t->rank[i]].dead)
            return true;
    return false;
}

/* Every attempt that is not over, as far as the coordinator knows, is one that
 * it may consider lost. */
static void expect_no_other(const struct cluster *c, const struct order *order)
{
    for (const struct cluster_team *t = c->teams; t; t = t->next)
        if (t->trial == order->trial && t->attempt != order->attempt)
            assert_true(t->reported || t->excused);
}

/* Count the attempts whose numbers may still be in messages. */
static int count_used(const struct cluster *c)
{
    int n = 0;

    for (const struct cluster_team *t = c->teams; t; t = t->next)
        n += t->broke || t->excused || may_go_on(c, t);
    return n;
}

/* A rank holds one trial at a time unless its group has several slots, and no
 * two attempts that may continue have the same number in their messages. */
static void expect_free(const struct cluster *c, const struct cluster_team *t)
{
    const int used = count_used(c);

    for (const struct cluster_team *o = c->teams; o; o = o->next) {
        if (o == t)
            continue;
        for (int i = 0; i < t->n * o->n && c->is.slots_per_group == 1; i++)
            assert_true(o->reported || o->excused ||
                        t->rank[i % t->n] != o->rank[i / t->n]);
        if (t->n > 1 && (o->broke || o->excused || may_go_on(c, o)))
            assert_true(o->number != t->number || used >= NUMBERS - 1);
    }
}

static void expect_new(struct cluster *c, const struct order *order)
{
    struct cluster_sent *p = &c->sent[order->trial];
    const struct trial *t = study_trial(c->study, order->trial);

    assert_int_equal(order->attempt, t->attempt);
    assert_true(order->attempt > p->attempt);
    assert_true(p->attempt == 0 || digest_equal(p->name, t->name));
    assert_false(p->over);
    p->attempt = order->attempt;
    p->name = t->name;
}

/* The state that an attempt continues from exists. */
static void expect_state(struct cluster *c, const struct cluster_team *t)
{
    const int rung = study_rung(c->study, t->trial);

    if (rung > 0 || t->a.from)
        assert_true(kept_of(c, name_of(c->search, &t->a))->step > 0);
}

/* There was no request to stop, or it is not known yet: rank 0 knows its own at
 * once, and another rank's after that rank has trained a step or was heard from
 * again. */
static void expect_no_stop(const struct cluster *c)
{
    const double since = c->now - fmax(c->asked_at, c->sleeps);

    if (c->stop || c->rank[0].stop)
        assert_true(since < 5);
    for (int i = 1; i < c->is.ranks; i++) {
        const struct cluster_rank *r = &c->rank[i];
        const bool idle = !r->team && is_heard(r);

        assert_true(!r->stop || r->dead || since < 40);
        assert_true(!r->stop || !idle || since < 5 || c->now - r->idle < 5);
    }
}

/* An order to train is sent to a rank. */
static void law_of_orders(struct cluster *c, int to, const struct order *order)
{
    struct cluster_team *t = team_of(c, order->trial, order->attempt);

    assert_true(is_durable(c, RECORD_START, order->trial, order->attempt));
    assert_false(c->quits);
    expect_no_stop(c);
    assert_int_equal(study_trial(c->study, order->trial)->phase, PHASE_RUNNING);
    if (!t) {
        expect_new(c, order);
        expect_no_other(c, order);
        t = team_new(c, order);
        for (int k = 0; k < t->n; k++) /* silent since */
            t->excused |= c->membership.member[t->rank[k]].gone;
        expect_state(c, t);
        expect_free(c, t);
        expect_heard(c, t);
    }
    int i = 0;

    while (i < t->n && t->rank[i] != to)
        i++;
    assert_true(i < t->n);
    assert_false(t->ordered[i]);
    t->ordered[i] = true;
}

/* All ranks that are not silent have said bye. */
static void law_of_leaving(const struct cluster *c)
{
    for (int i = c->is.dedicated; i < c->is.ranks; i++)
        assert_true(c->rank[i].bye || c->membership.member[i].gone);
}

/* Observers are notified of an end. */
static void law_of_notices(struct cluster *c, const struct notice *n)
{
    const struct report *r = n->report;

    if (n->word != NOTICE_WARNING)
        assert_true(membership_team(&c->membership, n->slot)[0] >= 0);
    if (n->word == NOTICE_START)
        return;
    if ((n->word != NOTICE_OVER && n->word != NOTICE_GIVE_UP) ||
        (r->end != TRAIN_FINISHED && r->end != TRAIN_FAILED))
        return;
    if (n->word == NOTICE_OVER)
        assert_true(
            is_durable(c, r->end == TRAIN_FAILED ? RECORD_FAIL : RECORD_FINISH,
                       r->trial, 0));
    assert_false(c->sent[r->trial].noticed);
    c->sent[r->trial].noticed = true;
}

static void note_begun(struct cluster_team *t, int from)
{
    for (int i = 0; i < t->n; i++)
        t->heard[i] |= t->rank[i] == from;
}

/* The coordinator gets the report that an attempt has begun, or of its end. */
static void law_of_reports(struct cluster *c, int from, const struct report *r)
{
    struct cluster_team *t =
        r->trial >= 0 ? team_of(c, r->trial, r->attempt) : NULL;

    c->rank[from].bye |= r->word == REPORT_BYE;
    if (r->word == REPORT_BEGUN)
        note_begun(t, from);
    else if (r->word == REPORT_END) {
        assert_non_null(t);
        t->reported = true;
        t->broke = r->end == TRAIN_BROKEN;
        if (r->lost)
            note_lost_member(c, t);
    }
}

/* Note the ends that are durable now. */
static void law_of_ends(struct cluster *c)
{
    for (; c->seen < c->disk.synced; c->seen++) {
        const struct cluster_line *l = &c->disk.line[c->seen];

        if (!strcmp(l->word, "finish") || !strcmp(l->word, "fail") ||
            !strcmp(l->word, "adopt")) {
            assert_false(c->sent[l->trial].over);
            c->sent[l->trial].over = true;
        } else if (!strcmp(l->word, "again"))
            c->sent[l->trial].over = false;
    }
}

/* True if a trial may have lost more attempts than allowed. */
static bool may_be_given_up(const struct cluster *c, long trial)
{
    long excused = c->sent[trial].excused;

    for (const struct cluster_team *t = c->teams; t; t = t->next)
        excused += t->trial == trial && t->excused;
    return excused > c->is.retries;
}

/* A trial is given up only for a reason that the cluster has caused. */
static void law_of_failures(struct cluster *c, long trial)
{
    struct assignment a = study_assignment(c->study, trial);
    const bool nowhere = cannot_begin(&a);
    const bool sick = c->is.sick >= 0 && value_of(&a) % 2;

    assignment_release(&c->search->space, &a);
    assert_true(nowhere || sick || may_be_given_up(c, trial));
    c->failed_by_world |= !nowhere;
}

/* A rank was silent for too long: its attempts may be lost. */
static void excuse(struct cluster *c, int rank)
{
    for (struct cluster_team *t = c->teams; t; t = t->next)
        for (int i = 0; i < t->n; i++)
            t->excused |= t->rank[i] == rank && !t->reported;
}

#endif
