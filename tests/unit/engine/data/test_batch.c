/* Epoch order, batches, and the cut into grains. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "engine/data/batch.h"

enum { N = 300, GRAINS = 16 };
static const struct cutting into_grains = {.grains = GRAINS};

/* One value per example, up to three, and two per token of the first part. */
enum { LABEL, SPOTS, WEIGHT };
static const struct column_kind kind[] = {
    [LABEL] = {"label", COLUMN_INT, 1, OF_EXAMPLE},
    [SPOTS] = {"spots", COLUMN_INT, COLUMN_RAGGED, OF_EXAMPLE},
    [WEIGHT] = {"weight", COLUMN_FLOAT, 2, 0},
};
static const struct column_kind *const kinds[] = {&kind[LABEL], &kind[SPOTS],
                                                  &kind[WEIGHT], NULL};

/* N pairs of random lengths, including 0; token k of example i is known. */
static void make_examples(struct examples *x, uint32_t longest)
{
    struct random_key key = random_key(7, "test");

    examples_init(x, SHAPE_PAIR, kinds);
    for (int i = 0; i < N; i++) {
        struct address at = {.example = (uint32_t)i};
        int32_t text[2][64], label = i % 2, spots[3] = {i, i + 1, i + 2};
        float weight[2 * 64];
        struct example e = {.column = {{&label, 1}, {spots, i % 4}}};

        for (uint32_t p = 0; p < 2; p++) {
            const int len = (int)random_below(key, at, p, longest);

            for (int k = 0; k < len; k++)
                text[p][k] = TOKEN_FIRST + 1000 * i + 100 * (int)p + k;
            e.part[p] = (struct values){text[p], len};
        }
        for (int k = 0; k < 2 * e.part[0].n; k++)
            weight[k] = (float)(i + k);
        e.column[WEIGHT] = (struct values){weight, 2 * e.part[0].n};
        examples_add(x, &e);
    }
}

static void examples_come_back_as_they_were_added(void **state)
{
    struct examples x;

    (void)state;
    make_examples(&x, 64);
    assert_int_equal(x.n, N);
    for (int i = 0; i < N; i++) {
        const struct example e = examples_get(&x, i);

        assert_int_equal(x.column[LABEL].ints[i], i % 2);
        assert_int_equal(e.column[SPOTS].n, i % 4);
        for (int k = 0; k < i % 4; k++)
            assert_int_equal(((const int32_t *)e.column[SPOTS].at)[k], i + k);
        assert_int_equal(e.column[WEIGHT].n, 2 * e.part[0].n);
        for (int k = 0; k < e.column[WEIGHT].n; k++)
            assert_true(((const float *)e.column[WEIGHT].at)[k] == i + k);
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < example_len(&x, p, i); k++)
                assert_int_equal(example_tokens(&x, p, i)[k],
                                 TOKEN_FIRST + 1000 * i + 100 * p + k);
    }
    assert_ptr_equal(examples_column(&x, "spots"), &x.column[SPOTS]);
    assert_null(examples_column(&x, "spot"));
    for (int c = 0; c < x.columns; c++)
        assert_int_equal(examples_place(&x, kinds[c]), c);
    const struct column_kind others[] = {
        {"spot", COLUMN_INT, COLUMN_RAGGED, OF_EXAMPLE},
        {"spots", COLUMN_FLOAT, COLUMN_RAGGED, OF_EXAMPLE},
        {"spots", COLUMN_INT, 1, OF_EXAMPLE},
        {"weight", COLUMN_FLOAT, 2, 1},
    };
    for (int k = 0; k < 4; k++)
        assert_int_equal(examples_place(&x, &others[k]), -1);
    examples_release(&x);
}

static void an_epoch_is_a_permutation_of_its_own(void **state)
{
    int first[N], again[N], next[N], other[N], seen[N] = {0}, moved = 0;

    (void)state;
    epoch_order(N, 1, 0, first);
    epoch_order(N, 1, 0, again);
    epoch_order(N, 1, 1, next);
    epoch_order(N, 2, 0, other);
    for (int i = 0; i < N; i++) {
        assert_in_range(first[i], 0, N - 1);
        seen[first[i]]++;
        moved += first[i] != i;
    }
    for (int i = 0; i < N; i++)
        assert_int_equal(seen[i], 1);
    assert_true(moved > N / 2);
    assert_memory_equal(first, again, sizeof(first));
    assert_memory_not_equal(first, next, sizeof(first));
    assert_memory_not_equal(first, other, sizeof(first));
}

/* Draws are addressed by example: a larger set keeps the relative order of the
 * others. */
static void more_examples_do_not_reorder_the_others(void **state)
{
    int large[N], small[N / 2], n = 0;

    (void)state;
    epoch_order(N, 1, 3, large);
    epoch_order(N / 2, 1, 3, small);
    for (int i = 0; i < N; i++)
        if (large[i] < N / 2)
            assert_int_equal(large[i], small[n++]);
}

