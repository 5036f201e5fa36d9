#include "config.h"

#include "engine/comm/wire.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

#define KIND_BITS 4
#define NUMBER_BITS 20           /* plenty */
#define KIND_COLLECTIVE 15       /* used by the collectives below */
#define CHUNK ((size_t)64 << 20) /* bytes per message: counts are ints */
#define GROUP_NAP 1e-3
#define ASK_SECONDS 0.01 /* waits longer than this call leave() */

struct pending_message {
    MPI_Request request;
    int peer; /* index of a member */
    bool receives;
    int status;         /* status of the last MPI call for it */
    void *bytes, *copy; /* the caller's; our copy of a small message, owned */
    size_t n;
};

struct sends {
    int n, room;
    struct pending_message *flight; /* owned */
};

struct group group_alone(void)
{
    return (struct group){.n = 1, .rank = &comm_world()->rank};
}

/*
 * Give up a pending message when a peer is lost.  A receive is cancelled unless
 * its message has begun to arrive; MPI completes such a receive, and a send.
 */
static void give_up(struct pending_message *f)
{
    if (f->request != MPI_REQUEST_NULL && f->receives)
        MPI_Cancel(&f->request);
    if (wire_done(&f->request))
        free(f->copy);
    else
        block_lose(f->request, f->copy, f->bytes, f->n);
}

void group_release(struct group *g)
{
    for (int i = 0; g->sends && i < g->sends->n; i++)
        give_up(&g->sends->flight[i]);
    if (g->sends)
        free(g->sends->flight);
    free(g->sends);
    g->sends = NULL;
}

uint32_t group_numbers(void)
{
    const int bits = wire.tag_bits - KIND_BITS;

    return UINT32_C(1) << (bits < NUMBER_BITS ? bits : NUMBER_BITS);
}

/* The number keeps old messages of a lost group apart. */
static int tag_of(const struct group *g, int kind)
{
    assert(kind >= 0 && kind < 1 << KIND_BITS && g->number < group_numbers());
    return (int)(g->number << KIND_BITS) | kind;
}

static struct pending_message *next_flight(struct group *g, int peer,
                                           bool receives, void *bytes, size_t n)
{
    if (!g->sends)
        g->sends = memory_zeroed(1, sizeof(*g->sends));
    struct sends *s = g->sends;
    GROW(s->flight, s->n, s->room);
    s->flight[s->n] = (struct pending_message){.request = MPI_REQUEST_NULL,
                                               .peer = peer,
                                               .status = MPI_SUCCESS,
                                               .receives = receives,
                                               .bytes = bytes,
                                               .n = n};
    if (n <= GROUP_SMALL)
        s->flight[s->n].copy = memory_new(n);
    else
        assert(block_holds(bytes, n));
    return &s->flight[s->n++];
}

void group_send(struct group *g, int to, int kind, const void *bytes, size_t n)
{
    for (size_t at = 0; at < n; at += CHUNK) {
        const size_t part = n - at < CHUNK ? n - at : CHUNK;
        struct pending_message *f =
            next_flight(g, to, false, (char *)bytes + at, part);
        if (f->copy)
            memcpy(f->copy, f->bytes, part);
        f->status = MPI_Isend(f->copy ? f->copy : f->bytes, (int)part, MPI_BYTE,
                              g->rank[to], tag_of(g, kind), wire.group,
                              &f->request);
    }
}

void group_expect(struct group *g, int from, int kind, void *bytes, size_t n)
{
    for (size_t at = 0; at < n; at += CHUNK) {
        const size_t part = n - at < CHUNK ? n - at : CHUNK;
        struct pending_message *f =
            next_flight(g, from, true, (char *)bytes + at, part);
        f->status = MPI_Irecv(f->copy ? f->copy : f->bytes, (int)part, MPI_BYTE,
                              g->rank[from], tag_of(g, kind), wire.group,
                              &f->request);
    }
}

/* A message has arrived, or was sent. */
static void land(struct pending_message *f)
{
    if (f->copy && f->receives)
        memcpy(f->bytes, f->copy, f->n);
    free(f->copy);
    f->copy = NULL;
}

/* True if a wait of so many seconds is to end without success.  If MPI reports
 * that the peer has died, wait until leave() or the patience ends it, if there
 * is either. */
