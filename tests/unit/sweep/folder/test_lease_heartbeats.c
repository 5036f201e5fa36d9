/* Failed beats of a lease: they are tried again, and the lease is given up,
 * with the reason, when another process may have had it. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/folder/lease_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "sweep/folder/holder_watch.h"

/* The errno with which a failing disk answers a beat; 0: it works. */
static atomic_int wrong, refused;

static int refuse(int why)
{
    errno = why;
    refused++;
    return -1;
}

/* Counts what the test's own thread does to the lease, not the heartbeat. */
static pthread_t own_thread;
static int own_times, own_reads_that_fail;

static bool is_own_thread(void)
{
    return pthread_equal(pthread_self(), own_thread);
}

int futimens(int fd, const struct timespec times[2])
{
    own_times += is_own_thread();
    return wrong ? refuse(wrong)
                 : (int)syscall(SYS_utimensat, fd, NULL, times, 0);
}

ssize_t read(int fd, void *bytes, size_t n)
{
    if (is_own_thread() && own_reads_that_fail > 0) {
        own_reads_that_fail--;
        return refuse(EIO);
    }
    return syscall(SYS_read, fd, bytes, n);
}

/* No byte is accepted, though the time may be set. */
static atomic_bool full;

/* A slow disk: how many writes it still accepts at once, negative for all, and
 * how many had to wait. */
static atomic_int taken_at_once = -1, waited;

static void wait_for_the_disk(void)
{
    waited += taken_at_once == 0;
    while (taken_at_once == 0)
        clock_sleep(0.01);
    if (taken_at_once > 0)
        taken_at_once--;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    wait_for_the_disk();
    if (wrong || full)
        return refuse(full ? ENOSPC : wrong);
    return lseek(fd, at, SEEK_SET) < 0 ? -1 : write(fd, bytes, n);
}

/* Wait until a counter is above a number. */
static void wait_until_more(const atomic_int *count, int than)
{
    for (int i = 0; i < 600 && *count <= than; i++)
        clock_sleep(0.05);
    assert_true(*count > than);
}

/* The file that gets this process's messages meanwhile. */
static char *said;
static int standard_error;

static void listen_to_warnings(void)
{
    said = memory_format("%s.said", dir);
    const int fd = open(said, O_RDWR | O_CREAT | O_TRUNC, 0600);

    assert_true(fd >= 0);
    standard_error = dup(STDERR_FILENO);
    dup2(fd, STDERR_FILENO);
    close(fd);
}

static void read_said(struct str *text)
{
    fflush(stderr);
    assert_int_equal(file_read(said, text, &e), 0);
}

/* Wait until a message was written so often. */
static void wait_until_said(const char *what, int times)
{
    for (int i = 0; i < 600; i++) {
        struct str text = {0};
        int n = 0;

        read_said(&text);
        for (const char *p = str_text(&text); (p = strstr(p, what)); p++)
            n++;
        str_release(&text);
        if (n >= times)
            return;
        clock_sleep(0.05);
    }
    fail_msg("'%s' was not said %d times", what, times);
}

static void end_listening(void)
{
    fflush(stderr);
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    unlink(said);
    free(said);
}

static void wait_until_renewed(void)
{
    struct holder_watch w = {.dir = dir};

    for (int i = 0; i < 600 && !w.renewed; i++) {
        assert_int_equal(holder_watch_read(&w, &e), HOLDER_NAMED);
        clock_sleep(0.02);
    }
    assert_true(w.renewed);
    holder_watch_release(&w);
}

static void wait_until_lost(void)
{
    for (int i = 0; i < 600 && !lease_seen_lost(lease, &e); i++)
        clock_sleep(0.05);
    assert_int_equal(lease_lost(lease, &e), -1);
}

static void one_that_fails_is_tried_again(void **state)
{
    static const struct {
        int wrong;
        const char *said;
    } faults[] = {{ENOSPC, "No space left on device"},
                  {EIO, "Input/output error"},
                  {EACCES, "Permission denied"},
                  {ESTALE, "Stale file handle"}};

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    listen_to_warnings();
    for (int i = 0; i < 4; i++) {
        wrong = faults[i].wrong;
        wait_until_said(faults[i].said, 1);
        wait_until_said("its lease cannot be renewed", i + 1);
        wrong = 0;
        wait_until_renewed();
        assert_int_equal(lease_lost(lease, &e), 0);
    }
    end_listening();
    lease_release(lease);
    assert_false(file_exists(path));
}

/* A process that takes it over replaces the file: while the file names us, it
 * is ours. */
