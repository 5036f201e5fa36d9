/* A journal stays whole if a kill or another process interrupts its packing. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/ledger/journal_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "sweep/ledger/journal.h"

/* --- system calls that are intercepted ------------------------------------ */

enum call { NO_CALL, WRITE, FSYNC, RENAME };

/* Do this at the n-th call of this kind, before or after it. */
static struct {
    enum call call;
    int n;
    bool after;
    void (*act)(void);
} at;

/* A file system without RENAME_EXCHANGE. */
static bool no_exchange;

static void come_to(enum call call, bool after)
{
    if (at.call == call && at.after == after && at.n-- == 1)
        at.act();
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    come_to(WRITE, false);
    const ssize_t done = syscall(SYS_write, fd, bytes, n);

    come_to(WRITE, true);
    return done;
}

int fsync(int fd)
{
    come_to(FSYNC, false);
    const int failed = (int)syscall(SYS_fsync, fd);

    come_to(FSYNC, true);
    return failed;
}

int renameat2(int from, const char *old, int to, const char *new,
              unsigned flags)
{
    if (no_exchange) {
        errno = EINVAL;
        return -1;
    }
    come_to(RENAME, false);
    const int failed = (int)syscall(SYS_renameat2, from, old, to, new, flags);

    come_to(RENAME, true);
    return failed;
}

int renameat(int from, const char *old, int to, const char *new)
{
    come_to(RENAME, false);
    const int failed = (int)syscall(SYS_renameat2, from, old, to, new, 0);

    come_to(RENAME, true);
    return failed;
}

/* --- kills ---------------------------------------------------------------- */

static void die_here(void)
{
    raise(SIGKILL);
}

/* Pack it in a process that is killed at a call; true if it was killed. */
static bool is_killed_at(enum call call, int n, bool after)
{
    const pid_t child = fork();
    int status;

    if (child == 0) {
        struct error e;
        struct journal *j = opened();

        at.call = call;
        at.n = n;
        at.after = after;
        at.act = die_here;
        _exit(journal_compact(j, &e));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* The second fsync is the folder's. */
static void a_kill_leaves_either(void **state)
{
    static const struct {
        enum call call;
        int n;
        bool after, packed;
    } kills[] = {
        {WRITE, 1, false, false}, {WRITE, 1, true, false},
        {WRITE, 5, true, false},  {FSYNC, 1, false, false},
        {FSYNC, 1, true, false},  {RENAME, 1, false, false},
        {RENAME, 1, true, true},  {FSYNC, 2, false, true},
        {FSYNC, 2, true, true},
    };

    (void)state;
    for (int i = 0; i < 2 * (int)(sizeof(kills) / sizeof(*kills)); i++) {
        no_exchange = i % 2;
        many_entries();
        const struct digest before = read_back();
        const long bytes = file_bytes(path);

        assert_true(is_killed_at(kills[i / 2].call, kills[i / 2].n,
                                 kills[i / 2].after));
        assert_true(digest_equal(read_back(), before));
        assert_int_equal(file_bytes(path) < bytes, kills[i / 2].packed);
        file_clean(path); /* else the folder is not empty at the end */
    }
    no_exchange = false;
}

/* --- another process ------------------------------------------------------ */

static int not_ours(void *context, struct error *e)
{
    (void)context;
    return error_set(e, "it is another's");
}

static void who_has_lost_the_folder_leaves_it(void **state)
{
    struct error e = {""};

    (void)state;
    many_entries();
    const long bytes = file_bytes(path);
    struct journal *j = opened();

    journal_guard(j, not_ours, NULL);
    assert_int_equal(journal_compact(j, &e), -1);
    assert_int_equal(file_bytes(path), bytes);
    journal_close(j);
}

/* Another process took the folder over while this one was stopped, and has
 * ended. */
static void another_adds(void)
{
    struct journal *j = opened();

    for (long i = ENTRIES; i < ENTRIES + 10; i++)
        add(j, i);
    journal_close(j);
}

static void another_packs(void)
{
    struct error e;
    struct journal *j = opened();

    for (long i = ENTRIES; i < ENTRIES + 10; i++)
        add(j, i);
    assert_int_equal(journal_compact(j, &e), 0);
    journal_close(j);
}

static int asked;

/* The folder is ours until all is written, and another's then. */
static int ours_at_first(void *context, struct error *e)
{
    (void)context;
    return asked++ ? error_set(e, "it is another's") : 0;
}

static void what_another_added_stays(enum call call, int n, void (*act)(void),
                                     bool guarded)
{
    struct error e = {""};

    many_entries();
    struct journal *j = opened();

    asked = 0;
    if (guarded)
        journal_guard(j, ours_at_first, NULL);
    at.call = call;
    at.n = n;
    at.after = false;
    at.act = act;
    assert_int_equal(journal_compact(j, &e), -1);
    at.call = NO_CALL;
    assert_non_null(strstr(e.text, "another"));
    assert_int_equal(read_back().hi, act ? ENTRIES + 10 : ENTRIES);
    journal_close(j);
    assert_int_equal(read_back().hi, act ? ENTRIES + 10 : ENTRIES);
}

static void what_another_has_added_meanwhile_stays(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        no_exchange = i;
        what_another_added_stays(WRITE, 3, another_adds, false);
        what_another_added_stays(FSYNC, 1, another_adds, false);
        what_another_added_stays(FSYNC, 1, another_packs, false);
        what_another_added_stays(NO_CALL, 0, NULL, true);
    }
    no_exchange = false;
}

/* Stopped between the last check and the rename. */
static void nor_does_it_go_at_the_last_instant(void **state)
{
    (void)state;
    what_another_added_stays(RENAME, 1, another_adds, false);
    what_another_added_stays(RENAME, 1, another_packs, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kill_leaves_either),
        cmocka_unit_test(who_has_lost_the_folder_leaves_it),
        cmocka_unit_test(what_another_has_added_meanwhile_stays),
        cmocka_unit_test(nor_does_it_go_at_the_last_instant),
    };

    log_setup(0, "here", true);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
