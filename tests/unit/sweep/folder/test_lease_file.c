/* The file of a lease: removed, damaged, replaced by another's, and the file
 * that asks to stop. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/folder/lease_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "sweep/folder/holder_watch.h"
#include "sweep/results/events.h"

/* The next opens of the lease by the test's own thread that fail, and the
 * errno. */
static pthread_t own_thread;
static int looks_that_fail, looks_before, wrong;

/* True if opening this file is to fail. */
static bool fails(const char *name)
{
    const char *base = strrchr(name, '/');

    if (!base || strcmp(base, "/owner") != 0 || !looks_that_fail ||
        !pthread_equal(pthread_self(), own_thread))
        return false;
    if (looks_before > 0) {
        looks_before--;
        return false;
    }
    looks_that_fail--;
    errno = wrong;
    return true;
}

int open(const char *name, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails(name) ? -1 : openat(AT_FDCWD, name, flags, mode);
}

static void read_fails(int before_it, int times, int why)
{
    looks_before = before_it;
    looks_that_fail = times;
    wrong = why;
}

static void wait_for_beats(void)
{
    clock_sleep(0.6);
}

/* Wait until the file names this process again. */
static void wait_until_named(void)
{
    struct holder h;

    for (int i = 0; i < 600; i++) {
        if (holder_read(dir, &h, NULL, &e) == HOLDER_NAMED &&
            h.pid == (long)getpid())
            return;
        clock_sleep(0.05);
    }
    fail_msg("the lease was not written anew");
}

static void a_file_that_was_removed_or_spoilt_is_put_back(void **state)
{
    static const char *const garbage[] = {NULL,
                                          "",
                                          "garbage",
                                          "\x01\x02 \xff",
                                          "host notanumber 3\n",
                                          "host 4294967295\n"};

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    for (int i = 0; i < 6; i++) {
        if (garbage[i])
            assert_int_equal(
                file_replace(path, garbage[i], strlen(garbage[i]), &e), 0);
        else
            unlink(path);
        wait_until_named();
        assert_int_equal(lease_lost(lease, &e), 0);
    }
    lease_release(lease);
    assert_false(file_exists(path));
}

static void garbage_that_nobody_mends_is_taken_over(void **state)
{
    (void)state;
    assert_int_equal(file_replace(path, "garbage", 7, &e), 0);
    takes_after(SILENCE - 0.2, SILENCE + 10, SILENCE);
    assert_int_equal(before.found, HOLDER_GARBAGE);
}

/* As after a crash before the content was on the disk: it is not watched for
 * the whole silence, and whether its holder died is as unknown. */
static void a_blank_file_is_watched_for_a_few_beats(void **state)
{
    static const char zeros[200];

    (void)state;
    for (size_t n = 0; n <= sizeof(zeros); n += sizeof(zeros)) {
        assert_int_equal(file_replace(path, zeros, n, &e), 0);
        takes_after(1.5, 9, 10);
        assert_int_equal(before.found, HOLDER_GARBAGE);
        assert_true(before.silent);
    }
}

static void a_file_that_cannot_be_read_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(take(SILENCE), LEASE_ERROR);
    assert_non_null(strstr(e.text, "owner"));
    rmdir(path);
}

/* Over NFS, since its name leads to another file by then. */
static void one_that_was_replaced_is_opened_once_more(void **state)
{
    const struct holder other = somebody_elsewhere(SILENCE);
    struct holder h;

    (void)state;
    plant(&other);
    read_fails(0, 1, ESTALE);
    assert_int_equal(holder_read(dir, &h, NULL, &e), HOLDER_NAMED);
    assert_string_equal(h.host, "elsewhere");
    read_fails(0, 2, ESTALE);
    assert_int_equal(holder_read(dir, &h, NULL, &e), HOLDER_ERROR);
    unlink(path);
}

/* Neither a first check nor a later one. */
static void a_failed_read_tells_a_start_nothing(void **state)
{
    (void)state;
    for (int seen = 0; seen < 2; seen++) {
        const struct holder other = somebody_elsewhere(SILENCE);

        plant(&other);
        read_fails(seen, 1, EIO);
        takes_after(SILENCE - 0.2, SILENCE + 10, SILENCE);
        assert_int_equal(looks_that_fail, 0);
        assert_int_equal(before.found, HOLDER_NAMED);
        assert_true(before.silent);
    }
}

static void nor_is_it_a_sign_of_life(void **state)
{
    const struct holder other = somebody_elsewhere(SILENCE);
    struct holder_watch w = {.dir = dir};

    (void)state;
    plant(&other);
    assert_int_equal(holder_watch_read(&w, &e), HOLDER_NAMED);
    const double unchanged = w.unchanged;

    read_fails(0, 1, EIO);
    assert_int_equal(holder_watch_read(&w, &e), HOLDER_ERROR);
    assert_string_equal(w.holder.host, "elsewhere");
    assert_int_equal(holder_watch_read(&w, &e), HOLDER_NAMED);
    assert_false(w.changed || w.renewed);
    assert_true(w.unchanged <= unchanged);
    holder_watch_release(&w);
    unlink(path);
}

