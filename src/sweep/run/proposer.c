#include "config.h"

#include "sweep/run/proposer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "base/core/memory.h"

#define MOMENT 0.01 /* seconds */

enum proposer_state { PROPOSER_IDLE, PROPOSER_AT_WORK, PROPOSER_DONE };

struct proposer {
    pthread_t thread;
    bool runs;
    pthread_mutex_t lock; /* protects what follows */
    pthread_cond_t changed;
    enum proposer_state state;
    atomic_bool ends;               /* cancels the running computation */
    struct proposal_request wanted; /* being computed */
    struct assignment made;         /* if done: the proposal; owned */
};

static struct assignment propose(const struct proposal_request *w)
{
    return search_propose(w->search, w->known, w->n, w->number, w->memory);
}

static void *work(void *proposer)
{
    struct proposer *p = proposer;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->ends && p->state != PROPOSER_AT_WORK)
            pthread_cond_wait(&p->changed, &p->lock);
        if (p->ends)
            break;
        const struct proposal_request w = p->wanted;

        pthread_mutex_unlock(&p->lock);
        w.memory->cancel = &p->ends;
        const struct assignment made = propose(&w);

        w.memory->cancel = NULL;
        pthread_mutex_lock(&p->lock);
        p->made = made;
        p->state = PROPOSER_DONE;
        pthread_cond_broadcast(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct proposer *proposer_new(void)
{
    struct proposer *p = memory_zeroed(1, sizeof(*p));

    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    return p;
}

static void end(struct proposer *p)
{
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
}

void proposer_free(struct proposer *p)
{
    if (!p)
        return;
    if (p->runs)
        end(p);
    if (p->state == PROPOSER_DONE)
        assignment_release(&p->wanted.search->space, &p->made);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* Pass the request to the thread, and wait a short time. The lock is held. */
static void begin(struct proposer *p, const struct proposal_request *w)
{
    const struct timespec until = clock_until(MOMENT);
    int late = 0;

    p->wanted = *w;
    p->state = PROPOSER_AT_WORK;
    pthread_cond_broadcast(&p->changed);
    while (p->state == PROPOSER_AT_WORK && !late)
        late = pthread_cond_timedwait(&p->changed, &p->lock, &until);
}

bool proposer_ask(void *proposer, const struct proposal_request *w,
                  struct assignment *a)
{
    struct proposer *p = proposer;

    if (!p->runs && pthread_create(&p->thread, NULL, work, p)) {
        *a = propose(w); /* without a thread the caller computes it */
        return a->value != NULL;
    }
    p->runs = true;
    pthread_mutex_lock(&p->lock);
    if (p->state == PROPOSER_IDLE)
        begin(p, w);
    const bool done = p->state == PROPOSER_DONE;

    if (done) {
        *a = p->made;
        p->state = PROPOSER_IDLE;
    }
    pthread_mutex_unlock(&p->lock);
    return done;
}
