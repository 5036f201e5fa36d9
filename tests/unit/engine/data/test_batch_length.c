/* Batches whose examples have similar lengths. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/random.h"
#include "engine/data/batch.h"

enum { N = 600, LONGEST = 60 };

static void make_examples(struct examples *x)
{
    static const int32_t token[LONGEST] = {TOKEN_FIRST};
    const struct random_key key = random_key(3, "lengths");

    examples_init(x, SHAPE_SOURCE_TARGET, NULL);
    for (int i = 0; i < N; i++) {
        const struct address at = {.example = (uint32_t)i};
        struct example e = {0};

        for (uint32_t p = 0; p < 2; p++)
            e.part[p] = (struct values){
                token, (int)random_below(key, at, p, LONGEST + 1)};
        examples_add(x, &e);
    }
}

static int longer(const struct examples *x, int i)
{
    const int a = example_len(x, 0, i), b = example_len(x, 1, i);

    return a > b ? a : b;
}

/* Lengths that differ by at most a tenth, or are all short. */
static bool alike(int one, int other)
{
    const int least = one < other ? one : other, most = one + other - least;

    return most <= 8 || most - least <= least / 10;
}

static const struct batching batchings[] = {
    {.batch_tokens = 400, .by_length = true},
    {.batch_tokens = 30, .by_length = true},
    {.batch = 16, .by_length = true},
};
#define BATCHINGS (sizeof(batchings) / sizeof(*batchings))

static void an_order_without_lengths_is_that_of_the_epoch(void **state)
{
    const struct batching b = {.batch_tokens = 400};
    struct examples x;
    int one[N], other[N];

    (void)state;
    make_examples(&x);
    epoch_order(N, 5, 2, one);
    batch_order(&x, &b, 5, 2, other);
    assert_memory_equal(one, other, sizeof(one));
    examples_release(&x);
}

static void an_order_by_length_is_a_permutation_of_its_own(void **state)
{
    struct examples x;
    int first[N], again[N], next[N], other[N];

    (void)state;
    make_examples(&x);
    for (size_t i = 0; i < BATCHINGS; i++) {
        int seen[N] = {0};

        batch_order(&x, &batchings[i], 1, 0, first);
        batch_order(&x, &batchings[i], 1, 0, again);
        batch_order(&x, &batchings[i], 1, 1, next);
        batch_order(&x, &batchings[i], 2, 0, other);
        for (int k = 0; k < N; k++)
            seen[first[k]]++;
        for (int k = 0; k < N; k++)
            assert_int_equal(seen[k], 1);
        assert_memory_equal(first, again, sizeof(first));
        assert_memory_not_equal(first, next, sizeof(first));
        assert_memory_not_equal(first, other, sizeof(first));
    }
    examples_release(&x);
}

/* A batch is full, or the next example has another length. */
static void check_batch(const struct examples *x, const struct batching *b,
                        const int *order, int first, int end)
{
    long tokens = 0;

    assert_in_range(end, first + 1, N);
    for (int i = first; i < end; i++) {
        assert_true(alike(longer(x, order[first]), longer(x, order[i])));
        tokens += longer(x, order[i]);
    }
    assert_true(b->batch ? end - first <= b->batch
                         : tokens <= b->batch_tokens || end == first + 1);
    if (end < N &&
        (b->batch ? end - first < b->batch
                  : tokens + longer(x, order[end]) <= b->batch_tokens))
        assert_true(longer(x, order[end]) != longer(x, order[first]));
}

static void batches_are_of_about_one_length(void **state)
{
    struct examples x;
    int order[N];

    (void)state;
    make_examples(&x);
    for (size_t i = 0; i < BATCHINGS; i++)
        for (uint32_t epoch = 0; epoch < 10; epoch++) {
            const struct batching *b = &batchings[i];

            batch_order(&x, b, 1, epoch, order);
            for (int first = 0, end; first < N; first = end) {
                end = batch_end(&x, order, b, first);
                check_batch(&x, b, order, first, end);
            }
        }
    examples_release(&x);
}

/* There are at most one more per bucket than batches of any lengths. */
static void batches_are_few(void **state)
{
    const struct batching any = {.batch_tokens = 400};
    struct examples x;
    int order[N], batches[2] = {0};

    (void)state;
    make_examples(&x);
    for (int by = 0; by < 2; by++) {
        const struct batching *b = by ? &batchings[0] : &any;

        batch_order(&x, b, 1, 0, order);
        for (int at = 0; at < N; at = batch_end(&x, order, b, at))
            batches[by]++;
    }
    assert_in_range(batches[1], batches[0], batches[0] + 25);
    examples_release(&x);
}

/* Over many epochs the first batch has all lengths, and the examples that share
 * a batch with a given one vary. */
static void short_and_long_ones_come_in_any_order(void **state)
{
    bool first[LONGEST + 1] = {false}, with[N] = {false};
    int lengths = 0, others = 0, order[N];
    struct examples x;

    (void)state;
    make_examples(&x);
    for (uint32_t epoch = 0; epoch < 200; epoch++) {
        int at = 0, end;

        batch_order(&x, &batchings[0], 1, epoch, order);
        first[longer(&x, order[0])] = true;
        for (bool there = false; !there; at = there ? at : end) {
            end = batch_end(&x, order, &batchings[0], at);
            for (int i = at; i < end; i++)
                there |= order[i] == 7;
        }
        for (int i = at; i < end; i++)
            with[order[i]] = true;
    }
    for (int i = 20; i <= LONGEST; i++)
        lengths += first[i];
    for (int i = 0; i < N; i++)
        others += with[i];
    assert_in_range(lengths, 25, LONGEST);
    assert_in_range(others, 20, N);
    examples_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_without_lengths_is_that_of_the_epoch),
        cmocka_unit_test(an_order_by_length_is_a_permutation_of_its_own),
        cmocka_unit_test(batches_are_of_about_one_length),
        cmocka_unit_test(batches_are_few),
        cmocka_unit_test(short_and_long_ones_come_in_any_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