static int longer(const struct examples *x, int i)
{
    int a = example_len(x, 0, i), b = example_len(x, 1, i);

    return a > b ? a : b;
}

static void batches_of_examples_tile_an_epoch(void **state)
{
    static const int sizes[] = {1, 64, 299, 300, 1000};
    struct examples x;
    int order[N];

    (void)state;
    make_examples(&x, 64);
    epoch_order(N, 1, 0, order);
    for (size_t c = 0; c < sizeof(sizes) / sizeof(*sizes); c++) {
        const struct batching b = {.batch = sizes[c]};

        for (int first = 0, end; first < N; first = end) {
            end = batch_end(&x, order, &b, first);
            assert_true(end == N ? end - first <= sizes[c]
                                 : end - first == sizes[c]);
        }
    }
    examples_release(&x);
}

/* A batch has as many tokens as fit, and at least one example. */
static void batches_of_tokens_are_as_full_as_they_can_be(void **state)
{
    struct examples x;
    int order[N];

    (void)state;
    make_examples(&x, 64);
    epoch_order(N, 1, 0, order);
    for (long most = 1; most < 400; most++) {
        const struct batching b = {.batch_tokens = most};

        for (int first = 0, end; first < N; first = end) {
            long tokens = 0;

            end = batch_end(&x, order, &b, first);
            assert_in_range(end, first + 1, N);
            for (int i = first; i < end; i++)
                tokens += longer(&x, order[i]);
            assert_true(tokens <= most || end == first + 1);
            assert_true(end == N || tokens + longer(&x, order[end]) > most);
        }
    }
    examples_release(&x);
}

static void every_example_is_in_one_grain(void **state)
{
    struct examples x;
    int order[N], cut[GRAINS + 1], again[GRAINS + 1];

    (void)state;
    epoch_order(N, 1, 0, order);
    for (uint32_t longest = 1; longest <= 64; longest += 9) {
        make_examples(&x, longest);
        for (int first = 0; first < N; first += 7)
            for (int n = 0; n <= 65 && first + n <= N; n += 13) {
                struct run r = {first, first + n};

                batch_cut(&x, order, r, &into_grains, cut);
                batch_cut(&x, order, r, &into_grains, again);
                assert_memory_equal(cut, again, sizeof(cut));
                assert_int_equal(cut[0], r.first);
                assert_int_equal(cut[GRAINS], r.end);
                for (int g = 0; g < GRAINS; g++)
                    assert_true(cut[g] <= cut[g + 1]);
            }
        examples_release(&x);
    }
}

/* No grain differs from its fair share by more than the longest example. */
static void grains_have_about_the_same_tokens(void **state)
{
    struct examples x;
    int order[N], cut[GRAINS + 1];
    long total = 0;

    (void)state;
    make_examples(&x, 64);
    epoch_order(N, 1, 0, order);
    batch_cut(&x, order, (struct run){0, N}, &into_grains, cut);
    for (int p = 0; p < 2; p++)
        total += (long)x.part[p].start[N];
    for (int g = 0; g < GRAINS; g++) {
        long n = 0;

        for (int i = cut[g]; i < cut[g + 1]; i++)
            n += example_len(&x, 0, order[i]) + example_len(&x, 1, order[i]);
        assert_true(labs(n - total / GRAINS) <= 2 * 64 + N / GRAINS);
    }
    examples_release(&x);
}

/* The cost of attention: each token of one part with each of the other. */
static uint64_t pairs(const void *of, const struct examples *x, int i)
{
    assert_ptr_equal(of, &into_grains);
    return 1 + (uint64_t)example_len(x, 0, i) * (uint64_t)example_len(x, 1, i);
}

static void a_model_may_say_what_an_example_costs(void **state)
{
    const struct cutting b = {
        .grains = GRAINS, .cost = pairs, .of = &into_grains};
    struct examples x;
    int order[N], cut[GRAINS + 1], plain[GRAINS + 1];
    uint64_t total = 0;

    (void)state;
    make_examples(&x, 64);
    epoch_order(N, 1, 0, order);
    batch_cut(&x, order, (struct run){0, N}, &b, cut);
    batch_cut(&x, order, (struct run){0, N}, &into_grains, plain);
    for (int i = 0; i < N; i++)
        total += pairs(&into_grains, &x, i);
    for (int g = 0; g < GRAINS; g++) {
        uint64_t n = 0;

        for (int i = cut[g]; i < cut[g + 1]; i++)
            n += pairs(&into_grains, &x, order[i]);
        assert_true(llabs((long long)(n - total / GRAINS)) <= 64 * 64 + 1);
    }
    assert_memory_not_equal(cut, plain, sizeof(cut));
    examples_release(&x);
}

