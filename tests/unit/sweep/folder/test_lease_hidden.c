/* Leases if /proc does not show which processes are alive: a living holder is
 * never judged dead. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/folder/lease_fixture.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"

/* What a process sees: all processes, no /proc, or no /proc in a PID namespace
 * of its own. */
enum view { ALL, NO_PROC, NO_PROC_APART };

/* Hide processes from this process and its children. */
static int hide(enum view v)
{
    if (v == ALL)
        return 0;
    if (unshare(CLONE_NEWNS | (v == NO_PROC_APART ? CLONE_NEWPID : 0)) ||
        mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return -1;
    return mount("none", "/proc", "tmpfs", 0, NULL);
}

/* Run f in a child, since the process itself is not in the namespace that
 * hide() made. */
static int run_hidden(enum view v, int (*f)(void))
{
    int status = 0;

    if (hide(v))
        return 77;
    if (v != NO_PROC_APART)
        return f();
    if (fork() == 0)
        _exit(f());
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int told[2], end[2];

/* Hold the lease until the other end of `end` is closed. */
static int hold(void)
{
    char byte = 'h';

    if (take(4 * SILENCE) != LEASE_TAKEN || write(told[1], &byte, 1) != 1)
        return 1;
    if (read(end[0], &byte, 1) != 0 || lease_lost(lease, &e))
        return 1;
    lease_release(lease);
    return 0;
}

static int find_held(void)
{
    return take(4 * SILENCE) != LEASE_HELD;
}

static int status_of(pid_t child)
{
    int status;

    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int try_views(enum view holder, enum view other)
{
    char byte;

    assert_int_equal(pipe(told) | pipe(end), 0);
    const pid_t holds = fork();

    if (holds == 0) {
        close(end[1]);
        _exit(run_hidden(holder, hold));
    }
    close(told[1]);
    close(end[0]);
    const bool held = read(told[0], &byte, 1) == 1;
    const pid_t looks = fork();

    if (looks == 0)
        _exit(held ? run_hidden(other, find_held) : 77);
    const int found = status_of(looks);

    close(end[1]);
    close(told[0]);
    const int kept = status_of(holds);

    return kept ? kept : found;
}

static void who_lives_is_never_judged_dead(void **state)
{
    (void)state;
    for (int holder = ALL; holder <= NO_PROC_APART; holder++)
        for (int other = ALL; other <= NO_PROC_APART; other++) {
            const int status = try_views((enum view)holder, (enum view)other);

            if (status)
                fail_msg("holder %d, other %d: %d", holder, other, status);
        }
}

/* hidepid: the /proc of a namespace shows a process only to its owner. */
static int hold_and_read_as_another(void)
{
    char byte;

    if (mount("none", "/proc", "proc", 0, "hidepid=2"))
        return 77;
    const pid_t holds = fork();

    if (holds == 0) {
        close(end[1]);
        _exit(hold());
    }
    close(told[1]);
    close(end[0]);
    if (read(told[0], &byte, 1) != 1)
        return 1;
    const pid_t looks = fork();

    if (looks == 0)
        _exit(setgid(65534) || setuid(65534) ? 77 : find_held());
    const int found = status_of(looks);

    close(end[1]);
    const int kept = status_of(holds);

    return kept ? kept : found;
}

static int apart(int (*f)(void))
{
    if (unshare(CLONE_NEWNS | CLONE_NEWPID) ||
        mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return 77;
    if (fork() == 0)
        _exit(f());
    int status;

    close(told[1]);
    close(end[1]);
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void nor_where_processes_of_others_are_hidden(void **state)
{
    (void)state;
    assert_int_equal(chmod(dir, 0777), 0);
    assert_int_equal(pipe(told) | pipe(end), 0);
    const pid_t child = fork();

    if (child == 0)
        _exit(apart(hold_and_read_as_another));
    close(end[0]);
    close(end[1]);
    close(told[0]);
    close(told[1]);
    const int status = status_of(child);

    assert_int_equal(status, 0);
}

static int see_nothing(void)
{
    struct stat st;

    return !stat("/proc/self", &st);
}

static bool can_hide(void)
{
    const pid_t child = fork();

    if (child == 0)
        _exit(run_hidden(NO_PROC_APART, see_nothing));
    return status_of(child) == 0;
}

int main(void)
{
    log_setup(1, "here", true);
    if (!can_hide()) {
        puts("1..0 # SKIP needs the right to make namespaces of hosts");
        return 0;
    }

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_lives_is_never_judged_dead),
        cmocka_unit_test(nor_where_processes_of_others_are_hidden),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
