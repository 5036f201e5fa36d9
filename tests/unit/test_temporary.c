#include "config.h"

#include "../test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/temporary.h"

static char folder[] = "test_temporary.XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

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
    assert_true(file_exists(distant)); /* too young to be given up */
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

/* Killed, but nobody has taken notice yet. */
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

/* Its number has gone to another process, which is younger than the file. */
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

/* Names that look like those of files being written, long ago elsewhere. */
static void cleaning_knows_what_was_ours_by_the_whole_name(void **state)
{
    static const char *const name[] = {
        "x.tmp.elsewhere.12", "x.tmp.elsewhere.lan.12", "y.tmp.elsewhere.12",
        "x.tmp.y.tmp.elsewhere.12", /* and these are others': */
        "x.tmp.12", "x.tmp..12", "x.tmp.old", "x.tmp.elsewhere.", ".tmp.a.12",
        "x.tmp.elsewhere.12.gz", "x.tmp.elsewhere.-1", "x.tmp.elsewhere.12 ",
        "y.tmp", "sub/x.tmp.elsewhere.12"};
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
        assert_int_equal(file_exists(file[i]), i >= 4);
        free(file[i]);
    }
    free(x);
    free(all);
    free(sub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleaning_takes_only_what_the_dead_left),
        cmocka_unit_test(cleaning_takes_what_a_zombie_left),
        cmocka_unit_test(cleaning_takes_what_is_older_than_its_owner),
        cmocka_unit_test(cleaning_knows_what_was_ours_by_the_whole_name),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
