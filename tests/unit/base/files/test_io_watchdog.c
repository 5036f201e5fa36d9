/* Calls that wait for a disk: one thread watches them, from the first call
 * on. */
#include "config.h"

#include "tests/test.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/files/io_watchdog.h"

/* The number of this process's threads; -1 if the system does not tell. */
static int threads(void)
{
    DIR *d = opendir("/proc/self/task");
    int n = 0;

    for (struct dirent *at; d && (at = readdir(d));)
        n += at->d_name[0] != '.';
    return d && !closedir(d) ? n : -1;
}

static void watch(const char *seconds)
{
    struct error e = {""};

    assert_int_equal(setenv("CODARUN_STORAGE_SECONDS", seconds, 1), 0);
    assert_int_equal(io_watchdog_start(&e), 0);
}

static void what_is_no_number_is_told_at_the_start(void **state)
{
    struct error e = {""};

    (void)state;
    assert_int_equal(setenv("CODARUN_STORAGE_SECONDS", "soon", 1), 0);
    assert_int_equal(io_watchdog_start(&e), -1);
    assert_non_null(strstr(e.text, "found 'soon', expected 0 to 86400"));
}

static void nobody_watches_where_the_wait_is_0(void **state)
{
    const int before = threads();

    (void)state;
    watch("0");
    assert_int_equal(io_watchdog_begin("read", "a"), -1);
    io_watchdog_end(-1);
    assert_int_equal(threads(), before);
}

static void *call_one(void *unused)
{
    io_watchdog_end(io_watchdog_begin("read", "a"));
    return unused;
}

/* Threads that begin together share one watcher, which did not exist before. */
static void the_first_call_begins_one_watcher(void **state)
{
    enum { CALLERS = 8 };
    pthread_t caller[CALLERS];
    const int before = threads();

    (void)state;
    watch("0.05");
    assert_int_equal(threads(), before);
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&caller[i], NULL, call_one, NULL), 0);
    for (int i = 0; i < CALLERS; i++)
        pthread_join(caller[i], NULL);
    for (int i = 0; i < 1000 && threads() > before + 1; i++)
        clock_sleep(0.01); /* a joined thread may still be listed */
    assert_int_equal(threads(), before < 0 ? before : before + 1);
}

static void one_that_waits_too_long_is_told(void **state)
{
    char text[100] = "";

    (void)state;
    watch("0.05");
    const int call = io_watchdog_begin("sync", "some/file");

    assert_true(call >= 0);
    for (int i = 0; i < 1000 && !io_watchdog_stalled(text, sizeof(text)); i++)
        clock_sleep(0.01);
    assert_non_null(strstr(text, "sync 'some/file' for "));
    io_watchdog_end(call);
    assert_false(io_watchdog_stalled(text, sizeof(text)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_number_is_told_at_the_start),
        cmocka_unit_test(nobody_watches_where_the_wait_is_0),
        cmocka_unit_test(the_first_call_begins_one_watcher),
        cmocka_unit_test(one_that_waits_too_long_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
