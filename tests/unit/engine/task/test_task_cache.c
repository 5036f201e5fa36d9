/* Tasks from the cache equal loaded ones, and follow changes of the files. */
#include "config.h"

#include "tests/test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/files/image.h"
#include "engine/task/task_cache.h"
#include "tests/unit/engine/task/settled.h"
#include "tests/unit/engine/task/task_cache_data.h"
#include "tests/unit/engine/task/task_equal.h"

#define LIMIT 1e9

static int use_folder(void **state)
{
    return make_folder(state) || setenv("CODARUN_CACHE", folder, 1);
}

/* Remove images of earlier tests. */
static int empty_cache(void **state)
{
    char *path = cache_folder();
    char *command = memory_format("rm -rf '%s'", path);
    const int failed = system(command);

    (void)state;
    free(command);
    free(path);
    return failed;
}

static struct task *cached(const struct loaded *l)
{
    struct error e;
    struct task *t = task_cached(&l->chosen, folder, LIMIT, &e);

    if (!t)
        fail_msg("%s", e.text);
    return t;
}

static void a_mapped_task_is_equal_to_a_loaded_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < TASKS; i++) {
        struct loaded l;

        if (load_task(&l, tasks[i]))
            fail_msg("%s", l.error.text);
        struct task *first = cached(&l), *second = cached(&l);

        assert_non_null(first->image);
        assert_non_null(second->image);
        same_tasks(l.task, first);
        same_tasks(l.task, second);
        task_free(first);
        same_tasks(l.task, second);
        task_free(second);
        unload_task(&l);
    }
}

/* --- when an image is right ----------------------------------------------- */

#define NLI 2

/* The inode of the only image in the cache; 0 if there is none. */
static ino_t the_image(void)
{
    char *where = cache_folder();
    char *command = memory_format("ls -i '%s'/*.image 2>/dev/null", where);
    FILE *f = popen(command, "r");
    unsigned long inode[2];
    const int n = fscanf(f, "%lu %*s %lu", &inode[0], &inode[1]);

    pclose(f);
    free(command);
    free(where);
    assert_true(n < 2);
    return n == 1 ? inode[0] : 0;
}

static struct loaded loaded(const char *yaml)
{
    struct loaded l;

    if (load_task(&l, yaml))
        fail_msg("%s", l.error.text);
    return l;
}

/* Check that the task equals one loaded without a cache, from the image of
 * inode `by`, or if that is 0 from an image other than `not`; returns the
 * image's inode. */
static ino_t comes_right(const char *yaml, ino_t by, ino_t not )
{
    struct loaded l = loaded(yaml);
    struct task *t = cached(&l);
    const ino_t now = the_image();

    same_tasks(l.task, t);
    if (by)
        assert_int_equal(now, by);
    assert_int_not_equal(now, not );
    task_free(t);
    unload_task(&l);
    return now;
}

static void what_is_made_once_is_found(void **state)
{
    ino_t image;

    (void)state;
    assert_int_equal(the_image(), 0);
    image = comes_right(tasks[NLI], 0, 0);
    comes_right(tasks[NLI], image, 0);
    comes_right("{kind: nli, vectors: vectors, valid: pairs, train: pairs}",
                image, 0);
}

/* The file has the same length and times as before. */
static void changed_data_are_seen(void **state)
{
    const char *path = path_of("vectors");
    struct stat was;
    ino_t image, now;

    (void)state;
    image = comes_right(tasks[NLI], 0, 0);
    assert_int_equal(stat(path, &was), 0);
    const struct timespec times[] = {was.st_atim, was.st_mtim};

    file_of("vectors", "one 0.1 0.2 0.4\nfilm 1 2 3\ncats 4 5 6\n");
    path = path_of("vectors");
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    now = comes_right(tasks[NLI], 0, image);
    comes_right(tasks[NLI], now, 0);
    write_data();
}

/* While stat data are not settled, bytes decide: the same bytes are written
 * again.  Once they are settled, the image is written with them, once. */
static void data_written_again_are_the_same(void **state)
{
    ino_t image = comes_right(tasks[NLI], 0, 0);

    (void)state;
    write_data();
    comes_right(tasks[NLI], image, 0);
    settled = true;
    image = comes_right(tasks[NLI], 0, image);
    comes_right(tasks[NLI], image, 0);
    settled = false;
}

static void damaged_images_are_made_anew(void **state)
{
    char *where = cache_folder();
    char *command =
        memory_format("f=$(echo '%s'/*.image); printf X | "
                      "dd of=\"$f\" bs=1 seek=300 conv=notrunc 2>/dev/null",
                      where);
    char *cut = memory_format("truncate -s -1 '%s'/*.image", where);
    ino_t image = comes_right(tasks[NLI], 0, 0);

    (void)state;
    assert_int_equal(system(command), 0);
    image = comes_right(tasks[NLI], 0, image);
    assert_int_equal(system(cut), 0);
    comes_right(tasks[NLI], 0, image);
    free(cut);
    free(command);
    free(where);
}

/* Bytes that this process has read so far; -1 if unknown. */
static long bytes_read(void)
{
    FILE *f = fopen("/proc/self/io", "r");
    long bytes = -1;

    if (!f)
        return -1;
    if (fscanf(f, "rchar: %ld", &bytes) != 1)
        bytes = -1;
    fclose(f);
    return bytes;
}

