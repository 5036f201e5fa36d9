/*
 * Inspecting the attentions in training: the history has what observing the
 * same parameters gives, of every attention, and all else is unchanged.
 */
#include "config.h"

#include "tests/unit/engine/train/golden_fixture.h"

#include <math.h>

#include "engine/data/batch.h"

#define CODA "attention: {kind: coda, beta: 0.1}"
#define DECATT "{kind: decatt, hidden: 20, " CODA "}"
#define DECODER                                                             \
    "{kind: transformer, preset: custom, hidden: 36, heads: 3, filter: 40," \
    " layers: 2, " CODA "}"
#define TRAIN(more) \
    "{steps: 4, evaluate_every: 2, batch: 16, grains: 4, seed: 5, " more "}"

/* Evaluations have no more examples or tokens at once than these. */
static void observe_first_chunk(struct golden_setup *s, struct part_stats *seen)
{
    const struct examples *x = &s->task.split[SPLIT_VALID];
    float *params = memory_floats(s->model->params.len);
    struct arena arena = {0};
    struct tape t = {
        .arena = &arena, .params = params, .observer = &seen->observer};
    int order[ANSWERED];
    struct grain g;

    for (int i = 0; i < ANSWERED; i++)
        order[i] = i;
    params_init(&s->model->params, (uint64_t)s->conf.seed, params);
    tape_begin(&t, 0);
    grain_pack(x, order, (struct run){0, ANSWERED}, &s->model->kind->framing,
               NULL, 1.0f, &arena, &g);
    model_outcome(&t, s->model, &g);
    arena_release(&arena);
    free(params);
}

/* At a rate of 0 parameters do not change. */
static void a_history_has_what_is_seen(void **state)
{
    static const struct golden_run run = {
        PAIR_CLASS, DECATT, TRAIN("learning_rate: 0, inspect: histograms"),
        NULL, 1};
    struct part_stats seen = PART_STATS_INIT;
    struct golden_setup s;
    struct result r;

    (void)state;
    golden_init(&s, &run);
    observe_first_chunk(&s, &seen);
    golden_train(&run, &r);
    assert_true(r.history.inspected && r.history.n == 2);
    for (int q = 0; q < STATS_PARTS; q++) {
        const struct part_stats_summary right = part_stats_summary(&seen.of[q]);

        assert_true(seen.of[q].n > 1000);
        for (int i = 0; i < 2; i++) {
            assert_memory_equal(&r.history.row[i].inspected[q], &right,
                                sizeof(right));
            assert_memory_equal(r.history.histogram[q][i].bin, seen.of[q].bin,
                                sizeof(seen.of[q].bin));
        }
    }
    result_release(&r);
    golden_release(&s);
}

/* Two layers: an encoder's self-attention, a decoder's, and cross-attention. */
static void every_attention_of_a_model_is_seen(void **state)
{
    static const struct golden_run run = {TRANSLATION, DECODER,
                                          TRAIN("inspect: summary"), NULL, 1};
    struct part_stats seen = PART_STATS_INIT;
    struct golden_setup s;
    double pairs = 0;

    (void)state;
    golden_init(&s, &run);
    observe_first_chunk(&s, &seen);
    for (int i = 0; i < ANSWERED; i++) {
        const struct examples *x = &s.task.split[SPLIT_VALID];
        const double m = example_len(x, 0, i), n = example_len(x, 1, i);

        pairs += m * m + n * (n + 1) / 2 + m * n;
    }
    assert_true(seen.of[STATS_M].n == 2 * 3 * pairs);
    golden_release(&s);
}

static void expect_same_but_observed(const struct result *plain,
                                     const struct result *looked)
{
    assert_true(digest_equal(plain->params, looked->params));
    assert_int_equal(plain->history.n, looked->history.n);
    assert_false(plain->history.inspected);
    for (int i = 0; i < plain->history.n; i++) {
        const struct history_row *x = &plain->history.row[i],
                                 *y = &looked->history.row[i];

        assert_memory_equal(x, y, offsetof(struct history_row, inspected));
        assert_true(isfinite(y->inspected[STATS_GATE].mean));
    }
}

static void
observing_changes_no_training_and_threads_no_observation(void **state)
{
    static const enum golden_task tasks[] = {PAIR_CLASS, TRANSLATION};
    static const char *const models[] = {DECATT, DECODER};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct result plain, one, three;

        golden_train(&(struct golden_run){tasks[i], models[i],
                                          TRAIN("inspect: nothing"), NULL, 1},
                     &plain);
        golden_train(&(struct golden_run){tasks[i], models[i],
                                          TRAIN("inspect: histograms"), NULL,
                                          1},
                     &one);
        golden_train(&(struct golden_run){tasks[i], models[i],
                                          TRAIN("inspect: histograms"), NULL,
                                          3},
                     &three);
        expect_same_but_observed(&plain, &one);
        assert_true(digest_equal(result_digest(&one), result_digest(&three)));
        assert_false(digest_equal(result_digest(&one), result_digest(&plain)));
        result_release(&plain);
        result_release(&one);
        result_release(&three);
    }
}

static void who_goes_on_has_seen_what_went_before(void **state)
{
    static const struct golden_run run = {
        PAIR_CLASS, DECATT, TRAIN("inspect: histograms"), NULL, 1};
    struct result whole, pieces;

    (void)state;
    golden_train(&run, &whole);
    golden_train_by_steps(&run, &pieces);
    assert_int_equal(pieces.history.n, 2);
    assert_true(digest_equal(result_digest(&whole), result_digest(&pieces)));
    result_release(&whole);
    result_release(&pieces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_history_has_what_is_seen),
        cmocka_unit_test(every_attention_of_a_model_is_seen),
        cmocka_unit_test(
            observing_changes_no_training_and_threads_no_observation),
        cmocka_unit_test(who_goes_on_has_seen_what_went_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
