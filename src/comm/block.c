/* block.c - memory for messages, and what is still under way of messages that
 * were given up. */
#include "config.h"

#include "comm/wire.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Before what its owner gets, which stays on a 64-byte boundary. */
struct block {
    struct block *next, *before;
    size_t n;
    char fill[64 - 3 * sizeof(void *)];
    char bytes[];
};

struct lost {
    struct lost *next;
    MPI_Request request;
    void *copy; /* the message's, or NULL: it lies in a block; owned */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *blocks; /* in use */
static struct block *kept;   /* given back, while anything is lost */
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

/* Forget the messages that have come to their end, and then, when no other is
 * left, the memory that was kept for them.  The lock is held. */
static void tidy(void)
{
    for (struct lost **at = &lost; *at;) {
        struct lost *l = *at;
        int done;
        wire_check(MPI_Test(&l->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        if (done) {
            *at = l->next;
            free(l->copy);
            free(l);
        } else {
            at = &l->next;
        }
    }
    for (struct block *b; !lost && (b = kept);) {
        kept = b->next;
        free(b);
    }
}

void comm_free(void *bytes)
{
    struct block *b;

    if (!bytes)
        return;
    b = (struct block *)((char *)bytes - sizeof(*b));
    pthread_mutex_lock(&lock);
    *(b->before ? &b->before->next : &blocks) = b->next;
    if (b->next)
        b->next->before = b->before;
    b->next = kept;
    kept = b;
    tidy();
    pthread_mutex_unlock(&lock);
}

bool block_holds(const void *bytes, size_t n)
{
    bool holds = false;

    pthread_mutex_lock(&lock);
    for (const struct block *b = blocks; b && !holds; b = b->next)
        holds = (const char *)bytes >= b->bytes &&
                (const char *)bytes + n <= b->bytes + b->n;
    pthread_mutex_unlock(&lock);
    return holds;
}

void block_lose(MPI_Request request, void *copy)
{
    struct lost *l = memory_new(sizeof(*l));

    pthread_mutex_lock(&lock);
    *l = (struct lost){lost, request, copy};
    lost = l;
    pthread_mutex_unlock(&lock);
}

void block_end(void)
{
    pthread_mutex_lock(&lock);
    tidy();
    for (struct lost *l = lost; l; l = l->next)
        MPI_Request_free(&l->request);
    lost = NULL; /* what it was kept for stays */
    kept = NULL;
    pthread_mutex_unlock(&lock);
}
