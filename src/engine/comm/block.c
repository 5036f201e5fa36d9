/* block.c - memory for messages, and the messages that were given up before
 * they were complete. */
#include "config.h"

#include "engine/comm/wire.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* Placed before the caller's bytes, which stay on a 64-byte boundary. */
struct block {
    struct block *next, *before;
    size_t n;
    int under_way; /* messages in it that were given up and are not complete */
    int given_back;
    char fill[64 - 3 * sizeof(void *) - 2 * sizeof(int)];
    char bytes[];
};
static_assert(sizeof(struct block) == 64, "what is behind it is aligned");

struct lost {
    struct lost *next;
    MPI_Request request;
    void *copy;          /* the message's bytes; owned; NULL: they lie in a
                            block */
    struct block *block; /* that block */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *blocks;
static struct lost *lost;

void *comm_new(size_t bytes)
{
    struct block *b = memory_aligned(sizeof(*b) + bytes);

    memset(b, 0, sizeof(*b) + bytes);
    b->n = bytes;
    pthread_mutex_lock(&lock);
    b->next = blocks;
    if (blocks)
        blocks->before = b;
    blocks = b;
    pthread_mutex_unlock(&lock);
    return b->bytes;
}

static void drop(struct block *b)
{
    *(b->before ? &b->before->next : &blocks) = b->next;
    if (b->next)
        b->next->before = b->before;
    free(b);
}

static void forget(struct lost *l)
{
    struct block *b = l->block;

    if (b && --b->under_way == 0 && b->given_back)
        drop(b);
    free(l->copy);
    free(l);
}

/* Forget the messages that are complete.  The lock is held. */
static void tidy(void)
{
    for (struct lost **at = &lost; *at;) {
        struct lost *l = *at;
        if (wire_done(&l->request)) {
            *at = l->next;
            forget(l);
        } else {
            at = &l->next;
        }
    }
}

void comm_free(void *bytes)
{
    struct block *b;

    if (!bytes)
        return;
    b = (struct block *)((char *)bytes - sizeof(*b));
    pthread_mutex_lock(&lock);
    tidy();
    b->given_back = 1;
    if (b->under_way == 0)
        drop(b);
    pthread_mutex_unlock(&lock);
}

/* The block that contains n bytes, or NULL.  The lock is held. */
static struct block *block_of(const void *bytes, size_t n)
{
    struct block *b = blocks;

    while (b && !((const char *)bytes >= b->bytes &&
                  (const char *)bytes + n <= b->bytes + b->n))
        b = b->next;
    return b;
}

bool block_holds(const void *bytes, size_t n)
{
    pthread_mutex_lock(&lock);
    const bool holds = block_of(bytes, n);

    pthread_mutex_unlock(&lock);
    return holds;
}

void block_lose(MPI_Request request, void *copy, const void *bytes, size_t n)
{
    struct lost *l = memory_new(sizeof(*l));

    pthread_mutex_lock(&lock);
    *l = (struct lost){lost, request, copy, copy ? NULL : block_of(bytes, n)};
    if (l->block)
        l->block->under_way++;
    lost = l;
    pthread_mutex_unlock(&lock);
}

void block_end(void)
{
    pthread_mutex_lock(&lock);
    tidy();
    for (struct lost *l = lost; l; l = l->next)
        MPI_Request_free(&l->request);
    lost = NULL; /* their memory stays */
    pthread_mutex_unlock(&lock);
}
