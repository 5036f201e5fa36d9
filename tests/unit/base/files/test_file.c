#include "config.h"

#include "tests/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "base/numbers/random.h"
#include "tests/unit/tmp_folder.h"

#define BIG (300 * 1000)

static char *inside(const char *name)
{
    return memory_format("%s/%s", folder, name);
}

static void what_was_written_is_read(void **state)
{
    const struct file_piece piece[] = {{"one\0", 4}, {NULL, 0}, {"two", 3}};
    char *path = inside("pieces");
    struct str s = {0};
    struct error e = {0};

    (void)state;
    assert_false(file_exists(path));
    assert_int_equal(file_replace_pieces(path, piece, 3, &e), 0);
    assert_true(file_exists(path));
    assert_int_equal(file_read(path, &s, &e), 0);
    assert_int_equal(s.len, 7);
    assert_memory_equal(s.s, "one\0two", 8);
    str_release(&s);
    free(path);
}

static void what_is_there_is_not_created(void **state)
{
    char *path = inside("created");
    struct str s = {0};
    struct error e = {0};
    char *list;

    (void)state;
    assert_int_equal(file_create(path, "one", 3, &e), 0);
    assert_int_equal(file_create(path, "two", 3, &e), -1);
    assert_non_null(strstr(e.text, path));
    assert_int_equal(file_read(path, &s, &e), 0);
    assert_string_equal(s.s, "one");
    list = memory_format("ls %s* | wc -l | grep -qx 1", path);
    assert_int_equal(system(list), 0);
    str_release(&s);
    free(list);
    free(path);
}

/* Write files of one repeated byte, without end. */
static void replace_for_ever(const char *path)
{
    char *bytes = malloc(BIG);

    for (int i = 0;; i++) {
        struct error e = {0};

        memset(bytes, 'a' + i % 26, BIG);
        if (file_replace(path, bytes, BIG - (size_t)(i % 26), &e))
            _exit(1);
    }
}

static void assert_whole(const char *path)
{
    struct str s = {0};
    struct error e = {0};

    assert_int_equal(file_read(path, &s, &e), 0);
    assert_int_equal(s.len, BIG - (size_t)(s.s[0] - 'a'));
    for (size_t i = 0; i < s.len; i++)
        assert_int_equal(s.s[i], s.s[0]);
    str_release(&s);
}

static void a_kill_at_any_instant_leaves_a_whole_file(void **state)
{
    const struct random_key k = random_key(1, "kill");
    char *path = inside("whole");

    (void)state;
    for (uint32_t i = 0; i < 20; i++) {
        pid_t child = fork();
        int status;

        if (child == 0)
            replace_for_ever(path);
        while (i == 0 && !file_exists(path))
            clock_sleep(0.001);
        clock_sleep(0.03 * random_real(k, (struct address){0}, i));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        assert_whole(path);
    }
    folder_clean(folder);
    free(path);
}

static void failures_name_the_path_and_the_reason(void **state)
{
    char *path = inside("no/such/folder");
    struct str s = {0};
    struct error e = {0};

    (void)state;
    assert_int_equal(file_read(path, &s, &e), -1);
    assert_non_null(strstr(e.text, path));
    assert_non_null(strstr(e.text, strerror(ENOENT)));
    assert_int_equal(file_replace(path, "x", 1, &e), -1);
    assert_non_null(strstr(e.text, path));
    assert_int_equal(file_read_any(folder, 9, &s, &e), -1);
    assert_non_null(strstr(e.text, "found a folder, expected a file"));
    str_release(&s);
    free(path);
}

