/* The lease of a folder: who has it, who may take it over, and when. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/folder/lease_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/files/file.h"
#include "sweep/folder/lease.h"
#include "sweep/ledger/liveness.h"

static void set_age(double seconds)
{
    const double at = clock_day() - seconds;
    const struct timespec t = {(time_t)at, 0}, both[2] = {t, t};

    assert_int_equal(utimensat(AT_FDCWD, path, both, 0), 0);
}

/* What a child answers: 'y' if it has the lease, 'h' if another holds it, 'n'
 * on an error. */
static char answer_of(enum lease_taken taken)
{
    return taken == LEASE_TAKEN ? 'y' : taken == LEASE_HELD ? 'h' : 'n';
}

static void a_folder_has_one_living_holder(void **state)
{
    int status;

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NONE);
    if (fork() == 0)
        _exit(take(SILENCE) != LEASE_HELD || !strstr(e.text, "in use"));
    wait(&status);
    assert_int_equal(status, 0);
    lease_release(lease);
    assert_false(file_exists(path));
}

static void a_dead_one_of_this_host_is_taken_over_at_once(void **state)
{
    const double began = clock_now();
    int status;

    (void)state;
    if (fork() == 0)
        _exit(take(1000) != LEASE_TAKEN); /* dies without giving it back */
    wait(&status);
    assert_int_equal(status, 0);
    assert_int_equal(take(1000), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NAMED);
    assert_true(clock_now() - began < 100); /* far less than the silence of
                                               1,000 s */
    lease_release(lease);
}

static void a_holder_of_an_older_codarun_is_known_by_its_process(void **state)
{
    char line[300];

    (void)state;
    gethostname(line, 256);
    strcat(line, " 999999999 1\n");
    assert_int_equal(file_replace(path, line, strlen(line), &e), 0);
    assert_int_equal(take(1000), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NAMED);
    lease_release(lease);
}

/* It has no heartbeat. */
static void one_of_an_older_codarun_that_lives_is_left_alone(void **state)
{
    const pid_t child = fork();
    char line[300];

    (void)state;
    if (child == 0) {
        pause();
        _exit(0);
    }
    gethostname(line, 256);
    sprintf(line + strlen(line), " %ld %llu\n", (long)child,
            process_began(child));
    assert_int_equal(file_replace(path, line, strlen(line), &e), 0);
    assert_int_equal(take(SILENCE), LEASE_HELD);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    lease_release(lease);
}

/* Take the lease once the gate opens, report it, and stay alive until the
 * end. */
static void take_as_a_child(const int gate[2], const int told[2],
                            const int end[2])
{
    char byte;

    close(gate[1]);
    close(end[1]);
    byte = (char)read(gate[0], &byte, 1);
    byte = answer_of(take(SILENCE));
    _exit(write(told[1], &byte, 1) != 1 || read(end[0], &byte, 1) != 0);
}

/* The file of a dead process is there, and several processes want to go on. */
static void of_many_that_begin_at_once_one_has_it(void **state)
{
    enum { STARTS = 12 };

    (void)state;
    for (int round = 0; round < 4; round++) {
        struct holder dead;
        int gate[2], told[2], end[2], taken = 0, held = 0;
        char answer = 0;

        holder_init(&dead, 1000);
        dead.pid = 999999999;
        if (round % 2)
            plant(&dead);
        assert_int_equal(pipe(gate) | pipe(told) | pipe(end), 0);
        for (int i = 0; i < STARTS; i++)
            if (fork() == 0)
                take_as_a_child(gate, told, end);
        close(gate[0]);
        close(gate[1]);
        for (int i = 0; i < STARTS && read(told[0], &answer, 1) == 1; i++) {
            taken += answer == 'y';
            held += answer == 'h';
        }
        close(end[0]);
        close(end[1]);
        while (wait(NULL) > 0)
            ;
        close(told[0]);
        close(told[1]);
        assert_int_equal(taken, 1);
        assert_int_equal(held, STARTS - 1);
        unlink(path);
    }
}

/* --- other hosts ---------------------------------------------------------- */

/* A heartbeat on another host, whose clock is `skew` seconds from ours. */
struct far_heart {
    pthread_t thread;
    double skew;
    atomic_bool over;
};

static void *beat_far_away(void *context)
{
    struct far_heart *f = context;
    struct holder h = somebody_elsewhere(SILENCE);

    while (!atomic_load(&f->over)) {
        struct str text = {0};
        const int fd = open(path, O_WRONLY);

        h.beat++;
        holder_text(&h, &text);
        if (fd >= 0) {
            if (pwrite(fd, text.s, text.len, 0) < 0)
                atomic_store(&f->over, true);
            close(fd);
            set_age(-f->skew);
        }
        str_release(&text);
        clock_sleep(0.05);
    }
    return NULL;
}