/* Holds once no later change can have the same stat data. */
static void a_file_with_its_stamp_is_not_read(void **state)
{
    const size_t bytes = 300000;
    char *zeros = memory_zeroed(bytes, 1);

    (void)state;
    memset(zeros, '0', bytes);
    memcpy(zeros, "one 0.1\n", 8);
    memcpy(zeros + bytes - 9, "\ntwo 0.2\n", 9);
    memcpy(zeros + 8, "x ", 2);
    bytes_of("vectors", zeros, bytes);
    struct loaded l = loaded(tasks[NLI]);

    settled = true;

    task_free(cached(&l));
    const long before = bytes_read();
    task_free(cached(&l));
    assert_true(before < 0 || bytes_read() - before < (long)bytes);
    settled = false;
    unload_task(&l);
    free(zeros);
    write_data();
}

static void bad_data_leave_no_image(void **state)
{
    struct loaded l = loaded(tasks[NLI]);
    struct error with = {0}, without = {0};

    (void)state;
    file_of("pairs", "one\ttwo\tno such label\n");
    for (int again = 0; again < 2; again++) {
        assert_null(task_cached(&l.chosen, folder, LIMIT, &with));
        assert_null(task_new(&l.chosen, folder, &without));
        assert_string_equal(with.text, without.text);
        assert_int_equal(the_image(), 0);
    }
    write_data();
    unload_task(&l);
}

static void what_finds_no_room_is_loaded(void **state)
{
    static const double limits[] = {0, 10};
    struct loaded l = loaded(tasks[NLI]);
    struct error e;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct task *t = task_cached(&l.chosen, folder, limits[i], &e);

        assert_non_null(t);
        assert_null(t->image);
        same_tasks(l.task, t);
        task_free(t);
        assert_int_equal(the_image(), 0);
    }
    unload_task(&l);
}

static void changed_files_of_folders_and_archives_are_seen(void **state)
{
    static const char *const yaml[] = {
        "{kind: cloze, train: questions/, valid: questions/}",
        "{kind: cloze, train: 'questions.tar:a', valid: 'questions.tar:a'}"};

    for (int i = 0; i < 2; i++) {
        write_cloze("@entity1");
        empty_cache(state);
        const ino_t image = comes_right(yaml[i], 0, 0);

        comes_right(yaml[i], image, 0);
        write_cloze("@entity2");
        comes_right(yaml[i], 0, image);
    }
}

static void other_fields_are_another_task(void **state)
{
    struct loaded l = loaded(tasks[NLI]);
    struct task *t = cached(&l), *other;

    (void)state;
    unload_task(&l);
    l = loaded("{kind: nli, train: pairs, valid: pairs, vectors: vectors, "
               "max_tokens: 1}");
    other = cached(&l);
    same_tasks(l.task, other);
    assert_true(t->split[0].part[0].start[1] == 2);
    assert_true(other->split[0].part[0].start[1] == 1);
    task_free(other);
    unload_task(&l);
    task_free(t);
}

/* Its examples are not stored, and are the same from the image. */
static void a_made_split_takes_no_room(void **state)
{
    struct loaded l = loaded("{kind: mlu, examples: 3000000, valid_examples: "
                             "5, test_examples: 5}");
    struct task *t = cached(&l);
    struct str one = {0}, other = {0};

    (void)state;
    assert_non_null(t->image);
    assert_true(t->image->bytes < 10000);
    assert_int_equal(t->split[SPLIT_TRAIN].n, 2999990);
    assert_true(t->split[SPLIT_TRAIN].made);
    assert_int_equal(longest_target(t), longest_target(l.task));
    for (int i = 0; i < 2999990; i += 299999) {
        t->kind->show(t, SPLIT_TRAIN, i, &one);
        l.task->kind->show(l.task, SPLIT_TRAIN, i, &other);
    }
    assert_string_equal(str_text(&one), str_text(&other));
    str_release(&one);
    str_release(&other);
    task_free(t);
    unload_task(&l);
}

static int use_data(void **state)
{
    if (use_folder(state))
        return -1;
    write_data();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mapped_task_is_equal_to_a_loaded_one),
        cmocka_unit_test_setup(what_is_made_once_is_found, empty_cache),
        cmocka_unit_test_setup(changed_data_are_seen, empty_cache),
        cmocka_unit_test_setup(changed_files_of_folders_and_archives_are_seen,
                               empty_cache),
        cmocka_unit_test_setup(data_written_again_are_the_same, empty_cache),
        cmocka_unit_test_setup(damaged_images_are_made_anew, empty_cache),
        cmocka_unit_test_setup(a_file_with_its_stamp_is_not_read, empty_cache),
        cmocka_unit_test_setup(bad_data_leave_no_image, empty_cache),
        cmocka_unit_test_setup(what_finds_no_room_is_loaded, empty_cache),
        cmocka_unit_test_setup(other_fields_are_another_task, empty_cache),
        cmocka_unit_test_setup(a_made_split_takes_no_room, empty_cache),
    };

    return cmocka_run_group_tests(tests, use_data, remove_folder);
}
