/* Which process signals go to. */
#include "config.h"

#include "tests/test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sweep/run/signals.h"

/* Begin a group that ends only by a signal. */
static pid_t begin_group(void)
{
    sigset_t all, before;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t child = fork();

    if (!child) {
        signal(SIGTERM, SIG_DFL);
        signal(SIGUSR1, SIG_DFL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        alarm(10);
        for (;;)
            pause();
    }
    setpgid(child, child);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}

static int ended_by(pid_t child)
{
    int status;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    return WTERMSIG(status);
}

static void one_that_comes_while_a_group_is_made_goes_there(void **state)
{
    (void)state;
    signals_catch();
    signals_hold();
    raise(SIGTERM);
    const pid_t child = begin_group();

    signals_pass_on(child);
    assert_int_equal(ended_by(child), SIGTERM);
    signals_pass_on(0);
    assert_false(signals_seen());
}

static void each_goes_to_the_group_and_then_to_this_process(void **state)
{
    (void)state;
    const pid_t child = begin_group();

    signals_pass_on(child);
    raise(SIGUSR1);
    assert_int_equal(ended_by(child), SIGUSR1);
    assert_false(signals_seen());
    signals_pass_on(0);
    raise(SIGUSR2);
    assert_true(signals_seen());
    assert_string_equal(signals_name(), "SIGUSR2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_comes_while_a_group_is_made_goes_there),
        cmocka_unit_test(each_goes_to_the_group_and_then_to_this_process),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
