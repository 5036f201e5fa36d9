/* What a holder left behind is judged by whoever opens the ledger, though
 * others that ended before they did so had the lease meanwhile. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/folder/lease_fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"

/* A child takes the lease, and is killed. */
static void take_and_die(void)
{
    const pid_t child = fork();
    int status;

    if (child == 0)
        _exit(take(SILENCE) != LEASE_TAKEN);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

/* A process takes the lease, and ends regularly. */
static void take_and_leave(void)
{
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    lease_leave(lease);
}

static enum holder_after written(void)
{
    struct holder h;

    assert_int_equal(holder_read(dir, &h, NULL, &e), HOLDER_NAMED);
    return h.after;
}

static void a_silent_one_stays_so_though_others_end_meanwhile(void **state)
{
    static void (*const ends[])(void) = {take_and_die, take_and_leave};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const struct holder h = somebody_elsewhere(SILENCE);

        plant(&h);
        ends[i / 2]();
        assert_int_equal(written(), AFTER_SILENT);
        ends[i % 2]();
        assert_int_equal(written(), AFTER_SILENT);
        assert_int_equal(take(SILENCE), LEASE_TAKEN);
        assert_int_equal(before.found, HOLDER_NAMED);
        assert_true(before.silent);
        lease_release(lease);
    }
}

/* From then on the running trials are its own. */
static void once_it_is_judged_the_next_one_counts(void **state)
{
    const struct holder h = somebody_elsewhere(SILENCE);

    (void)state;
    plant(&h);
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_true(before.silent);
    lease_judged(lease);
    for (int i = 0; i < 600 && written() != AFTER_NOBODY; i++)
        clock_sleep(0.05);
    assert_int_equal(written(), AFTER_NOBODY);
    lease_leave(lease);
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NAMED);
    assert_false(before.silent);
    lease_release(lease);
}

/* Make a child that has the lease and is stopped. */
static pid_t take_and_stop(void)
{
    const pid_t child = fork();
    int status;

    if (child == 0) {
        if (take(SILENCE) == LEASE_TAKEN)
            raise(SIGSTOP);
        _exit(0);
    }
    waitpid(child, &status, WUNTRACED);
    assert_true(WIFSTOPPED(status));
    return child;
}

static void one_that_was_stopped_here_is_not_blamed_for_the_next(void **state)
{
    const pid_t child = take_and_stop();

    (void)state;
    take_and_die();
    assert_int_equal(written(), AFTER_LIVING);
    take_and_die();
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NONE);
    lease_release(lease);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void one_that_died_counts_as_before(void **state)
{
    (void)state;
    take_and_die();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(written(), AFTER_NOBODY);
        take_and_leave();
    }
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NAMED);
    assert_false(before.silent);
    lease_release(lease);
}

/* The line is rewritten in place. */
static void its_line_is_as_long_whatever_it_says(void **state)
{
    struct holder h = somebody_elsewhere(SILENCE);
    size_t len[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct str text = {0};

        h.after = (enum holder_after)i;
        holder_text(&h, &text);
        len[i] = text.len;
        str_release(&text);
    }
    assert_int_equal(len[1], len[0]);
    assert_int_equal(len[2], len[0]);
}

int main(void)
{
    log_setup(1, "here", true);

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_silent_one_stays_so_though_others_end_meanwhile),
        cmocka_unit_test(once_it_is_judged_the_next_one_counts),
        cmocka_unit_test(one_that_was_stopped_here_is_not_blamed_for_the_next),
        cmocka_unit_test(one_that_died_counts_as_before),
        cmocka_unit_test(its_line_is_as_long_whatever_it_says),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