/* A full disk: the old file stays and no temporary one is left. */
static void a_failed_write_leaves_the_old_file(void **state)
{
    char *path = inside("limited"), *bytes = calloc(1, BIG);
    struct str s = {0};
    struct error e = {0};
    int status;
    pid_t child;

    (void)state;
    assert_int_equal(file_replace(path, "old", 3, &e), 0);
    child = fork();
    if (child == 0) {
        const struct rlimit least = {1000, 1000};

        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &least);
        _exit(file_replace(path, bytes, BIG, &e) == -1 &&
                      strstr(e.text, strerror(EFBIG))
                  ? 0
                  : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(file_read(path, &s, &e), 0);
    assert_string_equal(str_text(&s), "old");
    str_release(&s);
    free(path);
    free(bytes);
}

/* The pipe has no writer, and the device has no end. */
static void what_is_no_file_is_not_waited_for(void **state)
{
    char *pipe = inside("unwritten");
    struct str s = {0};
    struct error e = {0};

    (void)state;
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(file_read(pipe, &s, &e), -1);
    assert_non_null(strstr(e.text, pipe));
    assert_non_null(strstr(e.text, "found a pipe, expected a file"));
    assert_int_equal(file_check("/dev/zero", &e), -1);
    assert_non_null(strstr(e.text, "found a device"));
    assert_int_equal(file_check(folder, &e), -1);
    assert_non_null(strstr(e.text, "found a folder"));
    assert_int_equal(file_read_any("/dev/null", 9, &s, &e), 0);
    assert_int_equal(s.len, 0);
    assert_int_equal(file_read_any("/dev/zero", 999999, &s, &e), -1);
    assert_non_null(strstr(e.text, "found more than 999999 bytes"));
    str_release(&s);
    free(pipe);
}

static void folders_are_made_with_their_parents(void **state)
{
    char *path = inside("a/b//c/"), *file = inside("plain");
    struct stat st;
    struct error e = {0};

    (void)state;
    assert_int_equal(folder_make(path, &e), 0);
    assert_int_equal(folder_make(path, &e), 0); /* a second time is fine */
    assert_int_equal(stat(path, &st), 0);
    assert_true(S_ISDIR(st.st_mode));
    assert_int_equal(file_replace(file, "x", 1, &e), 0);
    assert_int_equal(folder_make(file, &e), -1);
    assert_true(folder_free_bytes(path) > 0);
    assert_int_equal(folder_free_bytes("/no/such/folder"), -1);
    free(path);
    free(file);
}

static void pruning_takes_only_empty_folders(void **state)
{
    char *top = inside("tree"), *full = inside("tree/full/x"),
         *empty = inside("tree/ab/cd"), *file = inside("tree/full/x/file"),
         *link = inside("to-tree");
    struct error e = {0};

    (void)state;
    assert_int_equal(folder_make(full, &e), 0);
    assert_int_equal(folder_make(empty, &e), 0);
    assert_int_equal(file_replace(file, "x", 1, &e), 0);
    folder_prune(top);
    assert_true(file_exists(file));
    assert_int_equal(access(empty, F_OK), -1);
    assert_int_equal(folder_make(empty, &e), 0);
    assert_int_equal(symlink("tree", link), 0);
    folder_prune(link);
    assert_int_equal(access(empty, F_OK), -1);
    assert_true(file_exists(file));
    assert_int_equal(unlink(link), 0);
    assert_int_equal(unlink(file), 0);
    folder_prune(top);
    assert_int_equal(access(top, F_OK), -1);
    folder_prune(top); /* does nothing if it does not exist */
    free(top);
    free(full);
    free(empty);
    free(file);
    free(link);
}

/* A link such as /dev/stdout, which would disappear if it were replaced. */
static void a_link_stays_and_is_written_through(void **state)
{
    char *link = inside("link"), *file = inside("linked");
    struct str s = {0};
    struct stat was, is;
    struct error e = {0};

    (void)state;
    assert_int_equal(symlink("linked", link), 0);
    assert_int_equal(file_write(link, "longer", 6, &e), 0);
    assert_int_equal(stat(file, &was), 0);
    assert_int_equal(file_write(link, "short", 5, &e), 0);
    assert_int_equal(stat(file, &is), 0);
    assert_int_not_equal(is.st_ino, was.st_ino); /* replaced by a new file */
    assert_int_equal(lstat(link, &is), 0);
    assert_true(S_ISLNK(is.st_mode));
    assert_int_equal(file_read(file, &s, &e), 0);
    assert_string_equal(s.s, "short");
    assert_int_equal(file_write(folder, "x", 1, &e), -1);
    assert_non_null(strstr(e.text, folder));
    str_release(&s);
    free(link);
    free(file);
}

static void a_pipe_stays_and_is_written_into(void **state)
{
    char *pipe = inside("pipe"), got[8] = "";
    struct error e = {0};

    (void)state;
    assert_int_equal(mkfifo(pipe, 0600), 0);
    const int fd = open(pipe, O_RDWR | O_NONBLOCK);

    assert_true(fd >= 0);
    assert_int_equal(file_write(pipe, "x", 1, &e), 0);
    assert_int_equal(read(fd, got, sizeof(got) - 1), 1);
    assert_string_equal(got, "x");
    close(fd);
    free(pipe);
}

/* The file has all pieces, or is not there at all. */
static void a_stream_is_put_in_place_where_it_is_wanted(void **state)
{
    char *file = inside("streamed");
    struct error e = {0};
    struct str s = {0};

    (void)state;
    for (int wanted = 1; wanted >= 0; wanted--) {
        struct file_stream *f = file_stream_open(file, &e);

        assert_non_null(f);
        assert_int_equal(file_stream_put(f, wanted ? "one\n" : "x", 1, &e), 0);
        assert_int_equal(file_exists(file), !wanted);
        assert_int_equal(file_stream_put(f, "ne\n", 3, &e), 0);
        assert_int_equal(file_stream_close(f, wanted, &e), wanted ? 0 : -1);
        assert_int_equal(file_read(file, &s, &e), 0);
        assert_string_equal(str_text(&s), "one\n");
        str_clear(&s);
    }
    assert_null(file_stream_open("/no/such/folder/x", &e));
    assert_non_null(strstr(e.text, "/no/such/folder/x"));
    str_release(&s);
    free(file);
}

static void a_stream_tells_of_a_full_disk(void **state)
{
    struct error e = {0};

    (void)state;
    if (!file_exists("/dev/full"))
        skip();
    struct file_stream *f = file_stream_open("/dev/full", &e);

    assert_non_null(f);
    assert_int_equal(file_stream_put(f, "x", 1, &e), -1);
    assert_string_equal(e.text,
                        "cannot write '/dev/full': No space left on device");
    assert_int_equal(file_stream_close(f, false, &e), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(what_is_there_is_not_created),
        cmocka_unit_test(a_kill_at_any_instant_leaves_a_whole_file),
        cmocka_unit_test(failures_name_the_path_and_the_reason),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
        cmocka_unit_test(a_link_stays_and_is_written_through),
        cmocka_unit_test(a_pipe_stays_and_is_written_into),
        cmocka_unit_test(a_stream_is_put_in_place_where_it_is_wanted),
        cmocka_unit_test(a_stream_tells_of_a_full_disk),
        cmocka_unit_test(what_is_no_file_is_not_waited_for),
        cmocka_unit_test(folders_are_made_with_their_parents),
        cmocka_unit_test(pruning_takes_only_empty_folders),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
