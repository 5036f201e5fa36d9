/* Batches of an epoch, for a stored set and for a made one. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "engine/data/loader.h"

enum { LONGEST = 9, FEW = 1000, N = 70000 }; /* N: several windows */

/* Example i: the token i, one or more times, and in part 1 once or twice
 * more. */
static void make(const void *of, const int *which, int n, struct examples *to)
{
    (void)of;
    for (int i = 0; i < n; i++) {
        const int len = 1 + which[i] % LONGEST;
        int32_t token[LONGEST + 2];

        for (int k = 0; k < LONGEST + 2; k++)
            token[k] = which[i];
        examples_add(
            to, &(struct example){
                    .part = {{token, len}, {token, len + 1 + which[i] % 2}}});
    }
}

/* A made set; `stored` has the same examples, stored. */
static void both(struct examples *made, struct examples *stored, int n)
{
    examples_init(made, SHAPE_SOURCE_TARGET, NULL);
    examples_like(stored, made);
    made->made = true;
    made->n = n;
    made->make = make;
    for (int i = 0; i < n; i++)
        make(NULL, &i, 1, stored);
}

static const struct batching ways[] = {
    {.batch = 100},
    {.batch_tokens = 1000},
    {.batch = 50000}, /* more than a window */
    {.batch = N + 1},
};
#define WAYS (sizeof(ways) / sizeof(*ways))

/* The numbers of a batch's examples in the whole set. */
static void numbers_of(const struct loader *d, struct run r, int *out)
{
    const struct examples *x = loader_examples(d);

    for (int i = r.first; i < r.end; i++)
        out[i - r.first] = x->number ? x->number[d->order[i]] : d->order[i];
}

static void begin(struct loader *d, const struct examples *x, uint64_t seed,
                  const struct batching *b)
{
    const struct loader_key key = loader_key(x, seed, *b);

    loader_init(d, &key);
}

/* Load an epoch from a place on; end[i] is set where a batch ends. */
static void load_epoch(struct loader *d, long epoch, int place, int *number,
                       char *end)
{
    while (place < d->key.n) {
        const struct run r = loader_batch(d, epoch, place);

        numbers_of(d, r, number + place);
        place += run_size(r);
        end[place - 1] = 1;
    }
}

struct epoch {
    int *number;
    char *end;
};

static struct epoch epoch_of(const struct examples *x, uint64_t seed,
                             const struct batching *b, long epoch, int place)
{
    struct epoch e = {memory_zeroed((size_t)x->n, sizeof(int)),
                      memory_zeroed((size_t)x->n, 1)};
    struct loader d;

    begin(&d, x, seed, b);
    load_epoch(&d, epoch, place, e.number, e.end);
    loader_release(&d);
    return e;
}

static void epoch_release(struct epoch *e)
{
    free(e->number);
    free(e->end);
}

static void a_stored_set_is_loaded_in_the_epochs_order(void **state)
{
    struct examples made, stored;
    int order[FEW];

    (void)state;
    both(&made, &stored, FEW);
    for (int epoch = 0; epoch < 3; epoch++) {
        struct epoch e = epoch_of(&stored, 5, &ways[0], epoch, 0);

        epoch_order(FEW, 5, (uint32_t)epoch, order);
        assert_memory_equal(e.number, order, sizeof(order));
        for (int i = 0; i < FEW; i++)
            assert_int_equal(e.end[i], i % 100 == 99);
        epoch_release(&e);
    }
    examples_release(&stored);
    examples_release(&made);
}

static void check_permutation(const int *number, int n)
{
    char *seen = memory_zeroed((size_t)n, 1);

    for (int i = 0; i < n; i++) {
        assert_in_range(number[i], 0, n - 1);
        assert_false(seen[number[i]]);
        seen[number[i]] = 1;
    }
    free(seen);
}

