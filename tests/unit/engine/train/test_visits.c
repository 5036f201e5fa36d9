/*
 * Of several values one is taken each time an example is trained on: which one
 * depends on seed, epoch and example alone.
 */
#include "config.h"

#include "tests/unit/toy_tests.h"

#include <math.h>
#include <string.h>

#include "engine/data/batch.h"
#include "tasks/labelled/classes.h"

#define N 60
#define VISITS 400

static const struct column_kind spans = {"span", COLUMN_INT, 2, OF_VISIT};
static const struct column_kind *const columns[] = {&spans, NULL};
static const struct framing framing;

/* Example i has 1 + i % 4 spans: (i, 0), (i, 1), ... */
static void make_examples(struct examples *x)
{
    const int32_t token = TOKEN_FIRST;

    examples_init(x, SHAPE_SEQUENCE, columns);
    for (int i = 0; i < N; i++) {
        const int32_t span[8] = {i, 0, i, 1, i, 2, i, 3};

        examples_add(x, &(struct example){
                            .part = {{&token, 1}},
                            .column = {{span, 2 * (1 + i % 4)}},
                        });
    }
}

/* The span that each example of a grain takes, by index in the data set. */
static void take(const struct examples *x, const int *order, struct run r,
                 const struct visit *visit, int taken[N])
{
    struct arena a = {0};
    struct grain g;

    grain_pack(x, order, r, &framing, visit, 1.0f, &a, &g);
    const struct packed_column *c = grain_column(&g, 0);

    assert_true(column_is(&c->is, &spans));
    assert_false(column_varies(&c->is));
    for (int i = 0; i < g.n; i++) {
        assert_int_equal(c->ints[2 * i], g.example[i]);
        taken[g.example[i]] = c->ints[2 * i + 1];
    }
    arena_release(&a);
}

/* Take all examples in an epoch's order, in grains of `size`. */
static void take_all(const struct examples *x, int size, struct visit visit,
                     int taken[N])
{
    int order[N];

    epoch_order(N, visit.seed, visit.epoch, order);
    for (int i = 0; i < N; i += size)
        take(x, order, (struct run){i, i + size}, &visit, taken);
}

/* The tokens of a part with permuted words, in a grain. */
static void tokens_of(const struct permuted_words *w, const struct visit *visit,
                      int32_t out[6])
{
    static const int32_t tokens[] = {5, 6, 7, 8, 9, 6};
    struct arena a = {0};
    struct examples x;
    struct grain g;

    examples_init(&x, SHAPE_SEQUENCE, NULL);
    examples_add(&x, &(struct example){.part = {{tokens, 6}}});
    x.permuted = *w;
    grain_pack(&x, (int[]){0}, (struct run){0, 1}, &framing, visit, 1.0f, &a,
               &g);
    memcpy(out, g.part[0].token, 6 * sizeof(*out));
    arena_release(&a);
    examples_release(&x);
}

/* Equal words stay equal and different ones different, and the words around
 * them stay; all of it depends on the seed and the epoch, or the step. */
static void permuted_words_are_others_of_them(void **state)
{
    const struct permuted_words epoch = {6, 3, PERMUTED_EACH_EPOCH};
    const struct permuted_words batch = {6, 3, PERMUTED_EACH_BATCH};
    int32_t out[6], other[6];
    int changes = 0, differ = 0;

    (void)state;
    tokens_of(&epoch, NULL, out);
    assert_memory_equal(out, ((int32_t[]){5, 6, 7, 8, 9, 6}), sizeof(out));
    for (uint32_t e = 0; e < 20; e++) {
        tokens_of(&epoch, &(struct visit){1, e, 2}, out);
        assert_int_equal(out[0], 5);
        assert_int_equal(out[4], 9);
        assert_int_equal(out[1], out[5]);
        assert_int_equal(1 << out[1] | 1 << out[2] | 1 << out[3], 7 << 6);
        changes += out[1] != 6;
        tokens_of(&epoch, &(struct visit){1, e, 3}, other);
        assert_memory_equal(out, other, sizeof(out));
        tokens_of(&batch, &(struct visit){1, 7, e}, other);
        assert_memory_equal(out, other, sizeof(out));
        tokens_of(&batch, &(struct visit){2, 7, e}, other);
        differ += memcmp(out, other, sizeof(out)) != 0;
    }
    assert_true(changes > 5 && differ > 5);
}

