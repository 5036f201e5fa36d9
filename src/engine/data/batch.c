#include "engine/data/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"

/* An example and its place in the shuffle. */
struct shuffle_key {
    uint64_t draw;
    int example;
};

static int by_draw(const void *a, const void *b)
{
    const struct shuffle_key *x = a, *y = b;

    if (x->draw != y->draw)
        return x->draw < y->draw ? -1 : 1;
    return (x->example > y->example) - (x->example < y->example);
}

/*
 * Sort by addressed draws rather than swap: an item's place does not depend on
 * the order of draws, and equal draws are ordered by index.
 */
static void shuffle_order(const char *stream, int n, uint64_t seed,
                          uint32_t epoch, int *order)
{
    const struct random_key key = random_key(seed, stream);
    struct shuffle_key *t = memory_new(((size_t)n + 1) * sizeof(*t));

    for (int i = 0; i < n; i++) {
        const struct address at = {.step = epoch, .example = (uint32_t)i};
        uint32_t word[2];

        random_words(key, at, 2, word);
        t[i] = (struct shuffle_key){(uint64_t)word[0] << 32 | word[1], i};
    }
    qsort(t, (size_t)n, sizeof(*t), by_draw);
    for (int i = 0; i < n; i++)
        order[i] = t[i].example;
    free(t);
}

void epoch_order(int n, uint64_t seed, uint32_t epoch, int *order)
{
    shuffle_order("shuffle", n, seed, epoch, order);
}

/* --- batches -------------------------------------------------------------- */

/* Tokens of the longer part. */
static long longer(const struct examples *x, int i)
{
    int most = 0;

    for (int p = 0; p < x->parts; p++)
        if (example_len(x, p, i) > most)
            most = example_len(x, p, i);
    return most;
}

/* The longest length of the bucket of examples similar to this one: 8, 9, ...
 * 20, 22, 24, 26, as Tensor2Tensor's buckets. */
static long bucket(const struct examples *x, int i)
{
    const long len = longer(x, i);
    long top = 8;

    while (top < len)
        top += top < 20 ? 1 : top / 10;
    return top;
}

int batch_end(const struct examples *x, const int *order,
              const struct batching *b, int first)
{
    const int most =
        b->batch > 0 && b->batch < x->n - first ? first + (int)b->batch : x->n;
    const long lengths = b->by_length ? bucket(x, order[first]) : 0;
    long tokens = 0;
    int end = first;

    for (; end < most; end++) {
        tokens += longer(x, order[end]);
        if (!b->batch && tokens > b->batch_tokens && end > first)
            break;
        if (b->by_length && bucket(x, order[end]) != lengths)
            break;
    }
    return end;
}

/* --- batches of similar lengths ------------------------------------------- */

/* Sort by bucket; examples of one bucket keep their order. */
static void sort_buckets(const struct examples *x, int *order)
{
    struct shuffle_key *t = memory_new(((size_t)x->n + 1) * sizeof(*t));

    for (int i = 0; i < x->n; i++)
        t[i] = (struct shuffle_key){
            (uint64_t)bucket(x, order[i]) << 32 | (uint32_t)i, order[i]};
    qsort(t, (size_t)x->n, sizeof(*t), by_draw);
    for (int i = 0; i < x->n; i++)
        order[i] = t[i].example;
    free(t);
}

/* Shuffle the batches of an order. */
static void shuffle_batches(const struct examples *x, const struct batching *b,
                            uint64_t seed, uint32_t epoch, int *order)
{
    const size_t room = ((size_t)x->n + 1) * sizeof(int);
    int *first = memory_new(room), *shuffled = memory_new(room), n = 0;
    int *sorted = memcpy(memory_new(room), order, room - sizeof(int));

    for (first[0] = 0; first[n] < x->n; n++)
        first[n + 1] = batch_end(x, sorted, b, first[n]);
    shuffle_order("batches", n, seed, epoch, shuffled);
    for (int i = 0; i < n; i++) {
        const int from = first[shuffled[i]],
                  len = first[shuffled[i] + 1] - from;

        memcpy(order, sorted + from, (size_t)len * sizeof(*order));
        order += len;
    }
    free(sorted);
    free(shuffled);
    free(first);
}

void batch_order(const struct examples *x, const struct batching *b,
                 uint64_t seed, uint32_t epoch, int *order)
{
    epoch_order(x->n, seed, epoch, order);
    if (!b->by_length)
        return;
    sort_buckets(x, order);
    shuffle_batches(x, b, seed, epoch, order);
}

/* --- counts and grains ---------------------------------------------------- */

double batch_count(const struct examples *x, const int *order, struct run batch)
{
    double n = 0;

    if (x->shape != SHAPE_SOURCE_TARGET)
        return run_size(batch);
    for (int i = batch.first; i < batch.end; i++)
        n += example_len(x, 1, order[i]);
    return n;
}

static uint64_t cost(const struct cutting *how, const struct examples *x, int i)
{
    uint64_t n = 1;

    if (how->cost)
        return 1 + how->cost(how->of, x, i);
    for (int p = 0; p < x->parts; p++)
        n += (uint64_t)example_len(x, p, i);
    return n;
}

/*
 * An example belongs to the grain that contains the middle of its cost, if the
 * batch's costs are laid out on a line and cut into equal pieces.  All costs
 * are doubled to stay with integers.
 */
