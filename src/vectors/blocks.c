#include "config.h"

#include "vectors/blocks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int blocks_of(int words)
{
    int blocks = 1;

    while (blocks < BLOCKS_MOST && words / (2 * blocks) >= BLOCK_WORDS)
        blocks *= 2;
    return blocks;
}

struct shared {
    void (*one)(const void *of, int i);
    const void *of;
    int n;
    atomic_int next;
};

static void *take_some(void *arg)
{
    struct shared *s = arg;

    for (int i; (i = atomic_fetch_add(&s->next, 1)) < s->n;)
        s->one(s->of, i);
    return NULL;
}

/* A thread that cannot be started leaves its share to the others. */
void run_on_threads(int threads, int n, void (*one)(const void *of, int i),
                    const void *of)
{
    struct shared s = {.one = one, .of = of, .n = n};
    pthread_t other[BLOCKS_MOST];
    int others = 0;

    if (threads > n)
        threads = n;
    if (threads > BLOCKS_MOST)
        threads = BLOCKS_MOST;
    while (others < threads - 1 &&
           !pthread_create(&other[others], NULL, take_some, &s))
        others++;
    take_some(&s);
    for (int i = 0; i < others; i++)
        pthread_join(other[i], NULL);
}