static bool in_vain(const struct group *g, const struct pending_message *f,
                    double waited)
{
    const bool waits = g->patience > 0 || g->leave;

    if (f->status != MPI_SUCCESS && !(waits && wire_died(f->status)))
        return true;
    return (g->patience > 0 && waited > g->patience) ||
           (g->leave && waited > ASK_SECONDS && g->leave(g->context));
}

/* Give up messages [first, n), of which those before `at` are complete. */
static int lose(struct group *g, int first, int at, double waited,
                struct error *e)
{
    struct sends *s = g->sends;
    const int peer = s->flight[at].peer, status = s->flight[at].status;
    char text[MPI_MAX_ERROR_STRING];

    for (int i = at; i < s->n; i++)
        give_up(&s->flight[i]);
    s->n = first;
    g->lost = true;
    if (status != MPI_SUCCESS)
        return error_set(e, "rank %d cannot be reached from rank %d: %s",
                         g->rank[peer], g->rank[g->me],
                         wire_reason(status, text));
    return error_set(e, "rank %d has not answered rank %d for %.3g s",
                     g->rank[peer], g->rank[g->me], waited);
}

static bool is_done(struct pending_message *f)
{
    int done = 0;

    if (f->status == MPI_SUCCESS)
        f->status = MPI_Test(&f->request, &done, MPI_STATUS_IGNORE);
    return done && f->status == MPI_SUCCESS;
}

/* Wait for messages [first, n) and forget them. */
static int settle(struct group *g, int first, struct error *e)
{
    struct wait w = wait_begin(GROUP_NAP);
    struct sends *s = g->sends;
    int at = first;

    while (s && at < s->n) {
        if (is_done(&s->flight[at])) {
            land(&s->flight[at++]);
            w = wait_begin(GROUP_NAP);
        } else {
            const double waited = wait_turn(&w);
            if (in_vain(g, &s->flight[at], waited))
                return lose(g, first, at, waited, e);
        }
    }
    if (s)
        s->n = first;
    return 0;
}

int group_recv(struct group *g, int from, int kind, void *bytes, size_t n,
               struct error *e)
{
    const int first = g->sends ? g->sends->n : 0;

    group_expect(g, from, kind, bytes, n);
    return settle(g, first, e);
}

int group_flush(struct group *g, struct error *e)
{
    return settle(g, 0, e);
}

int group_broadcast(struct group *g, int root, void *bytes, size_t n,
                    struct error *e)
{
    if (g->me != root)
        return group_recv(g, root, KIND_COLLECTIVE, bytes, n, e);
    for (int i = 0; i < g->n; i++)
        if (i != root)
            group_send(g, i, KIND_COLLECTIVE, bytes, n);
    return group_flush(g, e);
}

int group_gather(struct group *g, int root, const void *bytes, const size_t *n,
                 void *all, struct error *e)
{
    char *at = all;

    if (g->me != root) {
        group_send(g, root, KIND_COLLECTIVE, bytes, n[g->me]);
        return group_flush(g, e);
    }
    for (int i = 0; i < g->n; i++) {
        if (i != root)
            group_expect(g, i, KIND_COLLECTIVE, at, n[i]);
        else if (n[i] > 0)
            memmove(at, bytes, n[i]);
        at += n[i];
    }
    return group_flush(g, e);
}

int group_allgather(struct group *g, void *all, const size_t *n,
                    struct error *e)
{
    char *at = all, *mine = all;

    for (int i = 0; i < g->me; i++)
        mine += n[i];
    for (int i = 0; i < g->n; i++) {
        if (i != g->me) {
            group_expect(g, i, KIND_COLLECTIVE, at, n[i]);
            group_send(g, i, KIND_COLLECTIVE, mine, n[g->me]);
        }
        at += n[i];
    }
    return group_flush(g, e);
}

int group_max(struct group *g, int value, int *largest, struct error *e)
{
    int other = value;

    *largest = value;
    if (g->n == 1)
        return 0;
    if (g->me == 0) {
        for (int i = 1; i < g->n; i++) {
            if (group_recv(g, i, KIND_COLLECTIVE, &other, sizeof(other), e))
                return -1;
            if (other > *largest)
                *largest = other;
        }
    } else {
        group_send(g, 0, KIND_COLLECTIVE, &value, sizeof(value));
        if (group_flush(g, e))
            return -1;
    }
    return group_broadcast(g, 0, largest, sizeof(*largest), e);
}
