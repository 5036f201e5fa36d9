/*
 * cluster_messages.h - the network of a simulated cluster: messages between two
 * ranks arrive in the order in which they were sent, some time later. Messages
 * of a rank that dies may be lost with it, the last ones first. Messages over a
 * broken connection wait until it is repaired.
 */
#ifndef CLUSTER_MESSAGES_H
#define CLUSTER_MESSAGES_H

#include "tests/unit/sweep/coordinator/cluster.h"

/* --- connections ---------------------------------------------------------- */

/* True if a rank's process runs. */
static bool goes_on(const struct cluster_rank *r)
{
    return !r->dead && !r->paused;
}

static bool is_heard(const struct cluster_rank *r)
{
    return goes_on(r) && !r->cut;
}

/* A rank falls silent: its last heartbeat was some time ago, but not before one
 * that the coordinator knows of. */
static void fall_silent(struct cluster *c, struct cluster_rank *r)
{
    if (r->unheard < 0)
        r->unheard = fmax(r->heard, c->now - roll_seconds(c, 1));
}

/* A rank may be heard from again, by its next heartbeat. */
static void end_silence(struct cluster *c, struct cluster_rank *r)
{
    if (is_heard(r) && r->unheard >= 0)
        enqueue(c, c->now + roll_seconds(c, 1), CLUSTER_HEARTBEAT, r->number,
                NULL);
}

/* The coordinator asks how long a rank has been silent. */
static double silence_of(const struct cluster *c, struct cluster_rank *r)
{
    const double last = r->unheard < 0 ? c->now - 0.01 : r->unheard;

    r->heard = fmax(r->heard, last);
    return c->now - last;
}

/* --- sending -------------------------------------------------------------- */

static struct cluster_message *message_new(int from, int to, const void *bytes,
                                           size_t n)
{
    struct cluster_message *m = memory_new(sizeof(*m) + n);

    m->from = from;
    m->to = to;
    m->n = n;
    memcpy(m->bytes, bytes, n);
    return m;
}

static double delay(struct cluster *c)
{
    if (!c->is.trouble)
        return 1e-4;
    return chance(c, 16) ? roll_seconds(c, 0.5) : roll_seconds(c, 5e-3);
}

/* Time when the last message of a connection arrives. */
static double *arrival(struct cluster *c, const struct cluster_message *m)
{
    return m->to < 0 ? &c->rank[m->from].arrives : &c->rank[m->to].arrives_in;
}

static void send_message(struct cluster *c, struct cluster_message *m)
{
    double *last = arrival(c, m);

    *last = fmax(*last, c->now + delay(c));
    enqueue(c, *last, CLUSTER_MESSAGE, m->from, m);
}

static void send_all(struct cluster *c, struct cluster_mailbox *out)
{
    for (struct cluster_message *m; (m = mailbox_take(out));)
        send_message(c, m);
}

/* Posted messages may be sent before the flush. */
static void post_message(struct cluster *c, struct cluster_mailbox *out,
                         struct cluster_message *m)
{
    mailbox_add(out, m);
    if (c->is.trouble && chance(c, 16))
        send_all(c, out);
}

/* --- arriving ------------------------------------------------------------- */

/* The rank at the other end of a connection with rank 0. */
static struct cluster_rank *other_end(struct cluster *c,
                                      const struct cluster_message *m)
{
    return &c->rank[m->to < 0 ? m->from : m->to];
}

/* The last messages of a rank that dies are lost with it. */
static void lose_messages(struct cluster *c, int rank)
{
    const double until = c->now + roll_seconds(c, 0.05);

    for (int i = 0; i < c->queued; i++) {
        struct cluster_event *h = &c->queue[i];
        struct cluster_message *m = h->of;

        if (h->word == CLUSTER_MESSAGE && m && m->to < 0 && m->from == rank &&
            h->at > until) {
            free(m);
            h->of = NULL;
        }
    }
}

/* True: the caller owns the message now; false: it is lost, or waits. */
static bool arrives(struct cluster *c, struct cluster_message *m)
{
    struct cluster_rank *r = other_end(c, m);

    if (r->dead && (m->to >= 0 || r->cut)) {
        free(m);
        return false;
    }
    if (r->cut) {
        double *last = arrival(c, m);

        *last = fmax(*last, r->heal);
        enqueue(c, r->heal, CLUSTER_MESSAGE, m->from, m);
        return false;
    }
    return true;
}

/* Take a message out of a mailbox, as receive() does. */
static long take_message(struct cluster_mailbox *in, int *from, void *bytes,
                         size_t room)
{
    struct cluster_message *m = mailbox_take(in);

    if (!m)
        return -1;
    const long n = (long)m->n;

    assert_true(m->n <= room);
    memcpy(bytes, m->bytes, m->n);
    *from = m->from;
    free(m);
    return n;
}

#endif
