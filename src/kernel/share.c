#include "kernel/share.h"

#include <sched.h>
#include <stddef.h>

#define LOOKS 1024 /* for an offer, before another program may run */

static atomic_int idle;
static _Atomic(struct share *) on_offer;

bool share_offer(struct share *s)
{
    struct share *none = NULL;

    if (atomic_load_explicit(&idle, memory_order_relaxed) == 0)
        return false;
    atomic_store_explicit(&s->done, 0, memory_order_relaxed);
    return atomic_compare_exchange_strong(&on_offer, &none, s);
}

void share_settle(struct share *s)
{
    struct share *mine = s;

    if (atomic_compare_exchange_strong(&on_offer, &mine, NULL)) {
        s->run(s->of); /* nobody took it */
        return;
    }
    for (int looks = 1; !atomic_load(&s->done); looks++)
        if (looks % LOOKS == 0)
            sched_yield();
}

/* Looks before it takes, so that the line stays where offers are made. */
static struct share *take(void)
{
    if (!atomic_load_explicit(&on_offer, memory_order_relaxed))
        return NULL;
    return atomic_exchange(&on_offer, NULL);
}

void share_help(const atomic_int *finished, int n)
{
    atomic_fetch_add(&idle, 1);
    for (int looks = 1; atomic_load(finished) < n; looks++) {
        struct share *s = take();

        if (s) {
            s->run(s->of);
            atomic_store(&s->done, 1);
        } else if (looks % LOOKS == 0) {
            sched_yield();
        }
    }
    atomic_fetch_sub(&idle, 1);
}