static void who_cannot_renew_keeps_what_nobody_takes(void **state)
{
    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    listen_to_warnings();
    wrong = EIO;
    for (int i = 0; i < 15; i++) {
        assert_int_equal(lease_lost(lease, &e), 0);
        clock_sleep(0.1);
    }
    assert_true(refused > 0);
    const struct holder other = somebody_elsewhere(SILENCE);

    plant(&other);
    assert_int_equal(lease_lost(lease, &e), -1);
    assert_non_null(strstr(e.text, "on host elsewhere"));
    wrong = 0;
    end_listening();
    lease_release(lease);
    assert_true(file_exists(path));
    unlink(path);
}

/* Its modification time shows that it is renewed. */
static void a_full_disk_does_not_end_the_beats(void **state)
{
    struct holder before_it, now;

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    full = true;
    wait_until_more(&refused, refused); /* the beat that had begun is over */
    assert_int_equal(holder_read(dir, &before_it, NULL, &e), HOLDER_NAMED);
    wait_until_renewed();
    assert_int_equal(holder_read(dir, &now, NULL, &e), HOLDER_NAMED);
    assert_int_equal(now.beat, before_it.beat);
    full = false;
    lease_release(lease);
}

/* Else another start would judge what was left as if its holder were alive. */
static void who_leaves_a_full_disk_makes_its_lease_no_younger(void **state)
{
    (void)state;
    assert_int_equal(take(1000), LEASE_TAKEN);
    full = true;
    own_times = 0;
    lease_leave(lease);
    assert_int_equal(own_times, 0);
    full = false;
    unlink(path);
}

/* Others count from the time when the file was written, not from when the write
 * returned. */
static void a_beat_that_takes_long_renews_from_when_it_began(void **state)
{
    const int before_it = waited;

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    taken_at_once = 0;
    wait_until_more(&waited, before_it);
    clock_sleep(0.9 * SILENCE);
    taken_at_once = 1;
    wait_until_more(&waited, before_it + 1); /* the next one */
    unlink(path);
    const int lost = lease_lost(lease, &e);

    taken_at_once = -1;
    assert_int_equal(lost, -1);
    assert_non_null(strstr(e.text, "its lease is gone"));
    lease_release(lease);
}

/* It may be another's by then, or still ours: the next check finds out. */
static void an_old_one_is_not_lost_by_one_failed_read(void **state)
{
    (void)state;
    assert_int_equal(take(4 * SILENCE), LEASE_TAKEN);
    listen_to_warnings();
    wrong = EIO;
    clock_sleep(0.9 * 4 * SILENCE);
    own_reads_that_fail = 2;
    assert_int_equal(lease_lost(lease, &e), 0);
    assert_int_equal(own_reads_that_fail, 0);
    const struct holder other = somebody_elsewhere(SILENCE);

    plant(&other);
    own_reads_that_fail = 2;
    assert_int_equal(lease_lost(lease, &e), -1);
    assert_non_null(strstr(e.text, "on host elsewhere"));
    own_reads_that_fail = 0;
    wrong = 0;
    end_listening();
    lease_release(lease);
    unlink(path);
}

/* Then it is unknown who has it. */
static void one_that_cannot_be_read_is_given_up_with_the_reason(void **state)
{
    char *link = memory_format("%s.link", dir);

    (void)state;
    assert_int_equal(take(4 * SILENCE), LEASE_TAKEN);
    listen_to_warnings();
    const double began = clock_now();

    assert_int_equal(symlink("/nonexistent", link), 0);
    assert_int_equal(rename(link, path), 0);
    assert_int_equal(lease_lost(lease, &e), 0);
    wait_until_lost();
    assert_true(clock_now() - began > SILENCE);
    assert_non_null(strstr(e.text, "its lease cannot be read"));
    assert_non_null(strstr(e.text, "Too many levels of symbolic links"));
    end_listening();
    lease_release(lease);
    unlink(path);
    free(link);
}

int main(void)
{
    log_setup(1, "here", false);
    own_thread = pthread_self();

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_fails_is_tried_again),
        cmocka_unit_test(who_cannot_renew_keeps_what_nobody_takes),
        cmocka_unit_test(a_full_disk_does_not_end_the_beats),
        cmocka_unit_test(who_leaves_a_full_disk_makes_its_lease_no_younger),
        cmocka_unit_test(a_beat_that_takes_long_renews_from_when_it_began),
        cmocka_unit_test(an_old_one_is_not_lost_by_one_failed_read),
        cmocka_unit_test(one_that_cannot_be_read_is_given_up_with_the_reason),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