static void one_that_beats_elsewhere_is_left_alone(void **state)
{
    static const double skews[] = {0, -3600, 3600};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct far_heart f = {.skew = skews[i]};
        const struct holder h = somebody_elsewhere(SILENCE);
        struct liveness p;

        plant(&h);
        assert_int_equal(pthread_create(&f.thread, NULL, beat_far_away, &f), 0);
        assert_int_equal(take(SILENCE), LEASE_HELD);
        assert_non_null(strstr(e.text, "on host elsewhere"));
        liveness_read(&p, dir);
        assert_int_equal(p.state, LIVENESS_STARTING);
        liveness_release(&p);
        atomic_store(&f.over, true);
        pthread_join(f.thread, NULL);
        unlink(path);
    }
}

static void one_that_is_silent_elsewhere_is_taken_over(void **state)
{
    struct holder h = somebody_elsewhere(SILENCE);

    (void)state;
    struct liveness p;

    plant(&h);
    set_age(60);
    liveness_read(&p, dir);
    assert_int_equal(p.state, LIVENESS_SILENT);
    liveness_release(&p);
    plant(&h);
    takes_after(SILENCE - 0.2, SILENCE + 10, SILENCE);
    assert_int_equal(before.found, HOLDER_NAMED);
    assert_string_equal(before.holder.host, "elsewhere");
}

/* The holder relies on its own silence, whatever the other process has. */
static void the_longer_of_two_silences_counts(void **state)
{
    struct holder h = somebody_elsewhere(3 * SILENCE);

    (void)state;
    plant(&h);
    takes_after(3 * SILENCE - 0.3, 3 * SILENCE + 10, SILENCE);
}

/* An old lease alone is no proof: some beats are waited for. */
static void a_silence_that_is_over_needs_a_few_beats_more(void **state)
{
    struct holder h = somebody_elsewhere(10);

    (void)state;
    plant(&h);
    set_age(7200);
    takes_after(1.5, 9, 10);
}

/* A holder whose clock was ahead is not waited for longer. */
static void a_time_to_come_is_no_age(void **state)
{
    struct holder h = somebody_elsewhere(SILENCE);

    (void)state;
    plant(&h);
    set_age(-7200);
    takes_after(SILENCE - 0.2, SILENCE + 10, SILENCE);
}

static void one_that_was_left_to_be_judged_is_taken_at_once(void **state)
{
    struct holder h = somebody_elsewhere(1000);

    (void)state;
    h.left = true;
    plant(&h);
    takes_after(0, 100, 1000);
    assert_int_equal(before.found, HOLDER_NAMED);
}

static void what_is_left_says_so(void **state)
{
    struct holder h;

    (void)state;
    assert_int_equal(take(1000), LEASE_TAKEN);
    lease_leave(lease);
    assert_int_equal(holder_read(dir, &h, NULL, &e), HOLDER_NAMED);
    assert_true(h.left);
    assert_int_equal(take(1000), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NAMED);
    lease_release(lease);
}

/* Make a child that has the lease and is stopped. */
static pid_t stop_a_holder(void)
{
    const pid_t child = fork();
    int status;

    if (child == 0) {
        if (take(SILENCE) != LEASE_TAKEN)
            _exit(2);
        raise(SIGSTOP);
        while (!lease_seen_lost(lease, &e))
            clock_sleep(0.05);
        lease_release(lease);
        _exit(0);
    }
    waitpid(child, &status, WUNTRACED);
    assert_true(WIFSTOPPED(status));
    return child;
}

static void let_it_go_on(pid_t child)
{
    int status;

    kill(child, SIGCONT);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

/* Its trials are no suspects: it was stopped from outside. */
static void one_that_is_stopped_here_loses_it_and_blames_nobody(void **state)
{
    const pid_t child = stop_a_holder();

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    assert_int_equal(before.found, HOLDER_NONE);
    let_it_go_on(child);
    assert_int_equal(lease_lost(lease, &e), 0);
    lease_release(lease);
}

/* The process that took it over may have ended the sweep. */
static void one_that_wakes_to_no_lease_has_lost_it(void **state)
{
    const pid_t child = stop_a_holder();

    (void)state;
    assert_int_equal(take(SILENCE), LEASE_TAKEN);
    lease_release(lease);
    let_it_go_on(child);
    assert_false(file_exists(path));
}

int main(void)
{
    log_setup(1, "here", true);

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_has_one_living_holder),
        cmocka_unit_test(a_dead_one_of_this_host_is_taken_over_at_once),
        cmocka_unit_test(a_holder_of_an_older_codarun_is_known_by_its_process),
        cmocka_unit_test(one_of_an_older_codarun_that_lives_is_left_alone),
        cmocka_unit_test(of_many_that_begin_at_once_one_has_it),
        cmocka_unit_test(one_that_beats_elsewhere_is_left_alone),
        cmocka_unit_test(one_that_is_silent_elsewhere_is_taken_over),
        cmocka_unit_test(the_longer_of_two_silences_counts),
        cmocka_unit_test(a_silence_that_is_over_needs_a_few_beats_more),
        cmocka_unit_test(a_time_to_come_is_no_age),
        cmocka_unit_test(one_that_was_left_to_be_judged_is_taken_at_once),
        cmocka_unit_test(what_is_left_says_so),
        cmocka_unit_test(one_that_is_stopped_here_loses_it_and_blames_nobody),
        cmocka_unit_test(one_that_wakes_to_no_lease_has_lost_it),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
