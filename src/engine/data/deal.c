#include "engine/data/deal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"

enum {
    WINDOW = 1 << 14
}; /* a few MB, and what is looked at of a made set for
      a forecast of all */

struct deal_key deal_key(const struct examples *of, uint64_t seed,
                         struct batching how)
{
    return (struct deal_key){
        .of = of, .serial = of->serial, .n = of->n, .seed = seed, .how = how};
}

bool deal_key_equal(const struct deal_key *a, const struct deal_key *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

void deal_init(struct deal *d, const struct deal_key *key)
{
    *d = (struct deal){.key = *key, .epoch = -1, .window = WINDOW};
    if (key->of->made)
        examples_like(&d->made, key->of);
}

void deal_release(struct deal *d)
{
    free(d->order);
    free(d->number);
    examples_release(&d->made);
    *d = (struct deal){0};
}

static int *new_order(const struct deal *d)
{
    const int n = d->key.of->made ? d->window : (int)d->key.n;

    return memory_new(((size_t)n + 1) * sizeof(int));
}

void deal_like(struct deal *d, const struct deal *other)
{
    deal_init(d, &other->key);
    if (d->key.of->made || other->epoch < 0)
        return;
    d->epoch = other->epoch;
    d->order = new_order(d);
    memcpy(d->order, other->order, (size_t)d->key.n * sizeof(*d->order));
}

static void deal_whole(struct deal *d, long epoch)
{
    if (!d->order)
        d->order = new_order(d);
    batch_order(d->key.of, &d->key.how, d->key.seed, (uint32_t)epoch, d->order);
}

static void widen(struct deal *d, int window)
{
    if (d->order && window <= d->window)
        return;
    d->window = window;
    free(d->order);
    free(d->number);
    d->order = new_order(d);
    d->number = new_order(d);
}

/* Those from d->first on. */
static void make_window(struct deal *d, long epoch)
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

/* From a place on, at least so many where there are. */
static void deal_from(struct deal *d, long epoch, long place, int least)
{
    if (d->key.of->made) {
        widen(d, least > d->window ? least : d->window);
        d->first = place;
        make_window(d, epoch);
    } else {
        deal_whole(d, epoch);
    }
    d->epoch = epoch;
}

static bool is_there(const struct deal *d, long epoch, long place)
{
    return d->epoch == epoch && place >= d->first &&
           place < d->first + deal_examples(d)->n;
}

/* Does nothing of the epoch come behind what is dealt? */
static bool ends(const struct deal *d)
{
    return d->first + deal_examples(d)->n == d->key.n;
}

struct run deal_batch(struct deal *d, long epoch, long place)
{
    const struct examples *x = deal_examples(d);
    struct run r;

    assert(place < d->key.n);
    if (!is_there(d, epoch, place))
        deal_from(d, epoch, place, 0);
    for (;;) {
        r.first = (int)(place - d->first);
        r.end = batch_end(x, d->order, &d->key.how, r.first);
        if (r.end < x->n || ends(d))
            return r;
        deal_from(d, epoch, place, 2 * run_size(r));
    }
}

bool deal_next(const struct deal *d, struct run *r)
{
    const struct examples *x = deal_examples(d);

    if (r->end >= x->n)
        return false;
    r->first = r->end;
    r->end = batch_end(x, d->order, &d->key.how, r->first);
    return true;
}