void batch_cut(const struct examples *x, const int *order, struct run batch,
               const struct cutting *how, int *cut)
{
    const int grains = how->grains;
    uint64_t total = 0, before = 0;
    int g = 0;

    assert(grains >= 1);
    for (int i = batch.first; i < batch.end; i++)
        total += 2 * cost(how, x, order[i]);
    cut[0] = batch.first;
    for (int i = batch.first; i < batch.end; i++) {
        uint64_t c = cost(how, x, order[i]);
        int mine = (int)((before + c) * (uint64_t)grains / total);

        while (g < mine)
            cut[++g] = i;
        before += 2 * c;
    }
    while (g < grains)
        cut[++g] = batch.end;
}

/* First value of each example, counting the tokens that framing adds. */
static const int *pack_starts(const struct column *c, const int *order,
                              struct run r, int before, struct arena *a)
{
    int *at = arena_ints(a, (size_t)run_size(r) + 1);

    at[0] = 0;
    for (int i = r.first; i < r.end; i++)
        at[i - r.first + 1] =
            at[i - r.first] + before + column_get(c, order[i]).n;
    return at;
}

/* Each example's values, after `before` zeros. */
static struct packed_column pack_column(const struct column *c,
                                        const int *order, struct run r,
                                        int before, struct arena *a)
{
    const int n = run_size(r);
    const int *at = pack_starts(c, order, r, before, a);
    const size_t size = column_size(&c->is);
    char *to = arena_alloc(a, ((size_t)at[n] + 1) * size);

    for (int i = 0; i < n; i++) {
        const struct values v = column_get(c, order[r.first + i]);
        char *here = to + (size_t)at[i] * size;

        memset(here, 0, (size_t)before * size);
        if (v.n)
            memcpy(here + (size_t)before * size, v.at, (size_t)v.n * size);
    }
    return (struct packed_column){
        .is = c->is, .seg = {.n = n, .at = at}, .value = to};
}

_Static_assert(TOKEN_NULL == 0, "a part begins with zeros");

/* Draw which of n entries a visit to an example uses. */
static uint32_t draw(const struct visit *v, int example, uint32_t n)
{
    const struct address at = {.step = v->epoch, .example = (uint32_t)example};

    return random_below(random_key(v->seed, "visit"), at, 0, n);
}

/* Take one group of values of each example; `number` has the examples' numbers
 * in the data set. */
static struct packed_column pack_visit(const struct column *c, const int *order,
                                       struct run r, const int *number,
                                       const struct visit *visit,
                                       struct arena *a)
{
    const size_t width = (size_t)c->is.width,
                 size = width * column_size(&c->is);
    char *to = arena_alloc(a, ((size_t)run_size(r) + 1) * size);
    struct packed_column out = {.is = c->is, .value = to};

    out.is.of = OF_EXAMPLE;
    for (int i = r.first; i < r.end; i++, to += size) {
        const struct values v = column_get(c, order[i]);
        const uint32_t n = (uint32_t)((size_t)v.n / width);
        const size_t one =
            visit && n > 1 ? draw(visit, number[i - r.first], n) : 0;

        memcpy(to, (const char *)v.at + one * size, size);
    }
    return out;
}

/* The examples' numbers in the data set. */
static const int *numbers(const struct examples *x, const int *order,
                          struct run r, struct arena *a)
{
    if (!x->number)
        return order + r.first;
    int *number = arena_ints(a, (size_t)run_size(r) + 1);

    for (int i = r.first; i < r.end; i++)
        number[i - r.first] = x->number[order[i]];
    return number;
}

/* Replace each of n tokens that is a permuted word by its image. */
static const int32_t *permute(const struct permuted_words *w,
                              const struct visit *visit, const int32_t *token,
                              int n, struct arena *a)
{
    const struct random_key key = random_key(visit->seed, "permuted words");
    const uint32_t turn =
        w->each == PERMUTED_EACH_EPOCH ? visit->epoch : visit->step;
    int32_t *out = arena_ints(a, (size_t)n + 1);

    for (int i = 0; i < n; i++) {
        const int32_t of = token[i] - w->first;

        out[i] = of < 0 || of >= w->n
                     ? token[i]
                     : w->first + (int32_t)random_permuted(
                                      key, turn, (uint64_t)w->n, (uint64_t)of);
    }
    return out;
}

void grain_pack(const struct examples *x, const int *order, struct run r,
                const struct framing *framing, const struct visit *visit,
                float weight, struct arena *a, struct grain *out)
{
    *out = (struct grain){.n = run_size(r),
                          .parts = x->parts,
                          .columns = x->columns,
                          .example = numbers(x, order, r, a),
                          .weight = weight};
    for (int p = 0; p < x->parts; p++) {
        const struct packed_column in =
            pack_column(&x->part[p], order, r, framing->null_token[p], a);

        const bool permutes = visit && x->permuted.each != PERMUTED_NEVER;

        out->part[p] = (struct packed){
            in.seg, permutes ? permute(&x->permuted, visit, in.ints,
                                       segments_rows(&in.seg), a)
                             : in.ints};
    }
    for (int c = 0; c < x->columns; c++) {
        const struct column_kind *is = &x->column[c].is;
        const bool framed = is->of >= 0 && framing->null_token[is->of];

        out->column[c] =
            is->of == OF_VISIT
                ? pack_visit(&x->column[c], order, r, out->example, visit, a)
                : pack_column(&x->column[c], order, r, framed ? is->width : 0,
                              a);
    }
}
