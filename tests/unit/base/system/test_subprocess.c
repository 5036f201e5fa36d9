/* A function in a process of its own: its text comes back, and its failures do
 * no harm. */
#include "config.h"

#include "tests/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/subprocess.h"

enum { MUCH = 300000 }; /* more than a pipe holds */

static int changed;

static int says_much(void *context, struct str *out)
{
    changed = 1;
    for (int i = 0; i < MUCH; i++)
        str_addf(out, "%d", i % *(int *)context);
    return 3;
}

static void what_it_says_comes_back(void **state)
{
    struct str out = {0};
    struct error e = {""};
    int ten = 10;

    (void)state;
    str_adds(&out, "before ");
    assert_int_equal(subprocess_run(says_much, &ten, 60, &out, &e), 3);
    assert_int_equal(out.len, strlen("before ") + MUCH);
    assert_memory_equal(out.s, "before 0123456789012", 20);
    assert_int_equal(changed, 0);
    str_release(&out);
}

static int sleeps(void *context, struct str *out)
{
    (void)context;
    str_adds(out, "half");
    sleep(1000);
    return 0;
}

static int dies(void *context, struct str *out)
{
    (void)context;
    str_adds(out, "half");
    raise(SIGKILL);
    return 0;
}

static void refuses(int (*work)(void *, struct str *), double seconds,
                    const char *reason)
{
    struct str out = {0};
    struct error e = {""};

    assert_int_equal(subprocess_run(work, NULL, seconds, &out, &e), -1);
    assert_string_equal(e.text, reason);
    assert_int_equal(out.len, 0);
    str_release(&out);
}

static void one_that_takes_too_long_is_ended(void **state)
{
    (void)state;
    refuses(sleeps, 0.1, "it took longer than 0.1 s");
}

static void one_that_dies_leaves_nothing(void **state)
{
    (void)state;
    refuses(dies, 60, "it died");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_says_comes_back),
        cmocka_unit_test(one_that_takes_too_long_is_ended),
        cmocka_unit_test(one_that_dies_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
