/* A folder of data is read once for an image, and listed once for all processes
 * that want it at one time. */
#include "config.h"

#include "tests/test.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/cache.h"
#include "engine/task/task_cache.h"
#include "tests/unit/engine/task/settled.h"
#include "tests/unit/engine/task/task_equal.h"
#include "tests/unit/text_files.h"
#include "text/files/file_set.h"

#define FILES 20
#define TASK "{kind: cloze, layout: cnn, train: q/, valid: v/}"

/* --- calls of the system that are watched --------------------------------- */

#define REAL(type, name, ...)         \
    static type (*real)(__VA_ARGS__); \
    if (!real)                        \
    *(void **)&real = dlsym(RTLD_NEXT, name)

#define OTHERS 3 /* processes, numbered from 1 */

static int number;

/* Counts over all processes of the test. */
struct counts {
    int opens;             /* of question files */
    int listings;          /* of their folder */
    int waits[1 + OTHERS]; /* of each process for its turn */
};
static struct counts *count;

/* Called once, in the middle of a listing. */
static void (*at_listing)(void);

int open(const char *path, int flags, ...)
{
    REAL(int, "open", const char *, int, mode_t);
    va_list more;

    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (count && strstr(path, ".question"))
        count->opens++;
    return real(path, flags, mode);
}

DIR *opendir(const char *path)
{
    REAL(DIR *, "opendir", const char *);
    void (*act)(void) = at_listing;
    const size_t n = strlen(path);

    if (count && n > 2 && !strcmp(path + n - 2, "/q"))
        count->listings++;
    at_listing = NULL;
    if (act)
        act();
    return real(path);
}

int fcntl(int fd, int command, ...)
{
    REAL(int, "fcntl", int, int, void *);
    va_list more;

    va_start(more, command);
    void *what = va_arg(more, void *);
    va_end(more);
    const int result = real(fd, command, what);

    if (count && command == F_OFD_SETLK && result)
        count->waits[number]++;
    return result;
}

/* --- the data ------------------------------------------------------------- */

static void question(const char *name, const char *answer)
{
    char text[200];

    snprintf(text, sizeof(text),
             "u\n\n@entity1 saw @entity2 .\n\n@placeholder ran\n\n%s\n\n"
             "@entity1:a\n@entity2:b\n",
             answer);
    file_of(name, text);
}

static void fill(void)
{
    for (int i = 0; i < FILES; i++) {
        char name[40];

        snprintf(name, sizeof(name), "q/%02d.question", i);
        question(name, "@entity1");
    }
    question("v/0.question", "@entity2");
    settled = true;
}

static int begin(void **state)
{
    char *where = cache_folder();
    char *command = memory_format("rm -rf '%s' '%s'/[qv]", where, folder);

    (void)state;
    const int failed = system(command) || mkdir(path_of("q"), 0777) ||
                       mkdir(path_of("v"), 0777);

    fill();
    free(command);
    free(where);
    *count = (struct counts){0};
    return failed;
}

static struct loaded loaded(void)
{
    struct loaded l;

    if (load_task(&l, TASK))
        fail_msg("%s", l.error.text);
    return l;
}

/* The task from the cache equals the one without a cache. */
static void comes_right(void)
{
    const struct counts before = *count;
    struct loaded l = loaded();
    struct error e;

    *count = before;
    struct task *t = task_cached(&l.chosen, folder, 1e9, &e);

    assert_non_null(t);
    assert_non_null(t->image);
    same_tasks(l.task, t);
    assert_true(digest_equal(t->file[0].digest, l.task->file[0].digest));
    task_free(t);
    unload_task(&l);
}

static void has_opened(int files)
{
    assert_int_equal(count->opens, files);
    count->opens = 0;
}

/* --- tests ---------------------------------------------------------------- */

static void a_folder_is_read_once(void **state)
{
    (void)state;
    comes_right();
    has_opened(FILES + 1);
    comes_right();
    comes_right();
    has_opened(0);
}

/* While stat data are not settled, bytes decide. */
static void one_that_was_just_written_is_read_again(void **state)
{
    (void)state;
    settled = false;
    comes_right();
    count->opens = 0;
    comes_right();
    has_opened(FILES + 1);
    comes_right();
    has_opened(FILES + 1);
    settled = true;
    comes_right();
    has_opened(FILES + 1);
    comes_right();
    has_opened(0);
}

