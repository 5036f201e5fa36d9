/*
 * cluster_ranks.h - ranks of a simulated cluster: workers
 * (coordinator/worker.h) that train a step now and then, together in a team. A
 * step takes place when all members are there. One that waits for another
 * leaves once it is ordered to drop the attempt, or has waited long.
 */
#ifndef CLUSTER_RANKS_H
#define CLUSTER_RANKS_H

#include "tests/unit/sweep/coordinator/cluster_messages.h"
#include "tests/unit/sweep/coordinator/cluster_trials.h"

#define EVALUATION "\"step\": 1\n"

static void rank_run(struct cluster_rank *r);
static void note_read(struct cluster_rank *r, const struct order *order);

/* --- a worker's world ----------------------------------------------------- */

static double worker_clock(void *rank)
{
    return ((struct cluster_rank *)rank)->cluster->now;
}

static bool worker_is_to_stop(void *rank)
{
    const struct cluster_rank *r = rank;

    return r->cluster->stop || r->stop;
}

static void worker_posts(void *rank, int to, const void *bytes, size_t n)
{
    struct cluster_rank *r = rank;
    const struct report *report = bytes;

    assert_int_equal(to, 0);
    if (report->word == REPORT_BEGUN) {
        r->begun = report->trial;
        r->attempt = report->attempt;
    }
    post_message(r->cluster, &r->out, message_new(r->number, -1, bytes, n));
}

static void worker_sends(void *rank)
{
    struct cluster_rank *r = rank;

    send_all(r->cluster, &r->out);
}

static long worker_receives(void *rank, int *from, void *bytes, size_t room,
                            double seconds)
{
    struct cluster_rank *r = rank;
    const long n = take_message(&r->in, from, bytes, room);

    (void)seconds;
    if (n > 0)
        note_read(r, bytes);
    return n;
}

static bool worker_is_warned(void *rank, struct warning *own)
{
    struct cluster_rank *r = rank;

    if (!r->warned)
        return false;
    r->warned = false;
    *own = (struct warning){.trial = -1, .text = "it is late"};
    return true;
}

static void rank_begin(struct cluster *c, int number)
{
    struct cluster_rank *r = &c->rank[number];

    *r = (struct cluster_rank){.cluster = c,
                               .number = number,
                               .unheard = -1,
                               .world = {.context = r,
                                         .now = worker_clock,
                                         .stop_asked = worker_is_to_stop,
                                         .post = worker_posts,
                                         .flush = worker_sends,
                                         .receive = worker_receives,
                                         .warned = worker_is_warned}};
    worker_init(&r->worker, &r->world);
}

static void rank_end(struct cluster_rank *r)
{
    mailbox_clear(&r->in);
    mailbox_clear(&r->out);
    worker_release(&r->worker);
}

/* --- teams ---------------------------------------------------------------- */

static struct cluster_team *team_of(struct cluster *c, long trial, int attempt)
{
    struct cluster_team *t = c->teams;

    while (t && (t->trial != trial || t->attempt != attempt))
        t = t->next;
    return t;
}

static struct cluster_team *team_new(struct cluster *c,
                                     const struct order *order)
{
    struct cluster_team *t = memory_zeroed(1, sizeof(*t));

    t->next = c->teams;
    c->teams = t;
    t->trial = order->trial;
    t->attempt = order->attempt;
    t->n = order->members;
    t->number = order->number;
    t->until = order->until;
    t->ends_there = order->ends_there;
    memcpy(t->rank, order_ranks(order), (size_t)t->n * sizeof(int));
    if (assignment_parse(&c->search->space, t->trial, order_values(order),
                         &t->a, &(struct error){0}))
        fail_msg("an order cannot be read");
    return t;
}

static struct cluster_rank *member(struct cluster *c,
                                   const struct cluster_team *t, int i)
{
    return &c->rank[t->rank[i]];
}

/* True if all members are in the team and run. */
static bool is_whole(struct cluster *c, const struct cluster_team *t)
{
    for (int i = 0; i < t->n; i++) {
        const struct cluster_rank *r = member(c, t, i);

        if (!t->joined[i] || t->left[i] || !goes_on(r) ||
            r->cut != member(c, t, 0)->cut)
            return false;
    }
    return true;
}

