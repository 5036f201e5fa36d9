/*
 * cluster_world.h - the coordinator's world (coordinator/world.h) in a
 * simulated cluster, and the events in it while the coordinator waits.
 */
#ifndef CLUSTER_WORLD_H
#define CLUSTER_WORLD_H

#include "tests/unit/sweep/coordinator/cluster_laws.h"
#include "tests/unit/sweep/coordinator/cluster_trouble.h"

/* --- events --------------------------------------------------------------- */

static void deliver(struct cluster *c, struct cluster_message *m)
{
    if (!m || !arrives(c, m))
        return;
    if (m->to < 0) {
        mailbox_add(&c->in, m);
        return;
    }
    mailbox_add(&c->rank[m->to].in, m);
    rank_run(&c->rank[m->to]);
}

static void handle_event(struct cluster *c, const struct cluster_event *h)
{
    struct cluster_rank *r = h->rank >= 0 ? &c->rank[h->rank] : NULL;

    switch (h->word) {
    case CLUSTER_MESSAGE:
        deliver(c, h->of);
        break;
    case CLUSTER_STEP:
        take_step(c, h->of);
        break;
    case CLUSTER_LEAVING:
        be_impatient(r, h->of);
        break;
    case CLUSTER_SYNC:
        disk_sync(c);
        law_of_ends(c);
        break;
    default:
        handle_trouble(c, h);
    }
}

/* The job may die between any two events. */
static bool survives(struct cluster *c)
{
    if (!c->down && c->dies > 0 && --c->dies == 0)
        c->down = true;
    return !c->down;
}

/* Let the next event happen, if it comes before a time; false if there is none.
 */
static bool go_on_until(struct cluster *c, double until)
{
    if (!survives(c))
        return false;
    if (!c->queued || c->queue[0].at > fmax(until, c->sleeps)) {
        if (fmax(until, c->sleeps) > c->now)
            c->calls = 0;
        c->now = fmax(c->now, fmax(until, c->sleeps));
        return false;
    }
    const struct cluster_event h = dequeue(c);

    if (h.at > c->now)
        c->calls = 0;

    c->now = fmax(c->now, h.at);
    handle_event(c, &h);
    return true;
}

static bool is_awake(const struct cluster *c)
{
    return c->now >= c->sleeps;
}

/* --- messages and ranks --------------------------------------------------- */

/* The coordinator checks for messages. */
static void law_of_waits(struct cluster *c)
{
    assert_true(c->now - c->began < 20000); /* else it never ends, */
    assert_true(++c->calls < 10000); /* or loops without time advancing */
    law_of_returns(c);
    law_of_giving_up(c);
    if (study_stuck(c->study))
        c->stuck_for = c->now - c->goes;
    else
        c->goes = c->now;
}

static double coordinator_clock(void *cluster)
{
    return ((struct cluster *)cluster)->now;
}

static bool is_to_stop(void *cluster)
{
    const struct cluster *c = cluster;

    return c->stop || c->rank[0].stop;
}

static void posts(void *cluster, int to, const void *bytes, size_t n)
{
    struct cluster *c = cluster;
    const struct order *order = bytes;

    if (!survives(c))
        return;
    trace(c, "order %d to %d: trial %ld attempt %d number %u", order->word, to,
          order->trial, order->attempt, order->number);
    law_of_silence(c, to, order);
    note_dismissal(c, to, order);
    if (order->word == ORDER_TRAIN)
        law_of_orders(c, to, order);
    else if (order->word == ORDER_STOP)
        law_of_stops(c, to);
    else if (order->word == ORDER_LEAVE)
        law_of_leaving(c);
    c->stopped |= order->word == ORDER_STOP;
    c->quits |= order->word == ORDER_QUIT;
    post_message(c, &c->out, message_new(0, to, bytes, n));
}

static void sends(void *cluster)
{
    struct cluster *c = cluster;

    if (survives(c))
        send_all(c, &c->out);
}

static long receives(void *cluster, int *from, void *bytes, size_t room,
                     double seconds)
{
    struct cluster *c = cluster;
    const double until = c->now + seconds;

    if (!c->down)
        law_of_waits(c);
    while (!(c->in.first && is_awake(c)) && go_on_until(c, until))
        ;
    if (c->down || !c->in.first)
        return -1;
    const long n = take_message(&c->in, from, bytes, room);

    law_of_reports(c, *from, bytes);
    trace(c, "report %d from %d: trial %ld attempt %d end %d%s",
          ((const struct report *)bytes)->word, *from,
          ((const struct report *)bytes)->trial,
          ((const struct report *)bytes)->attempt,
          ((const struct report *)bytes)->end,
          ((const struct report *)bytes)->unbegun ? " unbegun" : "");
    return n;
}

static double silence(void *cluster, int rank)
{
    struct cluster *c = cluster;
    const double s = silence_of(c, &c->rank[rank]);

    if (s > c->experiment.run.silence)
        excuse(c, rank);
    return s;
}

static bool stops(void *cluster, int rank)
{
    struct cluster *c = cluster;

    return c->stop && is_heard(&c->rank[rank]);
}

