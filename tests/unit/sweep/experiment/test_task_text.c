/* Whether rows have the same task, by their texts. */
#include "tests/test.h"

#include "base/core/memory.h"
#include "sweep/experiment/task_text.h"

#include <stdlib.h>

#define TASK "task.kind: rank\ntask.test: a\n"

/* They can differ in other fields, as variants do. */
static void trials_of_one_task_have_its_fields_in_common(void **state)
{
    static const char whole[] = "variant: b\n" TASK "model.hidden: 3\n";
    static const struct {
        const char *config;
        bool same;
    } with[] = {
        {"variant: task.b\n" TASK "model.task.kind: bow\n", true},
        {TASK, true},
        {"task.kind: rank\ntask.test: b\nmodel.hidden: 3\n", false},
        {"task.kind: rank\ntask.test: ab\n", false},
        {"task.kind: rank\n", false},
        {TASK "task.words: 3\n", false},
        {TASK "task.vectors: v\n", true}, /* which is apart in rank */
        {TASK "task.share: 0.5\n", true}, /* as in all tasks */
        {"task.kind: mlu\ntask.test: a\n", false},
        {"model.hidden: 3\n", false},
    };
    const struct digest one = task_digest(&(struct row_text){.shared = whole});

    (void)state;
    for (size_t i = 0; i < sizeof(with) / sizeof(with[0]); i++) {
        const char *other = with[i].config;
        const struct row_text row = {.own = memory_string(other)};
        struct differing at;

        assert_int_equal(digest_equal(task_digest(&row), one), with[i].same);
        free(row.own);
        assert_int_equal(tasks_differ(whole, other, &at), !with[i].same);
        assert_int_equal(tasks_differ(other, whole, &at), !with[i].same);
        assert_false(tasks_differ(other, other, &at));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trials_of_one_task_have_its_fields_in_common),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
