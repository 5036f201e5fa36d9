#include "engine/data/loader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"

enum {
    WINDOW = 1 << 14
}; /* examples: a few MB; estimates for a made set examine as many of them */

struct loader_key loader_key(const struct examples *of, uint64_t seed,
                             struct batching how)
{
    return (struct loader_key){
        .of = of, .serial = of->serial, .n = of->n, .seed = seed, .how = how};
}

bool loader_key_equal(const struct loader_key *a, const struct loader_key *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

void loader_init(struct loader *d, const struct loader_key *key)
{
    *d = (struct loader){.key = *key, .epoch = -1, .window = WINDOW};
    if (key->of->made)
        examples_like(&d->made, key->of);
}

void loader_release(struct loader *d)
{
    free(d->order);
    free(d->number);
    examples_release(&d->made);
    *d = (struct loader){0};
}

static int *new_order(const struct loader *d)
{
    const int n = d->key.of->made ? d->window : (int)d->key.n;

    return memory_new(((size_t)n + 1) * sizeof(int));
}

void loader_copy_order(struct loader *d, const struct loader *other)
{
    loader_init(d, &other->key);
    if (d->key.of->made || other->epoch < 0)
        return;
    d->epoch = other->epoch;
    d->order = new_order(d);
    memcpy(d->order, other->order, (size_t)d->key.n * sizeof(*d->order));
}

static void loader_whole(struct loader *d, long epoch)
{
    if (!d->order)
        d->order = new_order(d);
    batch_order(d->key.of, &d->key.how, d->key.seed, (uint32_t)epoch, d->order);
}

static void widen(struct loader *d, int window)
{
    if (d->order && window <= d->window)
        return;
    d->window = window;
    free(d->order);
    free(d->number);
    d->order = new_order(d);
    d->number = new_order(d);
}

/* Make the examples from d->first on. */
static void make_window(struct loader *d, long epoch)
{
    const struct random_key key = random_key(d->key.seed, "deal");
    const long left = d->key.n - d->first;
    const int n = left < d->window ? (int)left : d->window;

    for (int i = 0; i < n; i++) {
        d->order[i] = i;
        d->number[i] =
            (int)random_permuted(key, (uint32_t)epoch, (uint64_t)d->key.n,
                                 (uint64_t)d->first + (uint64_t)i);
    }
    examples_clear(&d->made);
    examples_copy(d->key.of, d->number, n, &d->made);
    d->made.number = d->number;
}

/* Load from a place on, at least `least` examples if there are as many. */
static void loader_from(struct loader *d, long epoch, long place, int least)
{
    if (d->key.of->made) {
        widen(d, least > d->window ? least : d->window);
        d->first = place;
        make_window(d, epoch);
    } else {
        loader_whole(d, epoch);
    }
    d->epoch = epoch;
}

static bool is_there(const struct loader *d, long epoch, long place)
{
    return d->epoch == epoch && place >= d->first &&
           place < d->first + loader_examples(d)->n;
}

/* True if the loaded examples include the last of the epoch. */
static bool ends(const struct loader *d)
{
    return d->first + loader_examples(d)->n == d->key.n;
}

struct run loader_batch(struct loader *d, long epoch, long place)
{
    const struct examples *x = loader_examples(d);
    struct run r;

    assert(place < d->key.n);
    if (!is_there(d, epoch, place))
        loader_from(d, epoch, place, 0);
    for (;;) {
        r.first = (int)(place - d->first);
        r.end = batch_end(x, d->order, &d->key.how, r.first);
        if (r.end < x->n || ends(d))
            return r;
        loader_from(d, epoch, place, 2 * run_size(r));
    }
}

bool loader_next(const struct loader *d, struct run *r)
{
    const struct examples *x = loader_examples(d);

    if (r->end >= x->n)
        return false;
    r->first = r->end;
    r->end = batch_end(x, d->order, &d->key.how, r->first);
    return true;
}