static bool is_dead(void *cluster, int rank)
{
    struct cluster *c = cluster;

    return membership_is_here(&c->membership, rank) && c->rank[rank].dead;
}

static uint32_t numbers(void *cluster)
{
    (void)cluster;
    return NUMBERS;
}

/* --- the journal ---------------------------------------------------------- */

static int adds(void *cluster, const char *word, long trial, bool durable,
                const char *detail, struct error *e)
{
    struct cluster *c = cluster;

    if (!survives(c))
        return 0;
    trace(c, "line %s %ld %s", word, trial, detail);
    assert_true(c->disk.n - c->first < 10000); /* else it never ends */
    law_of_lines(c, word, trial);
    return disk_add(c, word, trial, durable, detail, e);
}

static long added(void *cluster)
{
    return ((struct cluster *)cluster)->disk.n;
}

static long done(void *cluster, struct error *e)
{
    struct cluster *c = cluster;

    if (c->disk.failed)
        return disk_error(e);
    disk_ask(c);
    return c->disk.done;
}

static void waits(void *cluster, long number, double seconds)
{
    struct cluster *c = cluster;
    const double until = c->now + seconds;

    disk_ask(c);
    while (!((c->disk.done >= number || c->disk.failed) && is_awake(c)) &&
           go_on_until(c, until))
        ;
}

static int settles(void *cluster, struct error *e)
{
    struct cluster *c = cluster;

    while (c->disk.done < c->disk.n && !c->disk.failed && !c->down)
        waits(c, c->disk.n, 1);
    return c->disk.failed ? disk_error(e) : 0;
}

static int names(void *cluster, struct error *e)
{
    return name_next(cluster, e);
}

static int records(void *cluster, struct error *e)
{
    return note_proposals(cluster, e);
}

static int ends(void *cluster, const struct report *r, struct error *e)
{
    struct cluster *c = cluster;
    const bool failed = r->end != TRAIN_FINISHED;

    return survives(c) ? note_end(c, r->trial, failed, r->best, e) : 0;
}

/* --- results -------------------------------------------------------------- */

static bool finds(void *cluster, long trial, struct result_message *l)
{
    struct cluster *c = cluster;
    const struct trial *t = study_trial(c->study, trial);
    const struct cluster_kept *k = kept_of(c, t->name);

    if (!k->result_attempt || k->result_attempt != t->attempt)
        return false;
    report_begin(&l->report, REPORT_END, trial);
    l->report.end = k->failed ? TRAIN_FAILED : TRAIN_FINISHED;
    l->report.attempt = t->attempt;
    l->report.best = k->goal;
    return true;
}

static int fails_for(void *cluster, long trial, const char *why,
                     struct result_message *l, struct error *e)
{
    struct cluster *c = cluster;
    const struct trial *t = study_trial(c->study, trial);

    (void)e;
    report_begin(&l->report, REPORT_END, trial);
    l->report.end = TRAIN_FAILED;
    l->report.best = NAN;
    snprintf(l->report.text, sizeof(l->report.text), "%s", why);
    if (survives(c) && !c->is.small)
        keep_result(kept_of(c, t->name), t->attempt + 1, true, NAN);
    law_of_failures(c, trial);
    return 0;
}

static int aggregates(void *cluster)
{
    (void)cluster;
    return 0;
}

/* A proposal is sometimes ready at once, else some time later. */
static bool propose_late(void *cluster, const struct proposal_request *w,
                         struct assignment *a)
{
    struct cluster *c = cluster;

    if (!c->down && roll(&c->dice, 3))
        return false;
    *a = search_propose(w->search, w->known, w->n, w->number, w->memory);
    return true;
}

/* --- other processes ------------------------------------------------------ */

static bool is_held(void *cluster, struct error *e)
{
    const struct cluster *c = cluster;

    if (c->held)
        error_set(e, "another process works in the folder");
    return c->held;
}

static void stop_takes(void *cluster, double seconds)
{
    (void)cluster;
    assert_true(seconds >= 0);
}

static void notifies(void *cluster, const struct notice *n)
{
    struct cluster *c = cluster;

    if (!c->down)
        law_of_notices(c, n);
}

static void before_waits(void *cluster)
{
    law_of_breaks(cluster);
}

static void nothing(void *cluster)
{
    (void)cluster;
}

static struct world world_of(struct cluster *c)
{
    return (struct world){.context = c,
                          .now = coordinator_clock,
                          .stop_asked = is_to_stop,
                          .post = posts,
                          .flush = sends,
                          .receive = receives,
                          .silence = silence,
                          .stops = stops,
                          .is_dead = is_dead,
                          .numbers = numbers,
                          .add = adds,
                          .added = added,
                          .done = done,
                          .settle = settles,
                          .wait = waits,
                          .name = names,
                          .record = records,
                          .end = ends,
                          .find = finds,
                          .fail = fails_for,
                          .aggregate = aggregates,
                          .is_held = is_held,
                          .stop_takes = stop_takes,
                          .notify = notifies,
                          .before_wait = before_waits,
                          .after_wait = nothing};
}

#endif
