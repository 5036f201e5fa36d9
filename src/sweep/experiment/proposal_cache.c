#include "sweep/experiment/proposal_cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/core/memory.h"

struct proposal_cache {
    pthread_mutex_t lock; /* protects all that follows */
    struct search_memory memory;
    long n, room;
    struct assignment *anew; /* [n] trials drawn again, in order; owned */
};

/* A trial without a proposal would be left out, so proposing is never
 * cancelled. */
static const atomic_bool never;

struct proposal_cache *proposal_cache_new(void)
{
    struct proposal_cache *d = memory_zeroed(1, sizeof(*d));

    pthread_mutex_init(&d->lock, NULL);
    return d;
}

void proposal_cache_clear(struct proposal_cache *d, const struct search *s)
{
    search_forget(s, &d->memory);
    for (long i = 0; i < d->n; i++)
        assignment_release(&s->space, &d->anew[i]);
    d->n = 0;
}

void proposal_cache_free(struct proposal_cache *d, const struct search *s)
{
    if (!d)
        return;
    proposal_cache_clear(d, s);
    free(d->anew);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

/* Propose the next trial; the caller releases it. */
static struct assignment propose(struct proposal_cache *d,
                                 const struct search *s)
{
    d->memory.cancel = &never;
    struct assignment a = search_propose(s, NULL, 0, d->memory.n, &d->memory);

    search_remember(s, &a, &d->memory);
    if (d->memory.another) {
        GROW(d->anew, d->n, d->room);
        d->anew[d->n] = assignment_copy(&s->space, &a);
        assignment_pack(&s->space, &d->anew[d->n++]);
    }
    return a;
}

/* Propose all trials before i. */
static void propose_up_to(struct proposal_cache *d, const struct search *s,
                          long i)
{
    while (d->memory.n < i) {
        struct assignment a = propose(d, s);

        assignment_release(&s->space, &a);
    }
}

/* Find a trial; NULL if it was not drawn again. */
static const struct assignment *find(const struct proposal_cache *d,
                                     long number)
{
    long from = 0, to = d->n;

    while (from < to) {
        const long middle = from + (to - from) / 2;

        if (d->anew[middle].number < number)
            from = middle + 1;
        else
            to = middle;
    }
    return from < d->n && d->anew[from].number == number ? &d->anew[from]
                                                         : NULL;
}

/* Return trial i, after proposing those before it. */
static struct assignment trial(struct proposal_cache *d, const struct search *s,
                               long i)
{
    const struct assignment *anew;

    propose_up_to(d, s, i);
    if (d->memory.n == i)
        return propose(d, s);
    anew = find(d, i);
    return anew ? assignment_copy(&s->space, anew)
                : search_propose(s, NULL, 0, i, NULL);
}

struct assignment proposal_cache_trial(struct proposal_cache *d,
                                       const struct search *s, long i)
{
    if (!search_draws(s) || s->conduct_2)
        return search_propose(s, NULL, 0, i, NULL);
    pthread_mutex_lock(&d->lock);
    const struct assignment a = trial(d, s, i);

    pthread_mutex_unlock(&d->lock);
    return a;
}
