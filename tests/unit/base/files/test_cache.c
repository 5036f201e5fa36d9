/* The cache's folder, its turns, and what is removed when it is full. */
#include "config.h"

#include "tests/test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/system/process.h"
#include "tests/unit/text_files.h"

static const struct digest key = {0x12, 0x34}, other = {0x12, 0x56};

static int use_folder(void **state)
{
    return make_folder(state) || setenv("CODARUN_CACHE", folder, 1);
}

static struct cache opened(struct digest of)
{
    struct cache c;
    struct error e;

    if (cache_open(&c, of, &e))
        fail_msg("%s", e.text);
    return c;
}

static void put(const struct cache *c, size_t bytes)
{
    char *zeros = memory_zeroed(bytes, 1);
    struct error e;

    assert_int_equal(file_replace(c->path, zeros, bytes, &e), 0);
    free(zeros);
}

/* --- the folder ----------------------------------------------------------- */

static void the_folder_is_the_users_own(void **state)
{
    struct cache c = opened(key);
    struct stat st;

    (void)state;
    assert_int_equal(stat(c.folder, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_int_equal(st.st_uid, geteuid());
    assert_int_equal(strncmp(c.folder, folder, strlen(folder)), 0);
    cache_close(&c);
}

static void a_folder_others_may_write_to_is_refused(void **state)
{
    char *path = cache_folder(), *moved = memory_format("%s.moved", path);
    struct cache c;
    struct error e;

    (void)state;
    c = opened(key);
    cache_close(&c);
    chmod(path, 0770);
    assert_int_equal(cache_open(&c, key, &e), -1);
    assert_non_null(strstr(e.text, "no one else may write to"));
    chmod(path, 0700);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(symlink(moved, path), 0);
    assert_int_equal(cache_open(&c, key, &e), -1);
    assert_non_null(strstr(e.text, "no one else may write to"));
    unlink(path);
    assert_int_equal(rename(moved, path), 0);
    if (geteuid() == 0) { /* only root can give it to another user */
        assert_int_equal(chown(path, 65534, 65534), 0);
        assert_int_equal(cache_open(&c, key, &e), -1);
        assert_int_equal(chown(path, 0, 0), 0);
    }
    free(moved);
    free(path);
}

static void an_empty_name_is_no_cache(void **state)
{
    struct cache c;
    struct error e = {0};

    (void)state;
    setenv("CODARUN_CACHE", "", 1);
    assert_null(cache_folder());
    assert_int_equal(cache_open(&c, key, &e), -1);
    assert_string_equal(e.text, "");
    setenv("CODARUN_CACHE", folder, 1);
}

/* --- turns ---------------------------------------------------------------- */

static void one_makes_and_another_opens(void **state)
{
    struct cache a = opened(key), b = opened(key);

    (void)state;
    assert_int_equal(cache_wait(&a), TURN_TO_MAKE);
    put(&a, 1);
    assert_int_equal(cache_wait(&b), TURN_TO_OPEN); /* while a still has the
                                                       turn */
    cache_close(&a);
    assert_int_equal(cache_wait(&b), TURN_TO_MAKE); /* a's image was not
                                                       usable */
    unlink(b.path);
    cache_close(&b);
}

static void keys_have_turns_of_their_own(void **state)
{
    struct cache a = opened(key), b = opened(other);

    (void)state;
    assert_int_equal(cache_wait(&a), TURN_TO_MAKE);
    assert_int_equal(cache_wait(&b), TURN_TO_MAKE);
    cache_close(&a);
    cache_close(&b);
}

static bool always(void)
{
    return true;
}

static void who_is_told_to_stop_waits_no_more(void **state)
{
    struct cache a = opened(key), b = opened(key);

    (void)state;
    assert_int_equal(cache_wait(&a), TURN_TO_MAKE);
    interrupt_by(always);
    assert_int_equal(cache_wait(&b), TURN_NONE);
    interrupt_by(NULL);
    assert_true(clock_now() < b.until - 300); /* it may wait ten minutes */
    cache_close(&a);
    cache_close(&b);
}

static void who_waits_does_without_what_was_given_up(void **state)
{
    struct cache a = opened(key), b = opened(key), later;

    (void)state;
    assert_int_equal(cache_wait(&a), TURN_TO_MAKE);
    clock_nanosleep(CLOCK_REALTIME, 0, &(struct timespec){0, 20000000}, NULL);
    cache_give_up(&a); /* a clock tick after the lock file was made */
    cache_close(&a);
    assert_int_equal(cache_wait(&b), TURN_NONE);
    later = opened(key);
    assert_int_equal(cache_wait(&later), TURN_TO_MAKE);
    cache_close(&b);
    cache_close(&later);
}

/* A process that has the turn and has written half an image; then it sends a
 * byte. */
static pid_t half_way(int to)
{
    const pid_t pid = fork();

    if (pid)
        return pid;
    alarm(60); /* ends it even if the test hangs after a failure */
    struct cache c = opened(key);
    char host[256];

    process_host(host);
    if (cache_wait(&c) != TURN_TO_MAKE)
        _exit(1);
    char *half = memory_format("%s.tmp.%s.%ld", c.path, host, (long)getpid());
    const int fd = open(half, O_WRONLY | O_CREAT, 0600);

    if (write(fd, "half", 4) != 4 || write(to, "", 1) != 1)
        _exit(1);
    for (;;)
        pause();
}

/* A process that waits, and sends the turn it gets. */
static pid_t waiting(int to)
{
    const pid_t pid = fork();

    if (pid)
        return pid;
    alarm(60);
    struct cache c = opened(key);
    const char turn = (char)cache_wait(&c);

    _exit(write(to, &turn, 1) != 1);
}

static char byte_from(int fd)
{
    char c = -1;

    assert_int_equal(read(fd, &c, 1), 1);
    return c;
}

static void the_next_takes_over_from_one_that_is_killed(void **state)
{
    int maker[2], waiter[2], status;
    struct pollfd said;
    pid_t killed, next;

    (void)state;
    assert_int_equal(pipe(maker) || pipe(waiter), 0);
    killed = half_way(maker[1]);
    byte_from(maker[0]);
    next = waiting(waiter[1]);
    said = (struct pollfd){waiter[0], POLLIN, 0};
    assert_int_equal(poll(&said, 1, 300), 0); /* it waits for its turn */
    kill(killed, SIGKILL);
    waitpid(killed, &status, 0);
    assert_int_equal(byte_from(waiter[0]), TURN_TO_MAKE);
    waitpid(next, &status, 0);
    struct cache c = opened(key);

    assert_false(file_exists(c.path));
    cache_close(&c);
}

/* --- room ----------------------------------------------------------------- */

static void used_at(const struct cache *c, time_t seconds)
{
    const struct timespec when[] = {{seconds, 0}, {seconds, 0}};

    assert_int_equal(utimensat(AT_FDCWD, c->path, when, 0), 0);
}

static bool size_is(const struct cache *c, long images, double bytes)
{
    struct cache_size size;
    struct error e;

    return !cache_size(c->folder, &size, &e) && size.images == images &&
           size.bytes == bytes;
}

static void those_used_longest_ago_go_first(void **state)
{
    struct cache c[3];
    char *foreign;

    (void)state;
    for (int i = 0; i < 3; i++) {
        c[i] = opened((struct digest){7, (uint64_t)i});
        put(&c[i], 1000);
        used_at(&c[i], 1000 + i);
    }
    struct cache fresh = opened((struct digest){7, 9});

    foreign = memory_format("%s/notes.image", c[0].folder);
    struct error e;

    assert_int_equal(file_replace(foreign, "mine", 4, &e), 0);
    cache_used(&c[0]);
    assert_true(size_is(&c[0], 3, 3000));
    assert_int_equal(cache_make_room(&fresh, 1000, 3500, &e), 0);
    assert_true(file_exists(c[0].path));
    assert_false(file_exists(c[1].path));
    assert_true(file_exists(c[2].path));
    assert_int_equal(cache_make_room(&fresh, 4000, 3500, &e), -1);
    assert_true(size_is(&c[0], 2, 2000)); /* nothing was removed */
    assert_int_equal(cache_make_room(&c[0], 2500, 3500, &e), 0);
    assert_true(size_is(&c[0], 2, 2000)); /* its own image is replaced */
    assert_int_equal(cache_make_room(&c[0], 3500, 3500, &e), 0);
    assert_true(size_is(&c[0], 1, 1000));
    assert_true(file_exists(c[0].path));
    assert_true(file_exists(foreign));
    assert_int_equal(cache_make_room(&c[0], 1e18, 1e18, &e), -1);
    assert_non_null(strstr(e.text, "no room")); /* no disk is that large */
    free(foreign);
    for (int i = 0; i < 3; i++)
        cache_close(&c[i]);
    cache_close(&fresh);
}

static void what_a_killed_process_left_goes(void **state)
{
    struct cache c = opened(key);
    char host[256];
    int status;
    const pid_t gone = fork();

    (void)state;
    if (!gone)
        _exit(0);
    waitpid(gone, &status, 0);
    process_host(host);
    char *left = memory_format("%s.tmp.%s.%ld", c.path, host, (long)gone);
    struct error e;

    assert_int_equal(file_replace(left, "half", 4, &e), 0);
    assert_int_equal(cache_make_room(&c, 1, 10, &e), 0);
    assert_false(file_exists(left));
    free(left);
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_folder_is_the_users_own),
        cmocka_unit_test(a_folder_others_may_write_to_is_refused),
        cmocka_unit_test(an_empty_name_is_no_cache),
        cmocka_unit_test(one_makes_and_another_opens),
        cmocka_unit_test(keys_have_turns_of_their_own),
        cmocka_unit_test(who_is_told_to_stop_waits_no_more),
        cmocka_unit_test(who_waits_does_without_what_was_given_up),
        cmocka_unit_test(the_next_takes_over_from_one_that_is_killed),
        cmocka_unit_test(those_used_longest_ago_go_first),
        cmocka_unit_test(what_a_killed_process_left_goes),
    };

    return cmocka_run_group_tests(tests, use_folder, remove_folder);
}