static int in_place(const int *a, const int *b, int n)
{
    int same = 0;

    for (int i = 0; i < n; i++)
        same += a[i] == b[i];
    return same;
}

static void every_made_example_comes_once_an_epoch(void **state)
{
    static const int sizes[] = {1, 2, 3, 17, 64, 65, 1000, N};

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
        const struct examples x = {.shape = SHAPE_SOURCE_TARGET,
                                   .n = sizes[s],
                                   .made = true,
                                   .make = make};
        struct epoch e = epoch_of(&x, 1, &ways[1], 0, 0);

        check_permutation(e.number, x.n);
        epoch_release(&e);
    }
}

static void epochs_and_seeds_have_orders_of_their_own(void **state)
{
    struct examples made, stored;

    (void)state;
    both(&made, &stored, N);
    struct epoch one = epoch_of(&made, 1, &ways[1], 0, 0);
    struct epoch next = epoch_of(&made, 1, &ways[1], 1, 0);
    struct epoch other = epoch_of(&made, 2, &ways[1], 0, 0);

    check_permutation(next.number, N);
    assert_in_range(in_place(one.number, next.number, N), 0, 12);
    assert_in_range(in_place(one.number, other.number, N), 0, 12);
    epoch_release(&one);
    epoch_release(&next);
    epoch_release(&other);
    examples_release(&stored);
    examples_release(&made);
}

/* Batches equal those computed from the permutation and the stored set without
 * any window. */
static void windows_change_no_batch(void **state)
{
    struct examples made, stored;
    int *order = memory_new(N * sizeof(*order));

    (void)state;
    both(&made, &stored, N);
    for (uint64_t i = 0; i < N; i++)
        order[i] = (int)random_permuted(random_key(3, "deal"), 2, N, i);
    for (size_t w = 0; w < WAYS; w++) {
        struct epoch e = epoch_of(&made, 3, &ways[w], 2, 0);

        assert_memory_equal(e.number, order, N * sizeof(*order));
        for (int at = 0; at < N;) {
            const int end = batch_end(&stored, order, &ways[w], at);

            while (++at < end)
                assert_false(e.end[at - 1]);
            assert_true(e.end[at - 1]);
        }
        epoch_release(&e);
    }
    free(order);
    examples_release(&stored);
    examples_release(&made);
}

static void an_epoch_goes_on_from_the_end_of_any_batch(void **state)
{
    struct examples made, stored;

    (void)state;
    both(&made, &stored, N);
    for (size_t w = 0; w < 3; w++) {
        struct epoch whole = epoch_of(&made, 3, &ways[w], 1, 0);

        for (int at = 900; at < N - 1; at += N / 5) {
            while (!whole.end[at])
                at++;
            const size_t left = (size_t)(N - at - 1);
            struct epoch rest = epoch_of(&made, 3, &ways[w], 1, at + 1);

            assert_memory_equal(rest.number + at + 1, whole.number + at + 1,
                                left * sizeof(int));
            assert_memory_equal(rest.end + at + 1, whole.end + at + 1, left);
            epoch_release(&rest);
        }
        epoch_release(&whole);
    }
    examples_release(&stored);
    examples_release(&made);
}

/* Tokens, weights and numbers of a batch's grains equal those from the stored
 * examples with these numbers. */