/* The same bytes with other stat data are read once more, not each time. */
static void files_that_were_touched_are_read_once(void **state)
{
    (void)state;
    comes_right();
    count->opens = 0;
    assert_int_equal(chmod(path_of("q/03.question"), 0600), 0);
    comes_right();
    has_opened(FILES);
    comes_right();
    has_opened(0);
}

static void is_seen(void)
{
    count->opens = 0;
    comes_right();
    assert_true(count->opens >= FILES);
}

/* With the same length and times as before. */
static void change(const char *name)
{
    struct stat was;

    assert_int_equal(stat(path_of(name), &was), 0);
    const struct timespec times[] = {was.st_atim, was.st_mtim};

    question(name, "@entity2");
    assert_int_equal(utimensat(AT_FDCWD, path_of(name), times, 0), 0);
}

static void whatever_changes_in_it_is_seen(void **state)
{
    char from[200];

    (void)state;
    comes_right();
    change("q/19.question");
    is_seen();
    question("q/20.question", "@entity1");
    is_seen();
    snprintf(from, sizeof(from), "%s", path_of("q/07.question"));
    assert_int_equal(rename(from, path_of("q/99.question")), 0);
    is_seen();
    assert_int_equal(unlink(path_of("q/00.question")), 0);
    is_seen();
    file_of("q/.hidden", "nothing");
    count->opens = 0;
    comes_right();
    has_opened(0);
}

static void stamps_of_a_folder_are_of_what_is_in_it(void **state)
{
    const struct file_stat was = file_set_stamp(path_of("q/"));
    struct file_stat is = file_set_stamp(path_of("q"));

    (void)state;
    assert_true(was.inode && was.bytes > FILES);
    assert_true(file_stat_equal(&was, &is));
    assert_true(file_stat_settled(&was));
    settled = false;
    assert_false(file_stat_settled(&was));
    is = file_set_stamp(path_of("v"));
    assert_false(file_stat_equal(&was, &is));
    assert_int_equal(mkfifo(path_of("q/pipe"), 0600), 0);
    assert_int_equal(file_set_stamp(path_of("q")).inode, 0);
    assert_int_equal(file_set_stamp(path_of("none")).inode, 0);
}

/* --- several at a time ---------------------------------------------------- */

static struct loaded wanted;

static struct task *cached(void)
{
    struct error e;

    return task_cached(&wanted.chosen, folder, 1e9, &e);
}

static pid_t other[1 + OTHERS];

static bool has_ended(pid_t process)
{
    siginfo_t is = {0};

    return !waitid(P_PID, (id_t)process, &is, WEXITED | WNOHANG | WNOWAIT) &&
           is.si_pid;
}

/* Start another process; return when it waits for its turn. */
static void start_other(int n)
{
    other[n] = fork();
    if (!other[n]) {
        number = n;
        const struct task *t = cached();

        _exit(t && t->image ? 0 : 1);
    }
    while (!count->waits[n] && !has_ended(other[n]))
        clock_sleep(0.001);
}

/* The clock must advance between writing and using the image. */
static void others_come(void)
{
    clock_sleep(0.02);
    for (int n = 1; n <= OTHERS; n++)
        start_other(n);
}

static void one_checks_for_all_that_come_meanwhile(void **state)
{
    (void)state;
    comes_right();
    wanted = loaded();
    *count = (struct counts){0};
    at_listing = others_come;
    task_free(cached());
    for (int n = 1; n <= OTHERS; n++) {
        int status;

        assert_int_equal(waitpid(other[n], &status, 0), other[n]);
        assert_int_equal(status, 0);
        assert_true(count->waits[n] > 0);
    }
    assert_int_equal(count->listings, 1);
    has_opened(0);
    unload_task(&wanted);
}

static int use_folder(void **state)
{
    count = mmap(NULL, sizeof(*count), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return make_folder(state) || setenv("CODARUN_CACHE", folder, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_folder_is_read_once, begin),
        cmocka_unit_test_setup(one_that_was_just_written_is_read_again, begin),
        cmocka_unit_test_setup(files_that_were_touched_are_read_once, begin),
        cmocka_unit_test_setup(whatever_changes_in_it_is_seen, begin),
        cmocka_unit_test_setup(stamps_of_a_folder_are_of_what_is_in_it, begin),
        cmocka_unit_test_setup(one_checks_for_all_that_come_meanwhile, begin),
    };

    return cmocka_run_group_tests(tests, use_folder, remove_folder);
}