/* Only a few bytes of it are read. */
static void a_long_file_is_garbage_too(void **state)
{
    char *text = memory_new(3000);

    (void)state;
    memset(text, 'x', 3000);
    assert_int_equal(file_replace(path, text, 3000, &e), 0);
    free(text);
    takes_after(SILENCE - 0.2, SILENCE + 10, SILENCE);
    assert_int_equal(before.found, HOLDER_GARBAGE);
}

static void a_link_is_not_followed(void **state)
{
    (void)state;
    assert_int_equal(symlink("/nonexistent", path), 0);
    assert_int_equal(take(SILENCE), LEASE_ERROR);
    assert_non_null(strstr(e.text, "owner"));
    unlink(path);
}

/* Else a file could make others wait for days between two checks. */
static void what_a_file_says_of_its_beats_has_bounds(void **state)
{
    struct holder h = somebody_elsewhere(SILENCE);

    (void)state;
    h.every = 1e9;
    plant(&h);
    assert_int_equal(holder_read(dir, &h, NULL, &e), HOLDER_NAMED);
    assert_true(h.every <= 10);
    unlink(path);
}

static void
a_holder_learns_that_another_took_over_and_writes_no_more(void **state)
{
    char *events = memory_format("%s/events.jsonl", dir);
    struct events *ev = events_open(dir);
    struct str line = {0};

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_int_equal(lease_lost(lease, &e), 0);
    events_guard(ev, lease_guard, lease);
    events_begin("begin", &line);
    events_add(ev, &line);
    events_write(ev);
    const long bytes = file_bytes(events);

    assert_true(bytes > 0);
    assert_int_equal(file_replace(path, "elsewhere 5 0\n", 14, &e), 0);
    assert_int_equal(lease_lost(lease, &e), -1);
    assert_non_null(strstr(e.text, "process 5 on host elsewhere"));
    events_begin("end", &line);
    events_add(ev, &line);
    events_write(ev);
    events_close(ev);
    assert_int_equal(file_bytes(events), bytes);
    lease_release(lease);
    assert_true(file_exists(path));
    unlink(path);
    unlink(events);
    free(events);
    str_release(&line);
}

/* --- requests to stop ----------------------------------------------------- */

static atomic_int asked;

static void note_asked(void)
{
    asked++;
}

static void only_the_holder_that_is_meant_is_asked_to_stop(void **state)
{
    const struct lease_terms terms = {
        .dir = dir, .silence = SILENCE, .stop = note_asked};
    struct holder h, other = somebody_elsewhere(SILENCE);

    (void)state;
    assert_int_equal(lease_take(&lease, &terms, &before, &e), LEASE_TAKEN);
    assert_int_equal(lease_ask_to_stop(dir, &other, &e), 0);
    wait_for_beats();
    assert_int_equal(asked, 0);
    assert_int_equal(holder_read(dir, &h, NULL, &e), HOLDER_NAMED);
    assert_int_equal(lease_ask_to_stop(dir, &h, &e), 0);
    for (int i = 0; i < 600 && !asked; i++)
        clock_sleep(0.05);
    assert_true(asked > 0);
    lease_release(lease); /* also removes the file `stop` */
}

static long long resident_most(void)
{
    struct rusage use;

    getrusage(RUSAGE_SELF, &use);
    return use.ru_maxrss * 1024LL;
}

/* Else anyone who may write to the folder could use up all memory. */
static void of_a_long_file_stop_no_more_is_read_than_counts(void **state)
{
    char *stop = memory_format("%s/stop", dir);
    const struct lease_terms terms = {
        .dir = dir, .silence = SILENCE, .stop = note_asked};
    const long long before_it = resident_most();

    (void)state;
    assert_int_equal(file_replace(stop, "x", 1, &e), 0);
    assert_int_equal(truncate(stop, 1L << 28), 0);
    asked = 0;
    assert_int_equal(lease_take(&lease, &terms, &before, &e), LEASE_TAKEN);
    wait_for_beats();
    assert_int_equal(asked, 0);
    assert_true(resident_most() - before_it < 1L << 27);
    lease_release(lease);
    free(stop);
}

int main(void)
{
    log_setup(1, "here", true);
    own_thread = pthread_self();

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_was_removed_or_spoilt_is_put_back),
        cmocka_unit_test(garbage_that_nobody_mends_is_taken_over),
        cmocka_unit_test(a_blank_file_is_watched_for_a_few_beats),
        cmocka_unit_test(a_file_that_cannot_be_read_is_an_error),
        cmocka_unit_test(one_that_was_replaced_is_opened_once_more),
        cmocka_unit_test(a_failed_read_tells_a_start_nothing),
        cmocka_unit_test(nor_is_it_a_sign_of_life),
        cmocka_unit_test(a_long_file_is_garbage_too),
        cmocka_unit_test(a_link_is_not_followed),
        cmocka_unit_test(what_a_file_says_of_its_beats_has_bounds),
        cmocka_unit_test(
            a_holder_learns_that_another_took_over_and_writes_no_more),
        cmocka_unit_test(only_the_holder_that_is_meant_is_asked_to_stop),
        cmocka_unit_test(of_a_long_file_stop_no_more_is_read_than_counts),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