/* Put the team's next step into the queue if it can be trained. */
static void go_on(struct cluster *c, struct cluster_team *t)
{
    if (t->over || t->steps || !is_whole(c, t))
        return;
    t->steps = true;
    enqueue(c, c->now + step_seconds(c, &t->a), CLUSTER_STEP, t->rank[0], t);
}

/* A member leaves the team and takes its next order. */
static void part(struct cluster_team *t, struct cluster_rank *r)
{
    for (int i = 0; i < t->n; i++)
        if (t->rank[i] == r->number)
            t->left[i] = true;
    r->team = NULL;
    r->idle = r->cluster->now;
}

static void begin_report(const struct cluster_team *t, enum report_word word,
                         struct result_message *l)
{
    report_begin(&l->report, word, t->trial);
    l->report.best = NAN;
    l->report.steps = t->last;
    l->report.step = t->step;
}

static void wait_in_vain(struct cluster *c, struct cluster_team *t, int rank)
{
    enqueue(c, c->now + roll_seconds(c, 4), CLUSTER_LEAVING, rank, t);
}

/* A member has waited in vain for others, or is ordered not to; then the others
 * wait in vain for it. */
static void leave_team(struct cluster *c, struct cluster_rank *r)
{
    struct cluster_team *t = r->team;
    struct result_message l;

    t->excused = true;
    if (t->rank[0] == r->number) {
        begin_report(t, REPORT_END, &l);
        l.report.end = TRAIN_BROKEN;
        l.report.lost = true;
        snprintf(l.report.text, sizeof(l.report.text), "a rank was lost");
        worker_end(&r->worker, &l);
    }
    part(t, r);
    for (int i = 0; i < t->n; i++)
        if (t->joined[i] && !t->left[i])
            wait_in_vain(c, t, t->rank[i]);
}

/* --- how it ends ---------------------------------------------------------- */

static void report_end(struct cluster *c, struct cluster_team *t,
                       enum train_end end, int unready)
{
    struct cluster_kept *k = kept_of(c, name_of(c->search, &t->a));
    const bool over = end == TRAIN_FINISHED || end == TRAIN_FAILED;
    const bool whole = by_itself(c, &t->a, t->until);
    struct result_message l;
    struct report *r = &l.report;

    begin_report(t, REPORT_END, &l);
    r->end = end;
    r->unready = unready;
    if (end == TRAIN_FINISHED || end == TRAIN_PAUSED)
        r->best = goal_of(&t->a, whole ? 1 : t->until);
    if (end == TRAIN_FAILED || end == TRAIN_BROKEN)
        snprintf(r->text, sizeof(r->text), "it fails");
    if (unready < 0 && over && !c->is.small)
        keep_result(k, t->attempt, end == TRAIN_FAILED, r->best);
    if (end == TRAIN_PAUSED || (end == TRAIN_STOPPED && t->begun))
        keep_state(k, t->attempt, t->step);
    r->seconds = c->now - t->since;
    worker_end(&member(c, t, 0)->worker, &l);
}

static void end_team(struct cluster *c, struct cluster_team *t,
                     enum train_end end, int unready)
{
    t->over = true;
    report_end(c, t, end, unready);
    for (int i = 0; i < t->n; i++)
        part(t, member(c, t, i));
    for (int i = 0; i < t->n; i++)
        rank_run(member(c, t, i));
}

/* Return how the attempt ends; the disk may be full. */
static enum train_end end_of(struct cluster *c, const struct cluster_team *t)
{
    if (c->is.trouble && chance(c, 200))
        return TRAIN_BROKEN;
    if (fails(&t->a))
        return TRAIN_FAILED;
    return by_itself(c, &t->a, t->until) || t->ends_there ? TRAIN_FINISHED
                                                          : TRAIN_PAUSED;
}

/* --- steps ---------------------------------------------------------------- */

/* Return a member on whose host the trial cannot begin; -1 if there is none. */
static int find_unready(const struct cluster *c, const struct cluster_team *t)
{
    for (int i = 0; i < t->n; i++)
        if (cannot_begin(&t->a) ||
            (t->rank[i] % c->is.hosts == c->is.sick && value_of(&t->a) % 2))
            return t->rank[i];
    return -1;
}

