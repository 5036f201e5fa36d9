#include "config.h"

#include "base/system/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"

#define LOOKS 4000 /* polls before it sleeps */

struct thread_pool {
    pthread_t other[THREAD_POOL_MOST];
    int others;
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    bool over;         /* like the following, set before a round begins */
    atomic_uint round; /* incremented when a round begins */
    atomic_int busy;   /* other threads that have not finished it */
    atomic_int next;
    int n;
    void (*one)(const void *of, int i);
    const void *of;
};

static void take_some(struct thread_pool *w)
{
    for (int i; (i = atomic_fetch_add(&w->next, 1)) < w->n;)
        w->one(w->of, i);
}

/* Wait for the round after `last`. */
static unsigned next_round(struct thread_pool *w, unsigned last)
{
    for (int i = 0; i < LOOKS; i++)
        if (atomic_load(&w->round) != last)
            return last + 1;
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->round) == last)
        pthread_cond_wait(&w->begun, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return last + 1;
}

static void *work(void *of)
{
    struct thread_pool *w = of;

    for (unsigned round = next_round(w, 0); !w->over;
         round = next_round(w, round)) {
        take_some(w);
        if (atomic_fetch_sub(&w->busy, 1) > 1)
            continue;
        pthread_mutex_lock(&w->lock);
        pthread_cond_signal(&w->done);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

struct thread_pool *thread_pool_start(int threads)
{
    struct thread_pool *w = memory_zeroed(1, sizeof(*w));

    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->begun, NULL);
    pthread_cond_init(&w->done, NULL);
    while (w->others < threads - 1 && w->others < THREAD_POOL_MOST - 1 &&
           !pthread_create(&w->other[w->others], NULL, work, w))
        w->others++;
    return w;
}

static void begin(struct thread_pool *w)
{
    atomic_store(&w->busy, w->others);
    pthread_mutex_lock(&w->lock);
    atomic_fetch_add(&w->round, 1);
    pthread_cond_broadcast(&w->begun);
    pthread_mutex_unlock(&w->lock);
}

static void wait_for_others(struct thread_pool *w)
{
    for (int i = 0; i < LOOKS; i++)
        if (!atomic_load(&w->busy))
            return;
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->busy))
        pthread_cond_wait(&w->done, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

void thread_pool_run(struct thread_pool *w, int n,
                     void (*one)(const void *of, int i), const void *of)
{
    w->one = one;
    w->of = of;
    w->n = n;
    atomic_store(&w->next, 0);
    begin(w);
    take_some(w);
    wait_for_others(w);
}

void thread_pool_stop(struct thread_pool *w)
{
    if (!w)
        return;
    w->over = true;
    begin(w);
    for (int i = 0; i < w->others; i++)
        pthread_join(w->other[i], NULL);
    pthread_cond_destroy(&w->begun);
    pthread_cond_destroy(&w->done);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
