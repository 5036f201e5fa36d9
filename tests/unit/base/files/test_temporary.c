#include "config.h"

#include "tests/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "tests/unit/tmp_folder.h"

static char *inside(const char *name)
{
    return memory_format("%s/%s", folder, name);
}

static void cleaning_takes_only_what_the_dead_left(void **state)
{
    char host[256] = "", *dead, *living, *distant, *other = inside("kept");
    char *link = inside("link");
    struct error e = {0};
    pid_t child = fork();

    (void)state;
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    gethostname(host, sizeof(host) - 1);
    dead = memory_format("%s/x.tmp.%s.%ld", folder, host, (long)child);
    living = memory_format("%s/x.tmp.%s.%ld", folder, host, (long)getpid());
    distant = memory_format("%s/x.tmp.other-%s.%ld", folder, host, (long)child);
    assert_int_equal(file_replace(dead, "x", 1, &e), 0);
    assert_int_equal(file_replace(living, "x", 1, &e), 0);
    assert_int_equal(file_replace(distant, "x", 1, &e), 0);
    assert_int_equal(file_replace(other, "x", 1, &e), 0);
    folder_clean(folder);
    assert_false(file_exists(dead));
    assert_true(file_exists(living));
    assert_true(file_exists(distant)); /* too young to be removed */
    assert_true(file_exists(other));
    assert_int_equal(file_replace(dead, "x", 1, &e), 0);
    assert_int_equal(symlink(".", link), 0);
    folder_clean(link);
    assert_false(file_exists(dead));
    unlink(link);
    free(link);
    free(dead);
    free(living);
    free(distant);
    free(other);
}

/* It was killed, but its parent has not waited for it yet. */
static void cleaning_takes_what_a_zombie_left(void **state)
{
    char host[256] = "";
    struct error e = {0};
    siginfo_t ended;
    pid_t child = fork();

    (void)state;
    if (child == 0)
        _exit(0);
    waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT);
    gethostname(host, sizeof(host) - 1);
    char *left = memory_format("%s/x.tmp.%s.%ld", folder, host, (long)child);

    assert_int_equal(file_replace(left, "x", 1, &e), 0);
    folder_clean(folder);
    assert_false(file_exists(left));
    waitpid(child, NULL, 0);
    free(left);
}

/* Its number belongs to another process now, which is younger than the file. */
static void cleaning_takes_what_is_older_than_its_owner(void **state)
{
    const struct timespec long_ago[2] = {{1000000, 0}, {1000000, 0}};
    char host[256] = "";
    struct error e = {0};

    (void)state;
    gethostname(host, sizeof(host) - 1);
    char *left = memory_format("%s/x.tmp.%s.%ld", folder, host, (long)getpid());

    assert_int_equal(file_replace(left, "x", 1, &e), 0);
    assert_int_equal(utimensat(AT_FDCWD, left, long_ago, 0), 0);
    folder_clean(folder);
    assert_false(file_exists(left));
    free(left);
}

/* Names that are or resemble those of temporary files, old and of another
 * host. */
static void cleaning_knows_what_was_ours_by_the_whole_name(void **state)
{
    static const char *const name[] = {
        "x.tmp.elsewhere.12",
        "x.tmp.elsewhere.lan.12",
        "y.tmp.elsewhere.12",
        "x.tmp.y.tmp.elsewhere.12",
        "y.tmp.elsewhere.12-0123456789abcdef", /* and these are not: */
        "x.tmp.elsewhere.12-0123456789abcde",
        "x.tmp.elsewhere.12-",
        "x.tmp.elsewhere.12-0123456789abcdeg",
        "x.tmp.elsewhere.-0123456789abcdef",
        "x.tmp.12",
        "x.tmp..12",
        "x.tmp.old",
        "x.tmp.elsewhere.",
        ".tmp.a.12",
        "x.tmp.elsewhere.12.gz",
        "x.tmp.elsewhere.-1",
        "x.tmp.elsewhere.12 ",
        "y.tmp",
        "sub/x.tmp.elsewhere.12"};
    const struct timespec long_ago[2] = {{1000000, 0}, {1000000, 0}};
    char *file[sizeof(name) / sizeof(*name)],
        *x = inside("all/x"), *all = inside("all"), *sub = inside("all/sub");
    struct error e = {0};

    (void)state;
    assert_int_equal(folder_make(sub, &e), 0);
    for (size_t i = 0; i < sizeof(name) / sizeof(*name); i++) {
        file[i] = memory_format("%s/%s", all, name[i]);
        assert_int_equal(file_replace(file[i], "x", 1, &e), 0);
        assert_int_equal(utimensat(AT_FDCWD, file[i], long_ago, 0), 0);
    }
    file_clean(x);
    for (size_t i = 0; i < sizeof(name) / sizeof(*name); i++)
        assert_int_equal(file_exists(file[i]), i >= 2);
    folder_clean(all);
    for (size_t i = 0; i < sizeof(name) / sizeof(*name); i++) {
        assert_int_equal(file_exists(file[i]), i >= 5);
        free(file[i]);
    }
    free(x);
    free(all);
    free(sub);
}

/* --- making one ----------------------------------------------------------- */

static char *name_of_mine(const char *name)
{
    char host[256] = "";

    gethostname(host, sizeof(host) - 1);
    return memory_format("%s/%s.tmp.%s.%ld", folder, name, host,
                         (long)getpid());
}

static void assert_holds(const char *path, const char *text)
{
    struct str s = {0};
    struct error e = {0};

    assert_int_equal(file_read(path, &s, &e), 0);
    assert_string_equal(str_text(&s), text);
    str_release(&s);
}

