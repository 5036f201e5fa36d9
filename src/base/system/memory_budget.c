#include "config.h"

#include "base/system/memory_budget.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

#define GIB (1024.0 * 1024.0 * 1024.0)

/* The part of what is left that trials may use. */
#define SHARE 0.9

/* Threads that do not compute: the coordinator's, heartbeats, files. */
#define OTHER_THREADS 6

static double stack_bytes(void)
{
    pthread_attr_t attributes;
    size_t bytes = 0;

    if (pthread_attr_init(&attributes))
        return 0;
    pthread_attr_getstacksize(&attributes, &bytes);
    pthread_attr_destroy(&attributes);
    return (double)bytes;
}

/* A mapped image is in memory once for all ranks, if it takes memory at all. */
static double of_host(const struct memory_limit *l, const struct memory_use *u)
{
    const double image = u->in_memory ? u->image
                         : u->image   ? fmin(u->again, u->image)
                                      : 0;

    return (SHARE * l->left - image) / u->ranks - l->mine;
}

static double of_process(const struct memory_limit *l,
                         const struct memory_use *u)
{
    return SHARE * l->left - (u->threads + OTHER_THREADS) * stack_bytes() -
           (l->maps ? u->image : 0);
}

/* What a limit leaves for an estimate. */
static double leaves(const struct memory_limit *l, const struct memory_use *u)
{
    const double room = (l->own ? of_process(l, u) : of_host(l, u)) - u->grown;

    return fmax(room + u->again, 0);
}

static void name(struct memory_budget *b, const struct memory_limit *l,
                 int ranks)
{
    char shared[40] = "";

    if (!l->own && ranks > 1)
        snprintf(shared, sizeof(shared), " for %d ranks", ranks);
    snprintf(b->by, sizeof(b->by), "%s leaves %.3g of %.3g GiB%s", l->by,
             l->left / GIB, l->most / GIB, shared);
}

struct memory_budget memory_budget(const struct memory_limits *l,
                                   const struct memory_use *u)
{
    struct memory_budget least = {.bytes = INFINITY};

    for (int i = 0; i < l->n; i++) {
        const double bytes = leaves(&l->limit[i], u);

        if (bytes < least.bytes) {
            least.bytes = bytes;
            name(&least, &l->limit[i], u->ranks);
        }
    }
    return least;
}

double memory_available(const struct memory_limits *l,
                        const struct memory_use *u)
{
    const struct memory_limit host = {.most = l->available,
                                      .left = l->available};

    return leaves(&host, u);
}
