/* The memory of training, and which of its states are kept. */
#include "config.h"

#include "tests/unit/toy_tests.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/train/stepper.h"

static void a_budget_is_kept(void **state)
{
    const struct train_config c = toy_config();
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 2);
    struct result r = {0};
    struct error e;
    size_t params;

    (void)state;
    assert_true(train_memory(&t, &params) > 4.0 * (double)params * 4);
    assert_int_equal(params, toy.model.params.len);
    t.memory = 1000;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_FAILED);
    assert_non_null(strstr(e.text, "budget"));
    result_release(&r);
    t.memory = 1e9;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_FINISHED);
    result_release(&r);
}

static double allocated(void)
{
    const struct mallinfo2 m = mallinfo2();

    return (double)m.uordblks + (double)m.hblkhd;
}

/* As the C library counts, which a sanitizer replaces, for one thread; a
 * stepper keeps no best vector. */
static void memory_is_as_estimated(void **state)
{
    const struct train_config c = toy_config();
    struct group g = group_alone();
    const struct training t = toy_training(&toy, &c, &g, 1);
    const double before = allocated();
    size_t len;

    (void)state;
    struct stepper *s =
        stepper_new(&toy.model, &c, &toy.task.split[SPLIT_TRAIN], 1);
    for (int i = 0; i < 20; i++)
        stepper_step(s);
    const double estimate = train_memory(&t, &len);
    const double used = allocated() - before + sizeof(float) * (double)len;
    stepper_free(s);
    assert_true(used < 1.3 * estimate && used > estimate / 2);
}

/* The reason names the budget that was set. */
static void a_budget_is_named_in_its_own_unit(void **state)
{
    const struct train_config c = toy_config();
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result r = {0};
    struct error e;

    (void)state;
    t.memory = 1e-5 * (1 << 30);
    assert_int_equal(train_run(&t, &r, &e), TRAIN_FAILED);
    assert_non_null(strstr(e.text, "the budget is 1e-05 GiB (run.memory_gb)"));
    const struct longest l = train_longest(&toy.task);
    const struct examples *x = &toy.task.split[l.split];

    assert_int_equal(
        example_len(x, 0, l.example) + example_len(x, 1, l.example), l.tokens);
    for (enum split s = 0; s < SPLITS; s++)
        for (int i = 0; i < toy.task.split[s].n; i++)
            assert_in_range(example_len(&toy.task.split[s], 0, i) +
                                example_len(&toy.task.split[s], 1, i),
                            0, l.tokens);
    result_release(&r);
}

static void warm_steps_ask_for_no_memory(void **state)
{
    const struct train_config c = toy_config();

    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct stepper *s =
            stepper_new(&toy.model, &c, &toy.task.split[SPLIT_TRAIN], threads);
        for (int i = 0; i < 40; i++)
            stepper_step(s);
        const unsigned long calls = memory_calls();
        for (int i = 0; i < 40; i++)
            stepper_step(s);
        assert_int_equal(memory_calls(), calls);
        stepper_free(s);
    }
}

static bool there(const char *folder, const char *name)
{
    char *path = memory_format("%s/a.%s.h5", folder, name);
    const bool found = file_exists(path);

    unlink(path);
    free(path);
    return found;
}

static void keep_says_which_states_stay(void **state)
{
    static const bool stays[][3] = {
        [KEEP_NONE] = {false, false, false},
        [KEEP_BEST] = {true, false, false},
        [KEEP_LAST] = {false, true, false},
        [KEEP_ALL] = {true, true, true},
    };
    struct train_config c = toy_config();

    (void)state;
    c.steps = 4;
    for (int keep = KEEP_NONE; keep <= KEEP_ALL; keep++) {
        char folder[] = "/tmp/codarun-train-XXXXXX";
        struct group g = group_alone();
        struct training t = toy_training(&toy, &c, &g, 1);
        struct result r = {0};
        struct error e;
        assert_non_null(mkdtemp(folder));
        char *path = memory_format("%s/a", folder);
        t.state = path;
        t.keep = keep;
        t.checkpoint_seconds = 1e-9;
        assert_int_equal(train_run(&t, &r, &e), TRAIN_FINISHED);
        train_tidy(t.state, t.keep);
        assert_int_equal(there(folder, "best"), stays[keep][0]);
        assert_int_equal(there(folder, "last"), stays[keep][1]);
        assert_int_equal(there(folder, "step-4"), stays[keep][2]);
        assert_int_equal(rmdir(folder), 0);
        result_release(&r);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_is_kept),
        unit_test_if(!SANITIZED, memory_is_as_estimated,
                     "a sanitizer's malloc() keeps other books"),
        cmocka_unit_test(a_budget_is_named_in_its_own_unit),
        cmocka_unit_test(warm_steps_ask_for_no_memory),
        cmocka_unit_test(keep_says_which_states_stay),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
