#include "config.h"

#include "engine/comm/heartbeat.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "engine/comm/wire.h"

#define BEAT_SECONDS 1.0
#define LOOK_SECONDS 0.1
#define MOST_SECONDS 0.5 /* at most counted per check: longer is a stop */
#define LONGER 4         /* times as long as rank 0, the others wait */

enum { TAG_BEAT = 2, TAG_ANSWER }; /* after the mailbox's tags */

/* A heartbeat being sent to a rank; at most one to each. */
struct heartbeat {
    MPI_Request request;
    char byte;
};

static struct {
    pthread_t thread;
    bool runs;
    atomic_bool over;
    double most;
    _Atomic double *silence; /* [world's size] on rank 0; else one, of rank 0 */
    struct heartbeat *beat;  /* sized as above */
    atomic_bool *stops;      /* sized as above: the rank reported that it was
                                asked to stop */
} own;

/* The number of ranks to which this rank sends heartbeats: on rank 0 all, else
 * rank 0 alone. */
static int listeners(void)
{
    return comm_world()->rank ? 1 : comm_world()->size;
}

/* Send a heartbeat; false if the last one is still being sent. */
static bool beat(int to, int tag, bool stops, struct heartbeat *s)
{
    int done;

    if (MPI_Test(&s->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
        return false;
    s->byte = stops;
    if (MPI_Isend(&s->byte, 1, MPI_BYTE, to, tag, wire.mail, &s->request) !=
        MPI_SUCCESS)
        s->request = MPI_REQUEST_NULL; /* the peer is silent, or will be */
    return true;
}

/* Receive a heartbeat: returns its rank, or -1 if there is none; *stops is
 * whether that rank was asked to stop. */
static int receive_heartbeat(int tag, bool *stops)
{
    struct found m;
    char byte;

    if (!wire_probe(tag, &m) || !wire_take(&m, &byte))
        return -1;
    *stops = byte;
    return m.from;
}

/* Seconds since the last check, limited so that a stop of this process counts
 * little. */
static double elapsed(double *checked)
{
    const double now = clock_now(), since = now - *checked;

    *checked = now;
    return fmin(since, MOST_SECONDS);
}

static void *listen_to_all(void *unused)
{
    double checked = clock_now();
    bool stops = false;
    int from;

    (void)unused;
    comm_unbind_thread();
    while (!atomic_load(&own.over)) {
        const double since = elapsed(&checked);

        for (int i = 1; i < comm_world()->size; i++)
            own.silence[i] = own.silence[i] + since;
        while ((from = receive_heartbeat(TAG_BEAT, &stops)) >= 0) {
            own.silence[from] = 0;
            if (stops)
                own.stops[from] = true;
            beat(from, TAG_ANSWER, false, &own.beat[from]);
        }
        clock_sleep(LOOK_SECONDS);
    }
    return NULL;
}

static void give_up_rank_0(void)
{
    complain("rank %d on host %s has not heard of rank 0 for %.0f s, "
             "and ends",
             comm_world()->rank, comm_world()->host, LONGER * own.most);
    fflush(NULL);
    _exit(1);
}

static void *tell_rank_0(void *unused)
{
    double checked = clock_now(), told = 0;
    bool said = false, ignored = false;

    (void)unused;
    comm_unbind_thread();
    while (!atomic_load(&own.over)) {
        own.silence[0] = own.silence[0] + elapsed(&checked);
        while (receive_heartbeat(TAG_ANSWER, &ignored) >= 0)
            own.silence[0] = 0;
        if (own.silence[0] > LONGER * own.most)
            give_up_rank_0();
        const bool stops = interrupted();
        if (checked - told > BEAT_SECONDS || (stops && !said)) {
            if (beat(0, TAG_BEAT, stops, &own.beat[0]))
                said = stops;
            told = checked;
        }
        clock_sleep(LOOK_SECONDS);
    }
    return NULL;
}

void heartbeat_start(double most)
{
    const struct comm *world = comm_world();
    const size_t n = (size_t)listeners();

    if (!world->threads || world->size == 1)
        return;
    own.most = most;
    own.silence = memory_zeroed(n, sizeof(*own.silence));
    own.beat = memory_new(n * sizeof(*own.beat));
    own.stops = memory_zeroed(n, sizeof(*own.stops));
    for (size_t i = 0; i < n; i++)
        own.beat[i] = (struct heartbeat){.request = MPI_REQUEST_NULL};
    atomic_store(&own.over, false);
    own.runs = !pthread_create(&own.thread, NULL,
                               world->rank ? tell_rank_0 : listen_to_all, NULL);
    if (!own.runs)
        die("cannot start the thread of the heartbeats");
}

void heartbeat_end(void)
{
    if (!own.runs)
        return;
    own.runs = false;
    atomic_store(&own.over, true);
    pthread_join(own.thread, NULL);
    for (int i = 0; i < listeners(); i++) /* MPI completes them */
        if (own.beat[i].request != MPI_REQUEST_NULL)
            MPI_Request_free(&own.beat[i].request);
}

double heartbeat_silence(int rank)
{
    return own.runs ? own.silence[rank] : 0;
}

int heartbeat_lost(void)
{
    for (int i = 1; own.runs && i < listeners(); i++)
        if (own.silence[i] > own.most)
            return i;
    return -1;
}

bool heartbeat_stops(int rank)
{
    return !own.runs || own.stops[rank];
}
