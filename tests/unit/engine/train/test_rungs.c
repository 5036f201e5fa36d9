/* Rungs: a run that pauses at them and goes on equals one that does not, and a
 * run that ends at one equals that run cut short. */
#include "config.h"

#include "tests/unit/toy_tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "engine/comm/comm.h"

static enum train_end train(const struct train_config *c, const char *state,
                            double until, bool ends_there, struct result *r)
{
    struct group g = group_alone();
    struct training t = toy_training(&toy, c, &g, 1);
    struct error e = {""};

    t.state = state;
    t.until = until;
    t.ends_there = ends_there;
    *r = (struct result){0};
    const enum train_end end = train_run(&t, r, &e);

    if (end == TRAIN_BROKEN || end == TRAIN_FAILED)
        fail_msg("%s", e.text);
    if (end == TRAIN_FINISHED && state)
        train_tidy(t.state, t.keep);
    group_release(&g);
    return end;
}

static struct train_config steps_of(long steps)
{
    struct train_config c = toy_config();

    c.epochs = 0;
    c.steps = steps;
    c.evaluate_every = 3;
    c.patience = 0;
    return c;
}

static void pausing_changes_nothing(void **state)
{
    static const double rungs[] = {0.1, 0.1, 1.0 / 3, 0.9};
    const struct train_config c = steps_of(20);
    struct result whole, r;
    char folder[] = "/tmp/codarun-rungs-XXXXXX";
    long before = 0;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);

    assert_int_equal(train(&c, NULL, 0, false, &whole), TRAIN_FINISHED);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(train(&c, path, rungs[i], false, &r), TRAIN_PAUSED);
        /* the first evaluation at or after it; evaluations are every 3 steps */
        assert_int_equal(r.steps, (long)ceil(rungs[i] * 20 / 3) * 3);
        assert_true(r.steps >= before);
        assert_false(isnan(r.valid[0]));
        before = r.steps;
        result_release(&r);
    }
    assert_int_equal(train(&c, path, 0, false, &r), TRAIN_FINISHED);
    assert_true(toy_same(&whole, &r));
    result_release(&whole);
    result_release(&r);
    assert_int_equal(rmdir(folder), 0);
    free(path);
}

/* Whether it paused there before or not, and if its state was lost. */
static void ending_there_is_the_same_with_and_without_a_state(void **state)
{
    const struct train_config c = steps_of(20);
    struct result at_once, r;
    char folder[] = "/tmp/codarun-rungs-XXXXXX";

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);

    assert_int_equal(train(&c, NULL, 0.5, true, &at_once), TRAIN_FINISHED);
    assert_int_equal(at_once.steps, 12);
    assert_int_equal(train(&c, path, 0.5, false, &r), TRAIN_PAUSED);
    const double best = r.valid[0];

    result_release(&r);
    assert_int_equal(train(&c, path, 0.5, true, &r), TRAIN_FINISHED);
    assert_true(toy_same(&at_once, &r));
    assert_true(r.valid[0] == best);
    result_release(&r);
    result_release(&at_once);
    assert_int_equal(rmdir(folder), 0);
    free(path);
}

static void a_run_may_be_over_before_its_rung(void **state)
{
    struct train_config c = steps_of(20);
    struct result r;

    (void)state;
    assert_int_equal(train(&c, NULL, 1, false, &r), TRAIN_FINISHED);
    result_release(&r);
    c.epochs = 2; /* whichever is further along */
    c.steps = 100000;
    c.evaluate_every = 0;
    assert_int_equal(train(&c, NULL, 0.5, false, &r), TRAIN_PAUSED);
    assert_true(r.epochs == 1);
    result_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pausing_changes_nothing),
        cmocka_unit_test(ending_there_is_the_same_with_and_without_a_state),
        cmocka_unit_test(a_run_may_be_over_before_its_rung),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
