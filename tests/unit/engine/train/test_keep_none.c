/* With keep: none states are written only to survive kills. */
#include "config.h"

#include "tests/unit/toy_tests.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"

/* A short trial ends before its first checkpoint is due. */
static void where_none_is_kept_no_state_is_written(void **state)
{
    const struct train_config c = toy_config();
    char folder[] = "/tmp/codarun-train-XXXXXX";
    struct group g = group_alone();
    struct training t = toy_training(&toy, &c, &g, 1);
    struct result whole = {0}, r = {0};
    struct error e;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    assert_int_equal(train_run(&t, &whole, &e), TRAIN_FINISHED);
    t.state = path;
    t.keep = KEEP_NONE;
    t.checkpoint_seconds = 3600;
    assert_int_equal(train_run(&t, &r, &e), TRAIN_FINISHED);
    assert_true(toy_same(&whole, &r));
    assert_int_equal(rmdir(folder), 0);
    result_release(&whole);
    result_release(&r);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_none_is_kept_no_state_is_written),
    };

    return cmocka_run_group_tests(tests, begin_toy, end_toy);
}
