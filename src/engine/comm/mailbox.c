#include "config.h"

#include "engine/comm/wire.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"

#define MAILBOX_MOST ((size_t)1 << 20)

/* A batch of this size is sent, and none grows beyond what shared memory sends
 * at once (4 KiB with MPI's own data): the receiver of a longer one waits for
 * the sender, which may have died. */
#define BATCH_FULL ((size_t)3 << 10)
#define BATCH_MOST ((size_t)4000)

/* A receiver that got a message in the last second naps at most BUSY_NAP,
 * others up to IDLE_NAP. */
#define BUSY_SECONDS 1.0
#define BUSY_NAP 1e-3
#define IDLE_NAP 12e-3

enum { TAG_TO_WORKER, TAG_TO_COORDINATOR };

/* Messages for one receiver, each preceded by its length, on a boundary of
 * ALIGN. */
struct message_batch {
    struct message_batch *next;
    MPI_Request request;
    int to;
    size_t len, room;
    char *bytes; /* owned */
};
#define ALIGN ((size_t)16)

/* Coordinator and worker of rank 0 are two threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct message_batch *under_way;
static struct message_batch *open_ones[2]; /* by tag; batches not sent yet */

/* The batch from which the worker, or the coordinator, of this rank takes its
 * next messages. */
static struct incoming {
    char *bytes; /* owned */
    size_t len, room, at;
    int from;
} incoming[2];

/* Clock: when the worker and the coordinator last received something; each uses
 * its own. */
static double heard[2];

static void batch_free(struct message_batch *v)
{
    free(v->bytes);
    free(v);
}

/* Free the batches that have arrived.  The lock is held. */
static void tidy(void)
{
    for (struct message_batch **at = &under_way; *at;) {
        struct message_batch *v = *at;
        if (wire_done(&v->request)) {
            *at = v->next;
            batch_free(v);
        } else {
            at = &v->next;
        }
    }
}

/* The lock is held in the functions from here up to mailbox_post(). */
static void send_off(struct message_batch *v, int tag)
{
    if (MPI_Isend(v->bytes, (int)v->len, MPI_BYTE, v->to, tag, wire.mail,
                  &v->request) != MPI_SUCCESS)
        v->request = MPI_REQUEST_NULL; /* the peer falls silent: see
                                          heartbeat.h */
    v->next = under_way;
    under_way = v;
}

/* Send the batches for one rank, or with -1 for all. */
static void flush(int to, int tag)
{
    for (struct message_batch **at = &open_ones[tag]; *at;) {
        struct message_batch *v = *at;
        if (to < 0 || v->to == to) {
            *at = v->next;
            send_off(v, tag);
        } else {
            at = &v->next;
        }
    }
    tidy();
}

static struct message_batch *open_for(int to, int tag)
{
    struct message_batch *v = open_ones[tag];

    while (v && v->to != to)
        v = v->next;
    if (v)
        return v;
    v = memory_zeroed(1, sizeof(*v));
    v->to = to;
    v->next = open_ones[tag];
    open_ones[tag] = v;
    return v;
}

static size_t aligned(size_t n)
{
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

static void put(struct message_batch *v, const void *bytes, size_t n)
{
    const size_t len = v->len + ALIGN + aligned(n);

    if (len > v->room) {
        v->room = 2 * len;
        v->bytes = memory_resize(v->bytes, v->room);
    }
    memset(v->bytes + v->len, 0, len - v->len);
    memcpy(v->bytes + v->len, &n, sizeof(n));
    memcpy(v->bytes + v->len + ALIGN, bytes, n);
    v->len = len;
}

void mailbox_post(int to, bool to_coordinator, const void *bytes, size_t n)
{
    const int tag = to_coordinator ? TAG_TO_COORDINATOR : TAG_TO_WORKER;

    assert(n <= MAILBOX_MOST);
    pthread_mutex_lock(&lock);
    struct message_batch *v = open_for(to, tag);

    if (v->len > 0 && v->len + ALIGN + aligned(n) > BATCH_MOST) {
        flush(to, tag);
        v = open_for(to, tag);
    }
    put(v, bytes, n);
    if (v->len >= BATCH_FULL)
        flush(to, tag);
    pthread_mutex_unlock(&lock);
}

void mailbox_flush(bool to_coordinator)
{
    pthread_mutex_lock(&lock);
    flush(-1, to_coordinator ? TAG_TO_COORDINATOR : TAG_TO_WORKER);
    pthread_mutex_unlock(&lock);
}

void mailbox_send(int to, bool to_coordinator, const void *bytes, size_t n)
{
    mailbox_post(to, to_coordinator, bytes, n);
    pthread_mutex_lock(&lock);
    flush(to, to_coordinator ? TAG_TO_COORDINATOR : TAG_TO_WORKER);
    pthread_mutex_unlock(&lock);
}

/* --- receiving ----------------------------------------------------------- */

/* Receive a batch if there is one. */
static bool receive(int tag, struct incoming *in)
{
    struct found m;

    if (!wire_probe(tag, &m))
        return false;
    if ((size_t)m.n > in->room) {
        in->room = (size_t)m.n;
        in->bytes = memory_resize(in->bytes, in->room);
    }
    in->from = m.from;
    in->at = 0;
    in->len = wire_take(&m, in->bytes) ? (size_t)m.n : 0;
    return in->len > 0;
}

/* Take the next message of the current batch. */
static long take(struct incoming *in, int *from, void *bytes, size_t room)
{
    size_t n;

    memcpy(&n, in->bytes + in->at, sizeof(n));
    assert(n <= room && in->at + ALIGN + n <= in->len);
    (void)room;
    memcpy(bytes, in->bytes + in->at + ALIGN, n);
    in->at += ALIGN + aligned(n);
    *from = in->from;
    return (long)n;
}

long mailbox_recv(bool as_coordinator, int *from, void *bytes, size_t room,
                  double seconds)
{
    const int tag = as_coordinator ? TAG_TO_COORDINATOR : TAG_TO_WORKER;
    struct incoming *in = &incoming[tag];
    struct wait w = wait_begin(BUSY_NAP);

    for (;;) {
        if (in->at < in->len)
            return take(in, from, bytes, room);
        if (receive(tag, in)) {
            heard[tag] = clock_now();
            continue;
        }
        if (clock_now() - heard[tag] > BUSY_SECONDS)
            w.most = IDLE_NAP;
        if (seconds == 0 || (wait_turn(&w) > seconds && seconds > 0))
            return -1;
    }
}

void mailbox_end(void)
{
    pthread_mutex_lock(&lock);
    flush(-1, TAG_TO_WORKER);
    flush(-1, TAG_TO_COORDINATOR);
    for (struct message_batch *v = under_way; v; v = v->next)
        MPI_Request_free(&v->request);
    under_way = NULL;
    for (int tag = 0; tag < 2; tag++)
        free(incoming[tag].bytes);
    memset(incoming, 0, sizeof(incoming));
    pthread_mutex_unlock(&lock);
}
