#include "config.h"

#include "comm/wire.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

#define DESK_MOST ((size_t)1 << 20)

/* Who has heard something in the last second naps at most so long, others
 * longer. */
#define BUSY_SECONDS 1.0
#define BUSY_NAP 1e-3
#define IDLE_NAP 20e-3

enum { TAG_TO_WORKER, TAG_TO_COORDINATOR };

/* A message on its way, with its copy. */
struct letter {
    struct letter *next;
    MPI_Request request;
    char bytes[];
};

/* Coordinator and worker of rank 0 are two threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct letter *letters;

/* By the clock, when the worker and the coordinator last heard something; each
 * asks for its own. */
static double heard[2];

/* Free the letters that have arrived.  The lock is held. */
static void tidy(void)
{
    for (struct letter **at = &letters; *at;) {
        struct letter *l = *at;
        if (wire_done(&l->request)) {
            *at = l->next;
            free(l);
        } else {
            at = &l->next;
        }
    }
}

void desk_send(int to, bool to_coordinator, const void *bytes, size_t n)
{
    struct letter *l = memory_new(sizeof(*l) + n);

    assert(n <= DESK_MOST);
    memcpy(l->bytes, bytes, n);
    pthread_mutex_lock(&lock);
    tidy();
    if (MPI_Isend(l->bytes, (int)n, MPI_BYTE, to,
                  to_coordinator ? TAG_TO_COORDINATOR : TAG_TO_WORKER,
                  wire.desk, &l->request) != MPI_SUCCESS)
        l->request = MPI_REQUEST_NULL; /* it falls silent: see pulse.h */
    l->next = letters;
    letters = l;
    pthread_mutex_unlock(&lock);
}

static long take(MPI_Message *message, const MPI_Status *status, void *bytes,
                 size_t room)
{
    int n;

    wire_check(MPI_Get_count(status, MPI_BYTE, &n), "MPI_Get_count");
    assert((size_t)n <= room);
    (void)room;
    wire_check(MPI_Mrecv(bytes, n, MPI_BYTE, message, MPI_STATUS_IGNORE),
               "MPI_Mrecv");
    return n;
}

long desk_recv(bool as_coordinator, int *from, void *bytes, size_t room,
               double seconds)
{
    const int tag = as_coordinator ? TAG_TO_COORDINATOR : TAG_TO_WORKER;
    struct wait w = wait_begin(BUSY_NAP);

    for (;;) {
        int found;
        MPI_Message message;
        MPI_Status status;
        wire_check(MPI_Improbe(MPI_ANY_SOURCE, tag, wire.desk, &found, &message,
                               &status),
                   "MPI_Improbe");
        if (found) {
            heard[tag] = clock_now();
            *from = status.MPI_SOURCE;
            return take(&message, &status, bytes, room);
        }
        if (clock_now() - heard[tag] > BUSY_SECONDS)
            w.most = IDLE_NAP;
        if (seconds == 0 || (wait_turn(&w) > seconds && seconds > 0))
            return -1;
    }
}

void desk_end(void)
{
    pthread_mutex_lock(&lock);
    tidy();
    for (struct letter *l = letters; l; l = l->next)
        MPI_Request_free(&l->request);
    letters = NULL;
    pthread_mutex_unlock(&lock);
}