static void each_of_several_is_taken_about_as_often(void **state)
{
    int taken[N], times[4][4] = {{0}};
    struct examples x;

    (void)state;
    make_examples(&x);
    for (uint32_t e = 0; e < VISITS; e++) {
        take_all(&x, N, (struct visit){1, e, 0}, taken);
        for (int i = 0; i < N; i++)
            times[i % 4][taken[i]]++;
    }
    for (int n = 1; n <= 4; n++) /* within 5 standard deviations */
        for (int k = 0; k < n; k++) {
            const double all = VISITS * N / 4.0, p = 1.0 / n;

            assert_true(fabs(times[n - 1][k] - all * p) <=
                        5 * sqrt(all * p * (1 - p)));
        }
    examples_release(&x);
}

static void what_is_taken_hangs_on_seed_epoch_and_example_alone(void **state)
{
    int one[N], other[N], order[N];
    struct examples x;

    (void)state;
    make_examples(&x);
    take_all(&x, N, (struct visit){1, 3, 0}, one);
    for (int size = 1; size <= N / 2; size++)
        if (N % size == 0) {
            take_all(&x, size, (struct visit){1, 3, 0}, other);
            assert_memory_equal(one, other, sizeof(one));
        }
    epoch_order(N, 9, 9, order); /* another place in the batch */
    take(&x, order, (struct run){0, N}, &(struct visit){1, 3, 0}, other);
    assert_memory_equal(one, other, sizeof(one));
    take_all(&x, N, (struct visit){2, 3, 0}, other);
    assert_memory_not_equal(one, other, sizeof(one));
    take_all(&x, N, (struct visit){1, 4, 0}, other);
    assert_memory_not_equal(one, other, sizeof(one));
    examples_release(&x);
}

static void who_is_not_trained_on_has_the_first(void **state)
{
    struct examples x;
    int taken[N], order[N];

    (void)state;
    make_examples(&x);
    epoch_order(N, 1, 0, order);
    take(&x, order, (struct run){0, N}, NULL, taken);
    for (int i = 0; i < N; i++)
        assert_int_equal(taken[i], 0);
    examples_release(&x);
}

/* The toy with only those labels that its first epoch takes. */
static struct toy as_first_visited(const struct train_config *c)
{
    const struct visit first = {(uint64_t)c->seed, 0, 0};
    const struct examples *from = &toy.task.split[SPLIT_TRAIN];
    struct toy out = toy;
    struct examples *to = &out.task.split[SPLIT_TRAIN];
    struct arena a = {0};

    examples_init(to, from->shape, classes_columns);
    for (int i = 0; i < from->n; i++) {
        struct example e = examples_get(from, i);
        struct grain g;

        grain_pack(from, &i, (struct run){0, 1}, &framing, &first, 1.0f, &a,
                   &g);
        e.column[0] = (struct values){g.column[0].ints, 1};
        examples_add(to, &e);
    }
    arena_release(&a);
    return out;
}

/* As if there were no other values, until the second epoch. */
static void an_epoch_trains_on_what_its_visit_takes(void **state)
{
    struct train_config c = toy_config();
    struct toy same = as_first_visited(&c);

    (void)state;
    for (c.epochs = 1; c.epochs <= 2; c.epochs++) {
        struct result one, other;
        struct error e;

        assert_int_equal(toy_train(&toy, &c, 1, &one, &e), TRAIN_FINISHED);
        assert_int_equal(toy_train(&same, &c, 1, &other, &e), TRAIN_FINISHED);
        assert_int_equal(toy_same(&one, &other), c.epochs == 1);
        result_release(&one);
        result_release(&other);
    }
    examples_release(&same.task.split[SPLIT_TRAIN]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permuted_words_are_others_of_them),
        cmocka_unit_test(each_of_several_is_taken_about_as_often),
        cmocka_unit_test(what_is_taken_hangs_on_seed_epoch_and_example_alone),
        cmocka_unit_test(who_is_not_trained_on_has_the_first),
        cmocka_unit_test(an_epoch_trains_on_what_its_visit_takes),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