/* Whatever has the name that can be guessed. */
static void nothing_is_written_through_what_was_planted(void **state)
{
    char *path = inside("planted"), *tmp = name_of_mine("planted"),
         *victim = inside("victim");
    struct error e = {0};

    (void)state;
    assert_int_equal(file_replace(victim, "mine", 4, &e), 0);
    for (int i = 0; i < 5; i++) {
        switch (i) {
        case 0:
            assert_int_equal(symlink("victim", tmp), 0);
            break;
        case 1:
            assert_int_equal(symlink("nothing", tmp), 0);
            break;
        case 2:
            assert_int_equal(link(victim, tmp), 0);
            break;
        case 3:
            assert_int_equal(mkfifo(tmp, 0600), 0);
            break;
        default:
            assert_int_equal(mkdir(tmp, 0700), 0);
        }
        assert_int_equal(file_replace(path, "one", 3, &e), 0);
        assert_holds(path, "one");
        assert_int_equal(file_refresh(path, "two", 3, &e), 0);
        assert_holds(path, "two");
        unlink(path);
        assert_int_equal(file_create(path, "new", 3, &e), 0);
        assert_holds(path, "new");
        assert_holds(victim, "mine");
        assert_int_equal(remove(tmp), 0);
    }
    char *nothing = inside("nothing");

    assert_false(file_exists(nothing));
    free(nothing);
    free(path);
    free(tmp);
    free(victim);
}

/* As two threads might: each has its own file, and the last one put stays. */
static void two_write_one_file_at_once(void **state)
{
    char *path = inside("both");
    struct temporary a, b;
    struct error e = {0};

    (void)state;
    assert_int_equal(temporary_open(&a, path, &e), 0);
    assert_int_equal(temporary_open(&b, path, &e), 0);
    assert_string_not_equal(a.tmp, b.tmp);
    assert_int_equal(write(a.fd, "first", 5), 5);
    assert_int_equal(write(b.fd, "second", 6), 6);
    assert_int_equal(temporary_close(&b, true, &e), 0);
    assert_int_equal(temporary_put(&b, &e), 0);
    assert_int_equal(temporary_sync(&b, &e), 0);
    assert_holds(path, "second");
    assert_int_equal(temporary_close(&a, false, &e), 0);
    assert_int_equal(temporary_put_anew(&a, &e), 1);
    assert_non_null(strstr(e.text, path));
    assert_int_equal(temporary_put(&a, &e), 0);
    assert_holds(path, "first");
    temporary_release(&a);
    temporary_release(&b);
    free(path);
}

/* The folder that was opened is the one in which the file is written. */
static void a_folder_that_is_replaced_leads_nowhere(void **state)
{
    char *real = inside("real"), *moved = inside("moved"),
         *evil = inside("evil"), *path = inside("real/file"),
         *stolen = inside("evil/file"), *kept = inside("moved/file");
    struct temporary t;
    struct error e = {0};

    (void)state;
    assert_int_equal(folder_make(real, &e), 0);
    assert_int_equal(folder_make(evil, &e), 0);
    assert_int_equal(temporary_open(&t, path, &e), 0);
    assert_int_equal(rename(real, moved), 0);
    assert_int_equal(symlink("evil", real), 0);
    assert_int_equal(temporary_close(&t, true, &e), 0);
    assert_int_equal(temporary_put(&t, &e), 0);
    temporary_release(&t);
    assert_false(file_exists(stolen));
    assert_true(file_exists(kept));
    unlink(real);
    free(real);
    free(moved);
    free(evil);
    free(path);
    free(stolen);
    free(kept);
}

static void what_is_not_put_is_removed(void **state)
{
    char *path = inside("unput");
    struct temporary t;
    struct error e = {0};

    (void)state;
    assert_int_equal(temporary_open(&t, path, &e), 0);
    char *tmp = memory_string(t.tmp);

    assert_true(file_exists(tmp));
    temporary_release(&t);
    assert_false(file_exists(tmp));
    temporary_release(&t);
    free(tmp);
    free(path);
}

static void what_is_written_in_place_is_a_file_of_its_own(void **state)
{
    char *path = inside("own"), *victim = inside("written"),
         *pipe = inside("pipe");
    struct error e = {0};

    (void)state;
    int fd = file_open_own(path, O_APPEND, 0600, &e);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
    assert_holds(path, "x");
    assert_int_equal(rename(path, victim), 0);
    assert_int_equal(symlink("written", path), 0);
    assert_int_equal(file_open_own(path, O_APPEND, 0600, &e), -1);
    assert_non_null(strstr(e.text, "found a link, expected a file"));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(link(victim, path), 0);
    assert_int_equal(file_open_own(path, O_APPEND, 0600, &e), -1);
    assert_non_null(strstr(e.text, "a hard link"));
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(file_open_own(pipe, 0, 0600, &e), -1);
    assert_non_null(strstr(e.text, "found a pipe, expected a file"));
    free(path);
    free(victim);
    free(pipe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleaning_takes_only_what_the_dead_left),
        cmocka_unit_test(cleaning_takes_what_a_zombie_left),
        cmocka_unit_test(cleaning_takes_what_is_older_than_its_owner),
        cmocka_unit_test(cleaning_knows_what_was_ours_by_the_whole_name),
        cmocka_unit_test(nothing_is_written_through_what_was_planted),
        cmocka_unit_test(two_write_one_file_at_once),
        cmocka_unit_test(a_folder_that_is_replaced_leads_nowhere),
        cmocka_unit_test(what_is_not_put_is_removed),
        cmocka_unit_test(what_is_written_in_place_is_a_file_of_its_own),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
