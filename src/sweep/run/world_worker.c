/* world_worker.c - the world of a worker in production. */
#include "config.h"

#include "base/core/clock.h"
#include "engine/comm/comm.h"
#include "sweep/run/signals.h"
#include "sweep/run/world_mpi.h"

static double now(void *context)
{
    (void)context;
    return clock_now();
}

static bool stop_asked(void *context)
{
    (void)context;
    return signals_seen();
}

static void post(void *context, int to, const void *bytes, size_t n)
{
    (void)context;
    mailbox_post(to, true, bytes, n);
}

static void pump(const struct world_worker *m)
{
    if (m->pump)
        m->pump(m->pump_context);
}

static void flush(void *context)
{
    mailbox_flush(true);
    pump(context);
}

/* A check between two steps (seconds = 0) does not run the coordinator. */
static long receive(void *context, int *from, void *bytes, size_t room,
                    double seconds)
{
    const struct world_worker *m = context;

    if (seconds > 0)
        pump(m);
    return mailbox_recv(false, from, bytes, room, m->pump ? 0 : seconds);
}

/* The coordinator finds rank 0's warnings by itself. */
static bool warned(void *context, struct warning *own)
{
    (void)context;
    return comm_world()->rank && warnings_next(own);
}

void world_worker_init(struct world_worker *m, void (*pump_by)(void *),
                       void *pump_context)
{
    *m = (struct world_worker){.pump = pump_by,
                               .pump_context = pump_context,
                               .world = {.now = now,
                                         .stop_asked = stop_asked,
                                         .post = post,
                                         .flush = flush,
                                         .receive = receive,
                                         .warned = warned}};
    m->world.context = m;
}