static void check_grains(const struct loader *d, struct run r,
                         const struct examples *stored)
{
    const struct framing framing = {{true, false}};
    const struct cutting how = {.grains = 16};
    const int n = run_size(r);
    int *number = memory_new((size_t)n * sizeof(*number));
    int cut[17], wanted[17];
    struct arena a = {0};

    numbers_of(d, r, number);
    batch_cut(loader_examples(d), d->order, r, &how, cut);
    batch_cut(stored, number, (struct run){0, n}, &how, wanted);
    assert_true(batch_count(loader_examples(d), d->order, r) ==
                batch_count(stored, number, (struct run){0, n}));
    for (int g = 0; g < how.grains; g++) {
        struct grain x, y;

        assert_int_equal(cut[g + 1] - r.first, wanted[g + 1]);
        grain_pack(loader_examples(d), d->order,
                   (struct run){cut[g], cut[g + 1]}, &framing, NULL, 1, &a, &x);
        grain_pack(stored, number, (struct run){wanted[g], wanted[g + 1]},
                   &framing, NULL, 1, &a, &y);
        assert_int_equal(x.n, y.n);
        assert_memory_equal(x.example, y.example, (size_t)x.n * sizeof(int));
        for (int p = 0; p < 2; p++) {
            const struct packed *i = &x.part[p], *j = &y.part[p];

            assert_memory_equal(i->seg.at, j->seg.at,
                                ((size_t)x.n + 1) * sizeof(int));
            assert_memory_equal(i->token, j->token,
                                (size_t)segments_rows(&i->seg) *
                                    sizeof(int32_t));
        }
    }
    arena_release(&a);
    free(number);
}

static void a_batch_of_made_examples_is_that_of_stored_ones(void **state)
{
    const struct batching b = {.batch_tokens = 4000};
    struct examples made, stored;
    struct loader d;

    (void)state;
    both(&made, &stored, N);
    begin(&d, &made, 8, &b);
    for (int at = 0; at < N;) {
        const struct run r = loader_batch(&d, 4, at);

        check_grains(&d, r, &stored);
        at += run_size(r);
    }
    loader_release(&d);
    examples_release(&stored);
    examples_release(&made);
}

static void warm_windows_ask_for_no_memory(void **state)
{
    struct examples made, stored;
    struct loader d;

    (void)state;
    both(&made, &stored, N);
    begin(&d, &made, 8, &ways[1]);
    int *number = memory_new(N * sizeof(int));
    char *end = memory_zeroed(N, 1);

    load_epoch(&d, 0, 0, number, end);
    const unsigned long calls = memory_calls();

    for (int epoch = 1; epoch < 4; epoch++)
        load_epoch(&d, epoch, 0, number, end);
    assert_int_equal(memory_calls(), calls);
    free(number);
    free(end);
    loader_release(&d);
    examples_release(&stored);
    examples_release(&made);
}

/* In the epoch that the other loader has loaded, in the next, and if it has
 * loaded none. */
static void check_like(const struct loader *other)
{
    struct loader alone;

    loader_init(&alone, &other->key);
    for (int epoch = 1; epoch < 3; epoch++) {
        int number[FEW], again[FEW];
        char end[FEW];
        struct loader d;

        loader_copy_order(&d, other);
        load_epoch(&alone, epoch, 0, number, end);
        load_epoch(&d, epoch, 0, again, end);
        assert_memory_equal(number, again, sizeof(number));
        loader_release(&d);
    }
    loader_release(&alone);
}

static void a_loader_begins_as_another_has(void **state)
{
    struct examples set[2];

    (void)state;
    both(&set[0], &set[1], FEW);
    for (int i = 0; i < 2; i++) {
        struct loader d;

        begin(&d, &set[i], 2, &ways[0]);
        check_like(&d);
        loader_batch(&d, 1, 0);
        check_like(&d);
        loader_release(&d);
    }
    examples_release(&set[0]);
    examples_release(&set[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stored_set_is_loaded_in_the_epochs_order),
        cmocka_unit_test(every_made_example_comes_once_an_epoch),
        cmocka_unit_test(epochs_and_seeds_have_orders_of_their_own),
        cmocka_unit_test(windows_change_no_batch),
        cmocka_unit_test(an_epoch_goes_on_from_the_end_of_any_batch),
        cmocka_unit_test(a_batch_of_made_examples_is_that_of_stored_ones),
        cmocka_unit_test(warm_windows_ask_for_no_memory),
        cmocka_unit_test(a_loader_begins_as_another_has),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