/* Three equal examples over two grains: their middles are at 1/6, 3/6 and
 * 5/6. */
static void an_example_is_where_its_middle_falls(void **state)
{
    const int32_t token[] = {TOKEN_FIRST};
    const int order[] = {0, 1, 2};
    struct examples x;
    int cut[3];

    (void)state;
    examples_init(&x, SHAPE_SEQUENCE, NULL);
    for (int i = 0; i < 3; i++)
        examples_add(&x, &(struct example){.part = {{token, 1}}});
    batch_cut(&x, order, (struct run){0, 3}, &(struct cutting){.grains = 2},
              cut);
    assert_int_equal(cut[1], 1);
    assert_int_equal(cut[2], 3);
    examples_release(&x);
}

/* Check that example i of the grain has the values of example e; the token
 * added before the first part has zeros. */
static void expect_columns(const struct examples *x, const struct grain *g,
                           int e, int i)
{
    const struct packed_column *spots = grain_column(g, SPOTS),
                               *weight = grain_column(g, WEIGHT);
    const struct example was = examples_get(x, e);
    const float *w = weight->floats + weight->seg.at[i];

    assert_int_equal(segment_len(&spots->seg, i), was.column[SPOTS].n);
    assert_memory_equal(spots->ints + spots->seg.at[i], was.column[SPOTS].at,
                        (size_t)was.column[SPOTS].n * sizeof(int32_t));
    assert_int_equal(segment_len(&weight->seg, i),
                     2 * segment_len(&g->part[0].seg, i));
    assert_true(w[0] == 0.0f && w[1] == 0.0f);
    assert_memory_equal(w + 2, was.column[WEIGHT].at,
                        (size_t)was.column[WEIGHT].n * sizeof(float));
}

static void a_grain_holds_its_examples_behind_their_null_tokens(void **state)
{
    const struct framing framing = {.null_token = {true, false}};
    struct arena a = {0};
    struct examples x;
    struct grain g;
    int order[N];

    (void)state;
    make_examples(&x, 64);
    epoch_order(N, 1, 0, order);
    grain_pack(&x, order, (struct run){20, 30}, &framing, NULL, 0.25f, &a, &g);
    assert_int_equal(g.n, 10);
    assert_int_equal(g.parts, 2);
    assert_float_equal(g.weight, 0.25, 0);
    for (int i = 0; i < 10; i++) {
        int e = order[20 + i];

        assert_int_equal(g.example[i], e);
        assert_int_equal(grain_column(&g, LABEL)->ints[i], e % 2);
        expect_columns(&x, &g, e, i);
        assert_int_equal(g.part[0].token[g.part[0].seg.at[i]], TOKEN_NULL);
        for (int p = 0; p < 2; p++) {
            int n = example_len(&x, p, e);

            assert_int_equal(segment_len(&g.part[p].seg, i), n + (p == 0));
            assert_memory_equal(
                g.part[p].token + g.part[p].seg.at[i] + (p == 0),
                example_tokens(&x, p, e), (size_t)n * sizeof(int32_t));
        }
    }
    grain_pack(&x, order, (struct run){5, 5}, &framing, NULL, 1, &a, &g);
    assert_int_equal(g.n, 0);
    assert_int_equal(segments_rows(&g.part[0].seg), 0);
    arena_release(&a);
    examples_release(&x);
}

static void a_batch_counts_examples_or_target_tokens(void **state)
{
    const struct run r = {10, 40};
    struct examples x;
    int order[N];
    double tokens = 0;

    (void)state;
    make_examples(&x, 64);
    epoch_order(N, 1, 0, order);
    for (int i = r.first; i < r.end; i++)
        tokens += example_len(&x, 1, order[i]);
    assert_float_equal(batch_count(&x, order, r), 30, 0);
    x.shape = SHAPE_SOURCE_TARGET;
    assert_float_equal(batch_count(&x, order, r), tokens, 0);
    examples_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_come_back_as_they_were_added),
        cmocka_unit_test(an_epoch_is_a_permutation_of_its_own),
        cmocka_unit_test(more_examples_do_not_reorder_the_others),
        cmocka_unit_test(batches_of_examples_tile_an_epoch),
        cmocka_unit_test(batches_of_tokens_are_as_full_as_they_can_be),
        cmocka_unit_test(every_example_is_in_one_grain),
        cmocka_unit_test(grains_have_about_the_same_tokens),
        cmocka_unit_test(a_model_may_say_what_an_example_costs),
        cmocka_unit_test(an_example_is_where_its_middle_falls),
        cmocka_unit_test(a_grain_holds_its_examples_behind_their_null_tokens),
        cmocka_unit_test(a_batch_counts_examples_or_target_tokens),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