/* All members have come: continue from the existing state. */
static bool begin_team(struct cluster *c, struct cluster_team *t)
{
    const struct cluster_kept *k = kept_of(c, name_of(c->search, &t->a));
    const int unready = find_unready(c, t);

    t->begun = true;
    t->step = k->step;
    t->last = steps_to(c, &t->a, t->until);
    if (unready >= 0)
        end_team(c, t, TRAIN_FAILED, unready);
    return unready < 0;
}

static bool asks_to_stop(struct cluster *c, struct cluster_team *t)
{
    bool stops = false, asked = c->stop;

    for (int i = 0; i < t->n; i++) {
        asked |= member(c, t, i)->stop;
        stops |= worker_stop_asked(&member(c, t, i)->worker);
    }
    assert_true(stops || !asked);
    return stops;
}

static void report_progress(struct cluster *c, struct cluster_team *t)
{
    struct worker *w = &member(c, t, 0)->worker;
    struct result_message l;

    w->trained++;
    if (c->is.trouble && chance(c, 4)) {
        keep_state(kept_of(c, name_of(c->search, &t->a)), t->attempt, t->step);
        w->saved = true;
    }
    if (!worker_is_due(w))
        return;
    begin_report(t, REPORT_PROGRESS, &l);
    memcpy(report_evaluations(&l.report), EVALUATION, sizeof(EVALUATION) - 1);
    l.report.evaluations = sizeof(EVALUATION) - 1;
    worker_progress(w, &l);
}

/* A member is missing: the others check for orders, and what they send may fail
 * some time later. */
static void lose_patience(struct cluster *c, struct cluster_team *t)
{
    for (int i = 0; i < t->n; i++)
        if (!t->left[i])
            rank_run(member(c, t, i));
    for (int i = 0; i < t->n; i++)
        if (!t->left[i] && chance(c, 4))
            wait_in_vain(c, t, t->rank[i]);
}

/* A step is trained if all members are still there. */
static void take_step(struct cluster *c, struct cluster_team *t)
{
    t->steps = false;
    if (t->over)
        return;
    if (!is_whole(c, t)) {
        lose_patience(c, t);
        return;
    }
    t->since = c->now;
    if (!t->begun && !begin_team(c, t))
        return;
    t->step += t->step < t->last;
    if (asks_to_stop(c, t))
        end_team(c, t, TRAIN_STOPPED, -1);
    else if (t->step >= t->last)
        end_team(c, t, end_of(c, t), -1);
    else {
        report_progress(c, t);
        go_on(c, t);
    }
}

/* --- a rank --------------------------------------------------------------- */

static void join(struct cluster_rank *r)
{
    struct cluster_team *t =
        team_of(r->cluster, r->order.trial, r->order.attempt);

    assert_non_null(t);
    assert_false(t->over);
    assert_true(r->begun == t->trial && r->attempt == t->attempt);
    for (int i = 0; i < t->n; i++)
        if (t->rank[i] == r->number) {
            assert_false(t->joined[i]);
            assert_false(t->dropped[i]);
            t->joined[i] = true;
        }
    r->team = t;
    t->since = r->cluster->now;
    go_on(r->cluster, t);
}

/* A member has waited long enough if the others made no progress since. */
static void be_impatient(struct cluster_rank *r, struct cluster_team *t)
{
    if (r->team == t && r->paused)
        wait_in_vain(r->cluster, t, r->number);
    if (r->team != t || t->steps || !goes_on(r))
        return;
    leave_team(r->cluster, r);
    rank_run(r);
}

/* True if a rank trains or waits for others; a waiting rank checks its
 * messages. */
static bool is_busy(struct cluster_rank *r)
{
    if (r->team && !r->team->steps && worker_given_up(&r->worker))
        leave_team(r->cluster, r);
    return r->team != NULL;
}

/* Carry out the orders that have come. */
static void rank_run(struct cluster_rank *r)
{
    enum worker_next next = WORKER_TRAINS;

    if (!goes_on(r) || r->left)
        return;
    while (!is_busy(r) && next == WORKER_TRAINS) {
        next = worker_next(&r->worker, &r->order, 0);
        if (next == WORKER_TRAINS && worker_begin(&r->worker, &r->order))
            join(r);
    }
    r->left = next == WORKER_LEAVES;
}

#endif
