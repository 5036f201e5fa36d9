/*
 * The kept estimate of one run is used only for runs like it, and a loader's
 * key has all that its data depend on.
 */
#include "tests/test.h"

#include "engine/train/run_estimate.h"
#include "tests/unit/engine/train/training_fixture.h"

/* --- the key of a loader -------------------------------------------------- */

/* Comparing keys leaves no byte out. */
static void keys_that_differ_in_any_byte_are_others(void **state)
{
    const struct examples x = {.n = 3};
    struct loader_key a, b;

    (void)state;
    a = b = loader_key(&x, 7, (struct batching){.batch = 2});
    assert_true(loader_key_equal(&a, &b));
    for (size_t i = 0; i < sizeof(b); i++) {
        ((char *)&b)[i] ^= 1;
        assert_false(loader_key_equal(&a, &b));
        ((char *)&b)[i] ^= 1;
    }
}

/* The next set may have the address and the size of the last one. */
static void a_set_that_is_made_anew_has_a_key_of_its_own(void **state)
{
    const struct batching how = {.batch = 2};
    struct examples x;

    (void)state;
    fill(&x, SHAPE_SOURCE_TARGET, 9, LONGEST);
    const struct loader_key before = loader_key(&x, 7, how);

    examples_release(&x);
    fill(&x, SHAPE_SOURCE_TARGET, 9, LONGEST);
    const struct loader_key now = loader_key(&x, 7, how);

    assert_false(loader_key_equal(&now, &before));
    examples_release(&x);
}

/* Each setting that batches depend on makes another key, and a rate does not:
 * runs with different rates share a loader. */
static void a_key_has_all_that_batches_hang_on(void **state)
{
    struct train_config c[] = {config(), config(), config(),
                               config(), config(), config()};
    enum { CONFIGS = sizeof(c) / sizeof(*c) };
    struct loader_key key[CONFIGS];
    struct examples x = {.n = 3};

    (void)state;
    c[1].batch++;
    c[2].batch_tokens = 90;
    c[3].batch_by_length = true;
    c[4].seed++;
    c[5].learning_rate = 0.5;
    for (int i = 0; i < CONFIGS; i++) {
        key[i] = train_loader_key(&c[i], &x);
        assert_int_equal(loader_key_equal(&key[0], &key[i]), i == 0 || i == 5);
        fields_release(train_fields, &c[i]);
    }
}

/* --- what is kept --------------------------------------------------------- */

/* Memory and steps of a run are the same with the estimate of the run before
 * and with none. */
static void check_forecast(const struct training_fixture *s,
                           const struct train_config *c,
                           struct run_estimate *kept)
{
    struct group g = group_alone();
    struct str text = {0};
    size_t len;

    chosen_text(&s->kind, "model", TEXT_WHOLE, &text);
    fields_text(train_fields, c, "train", TEXT_WHOLE, &text);
    struct training t = {.task = &s->task,
                         .model = s->model,
                         .conf = c,
                         .config = str_text(&text),
                         .group = &g,
                         .threads = 1};
    const double bytes = train_memory(&t, &len);
    const long steps = train_steps_expected(&t);

    t.estimate = kept;
    for (int i = 0; i < 2; i++) {
        assert_true(train_memory(&t, &len) == bytes);
        assert_int_equal(train_steps_expected(&t), steps);
    }
    str_release(&text);
    group_release(&g);
}

/* Successive runs differ in one thing: batch, order, lengths, data, model. */
static void what_is_kept_of_a_run_is_said_of_its_like_alone(void **state)
{
    struct train_config c = config();
    struct run_estimate kept = {0};
    struct training_fixture s, other;

    (void)state;
    training_fixture_init(&s, SHAPE_SOURCE_TARGET, "softmax");
    training_fixture_init(&other, SHAPE_SOURCE_TARGET, "coda");
    fill(&s.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 99, LONGEST);
    fill(&other.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 70, LONGEST);
    check_forecast(&s, &c, &kept);
    c.learning_rate = 0.5;
    check_forecast(&s, &c, &kept);
    c.batch = 7;
    check_forecast(&s, &c, &kept);
    c.seed = 5;
    check_forecast(&s, &c, &kept);
    c.batch = 0;
    c.batch_tokens = 50;
    check_forecast(&s, &c, &kept);
    c.seed = 6;
    check_forecast(&s, &c, &kept);
    c.batch_tokens = 90;
    check_forecast(&s, &c, &kept);
    c.batch_by_length = true;
    check_forecast(&s, &c, &kept);
    check_forecast(&other, &c, &kept);
    other.task.split[SPLIT_TRAIN].n -= 30;
    check_forecast(&other, &c, &kept);
    other.task.split[SPLIT_TRAIN].n += 30;
    run_estimate_release(&kept);
    fields_release(train_fields, &c);
    training_fixture_release(&s);
    training_fixture_release(&other);
}

/* Settings that a loader does not depend on, but its bytes do; and another set
 * of as many examples at the address of the set before. */
static void
what_is_kept_of_a_deal_is_said_of_its_model_and_its_set_alone(void **state)
{
    struct train_config c = config();
    struct run_estimate kept = {0};
    struct training_fixture s, other;

    (void)state;
    training_fixture_init(&s, SHAPE_SOURCE_TARGET, "softmax");
    training_fixture_init(&other, SHAPE_SOURCE_TARGET, "coda");
    fill(&other.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 99, LONGEST);
    fill(&s.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 99, LONGEST / 2);
    fill(&s.task.split[SPLIT_VALID], SHAPE_SOURCE_TARGET, 99, LONGEST);
    c.grains = 1;
    check_forecast(&other, &c, &kept);
    c.grains = 4;
    check_forecast(&other, &c, &kept);
    check_forecast(&s, &c, &kept);
    c.inspect = INSPECT_SUMMARY;
    check_forecast(&s, &c, &kept);
    struct training_fixture same = {.task = s.task, .kind = other.kind};

    same.model = other.model;
    s.task = (struct task){0}; /* its set has another address, with equal
                                  content */
    check_forecast(&same, &c, &kept);
    c.batch = 0;
    c.batch_tokens = 90;
    c.inspect = INSPECT_NOTHING;
    check_forecast(&same, &c, &kept);
    for (int i = 0; i < SPLITS; i++)
        examples_release(&same.task.split[i]);
    fill(&same.task.split[SPLIT_TRAIN], SHAPE_SOURCE_TARGET, 99, LONGEST);
    check_forecast(&same, &c, &kept);
    examples_release(&same.task.split[SPLIT_TRAIN]);
    run_estimate_release(&kept);
    fields_release(train_fields, &c);
    training_fixture_release(&s);
    training_fixture_release(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_differ_in_any_byte_are_others),
        cmocka_unit_test(a_set_that_is_made_anew_has_a_key_of_its_own),
        cmocka_unit_test(a_key_has_all_that_batches_hang_on),
        cmocka_unit_test(what_is_kept_of_a_run_is_said_of_its_like_alone),
        cmocka_unit_test(
            what_is_kept_of_a_deal_is_said_of_its_model_and_its_set_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
