/* Group commit: lines share syncs; a line reported as done is in the file
 * whenever the process is killed; and after a failed sync nothing more is
 * written. */
#include "config.h"

#include "tests/test.h"

#define FOLDER_FILE "journal"
#include "tests/unit/folder_fixture.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/files/file.h"
#include "sweep/ledger/journal.h"
#include "sweep/ledger/journal_writer.h"

static void a_gap_that_a_sync_had_covered_is_damage(void **state)
{
    struct str whole = {0};
    struct error e = {""};

    (void)state;
    unlink(path);
    struct journal *j = journal_open(path, NULL, NULL, &e);
    for (int i = 0; i < (int)JOURNAL_WRITER_MOST / 20; i++)
        journal_add(j, "start", i, false, &e, "attempt 1");
    journal_close(j);
    assert_int_equal(file_read(path, &whole, &e), 0);
    memset(strstr(whole.s, "1 start"), 0, 10);
    assert_int_equal(file_replace(path, whole.s, whole.len, &e), 0);
    assert_int_equal(journal_read(path, NULL, NULL, &e), -1);
    assert_non_null(strstr(e.text, "line 2:"));
    str_release(&whole);
}

/* A failing disk's sync; the next one may succeed again. */
static int failing_syncs, syncs;

int fdatasync(int fd)
{
    if (failing_syncs > 0) {
        failing_syncs--;
        errno = EIO;
        return -1;
    }
    syncs++;
    return fsync(fd);
}

/* A process that adds as fast as it can, and reports what is done. */
static void add_and_tell(int to)
{
    struct error e = {""};
    struct journal *j = journal_open(path, NULL, NULL, &e);

    for (long i = 0;; i++) {
        if (journal_add(j, "finish", i, true, &e, "goal %ld", i))
            _exit(1);
        const long done = journal_done(j, &e);
        if (write(to, &done, sizeof(done)) != sizeof(done))
            _exit(1);
    }
}

static int count(void *n, const struct journal_entry *entry, struct error *e)
{
    (void)e;
    assert_int_equal(entry->trial, *(long *)n);
    ++*(long *)n;
    return 0;
}

/* Receive `kill_after` reports, kill, and receive what was reported meanwhile.
 * If `done_first`, only reports after the first line that is done count: a slow
 * disk may have none done when thousands are added. */
static long kill_and_read(int kill_after, bool done_first)
{
    int told_by[2];
    long done = 0, last = 0;

    unlink(path);
    assert_int_equal(pipe(told_by), 0);
    const pid_t child = fork();
    if (child == 0)
        add_and_tell(told_by[1]);
    close(told_by[1]);
    for (int n = 0; read(told_by[0], &done, sizeof(done)) == sizeof(done);) {
        last = done;
        if (done_first && done == 0)
            continue;
        if (n++ == kill_after)
            kill(child, SIGKILL);
    }
    close(told_by[0]);
    waitpid(child, NULL, 0);
    return last;
}

static void what_was_done_is_there_whenever_the_process_was_killed(void **state)
{
    enum { KILLS = 100 };
    struct error e = {""};
    long most = 0;

    (void)state;
    for (int i = 0; i < KILLS; i++) {
        const long done = kill_and_read(37 * i + i % 5, i % 2);
        long there = 0;

        struct journal *j = journal_open(path, count, &there, &e);
        assert_non_null(j);
        journal_close(j);
        assert_true(there >= done);
        most = done > most ? done : most;
    }
    assert_true(most > 0);
}

/* A sync is so slow that lines added meanwhile are written with the next. */
static void lines_share_syncs(void **state)
{
    enum { LINES = 1000 };
    struct error e = {""};

    (void)state;
    unlink(path);
    struct journal *j = journal_open(path, NULL, NULL, &e);
    syncs = 0;
    for (int i = 0; i < LINES; i++)
        assert_int_equal(journal_add(j, "start", i, true, &e, "%s", ""), 0);
    assert_int_equal(journal_settle(j, &e), 0);
    assert_int_equal(journal_done(j, &e), LINES);
    assert_true(syncs > 0 && syncs < LINES / 2);
    journal_close(j);
}

static void after_a_failed_sync_nothing_more_is_added(void **state)
{
    struct error e = {""};

    (void)state;
    unlink(path);
    struct journal *j = journal_open(path, NULL, NULL, &e);
    failing_syncs = 1;
    journal_add(j, "start", 1, true, &e, "unsure");
    assert_int_equal(journal_settle(j, &e), -1);
    assert_non_null(strstr(e.text, "cannot sync"));
    e.text[0] = '\0';
    assert_int_equal(journal_add(j, "start", 2, true, &e, "never"), -1);
    assert_non_null(strstr(e.text, "cannot sync"));
    assert_int_equal(journal_done(j, &e), -1);
    journal_close(j);
    long n = 1;
    assert_int_equal(journal_read(path, count, &n, &e), 0);
    assert_int_equal(n, 2);
}

int main(void)
{
    log_setup(0, "here", true);

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gap_that_a_sync_had_covered_is_damage),
        cmocka_unit_test(lines_share_syncs),
        cmocka_unit_test(
            what_was_done_is_there_whenever_the_process_was_killed),
        cmocka_unit_test(after_a_failed_sync_nothing_more_is_added),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
