/* A folder that cannot be read to its end is an error, and is not treated as
 * one with fewer files. */
#include "config.h"

#include "tests/test.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/files/folder_entries.h"
#include "sweep/folder/folder.h"
#include "tests/unit/text_files.h"
#include "text/files/file_set.h"

#define FILES 5

/* readdir() returns so many entries and then an error; -1: no error. */
static int before_error;

struct dirent *readdir(DIR *d)
{
    static struct dirent *(*real)(DIR *);

    if (!before_error) {
        errno = ESTALE;
        return NULL;
    }
    before_error -= before_error > 0;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "readdir");
    return real(d);
}

/* Set the fault; an earlier error says nothing about this folder. */
static void fail_behind(int entries)
{
    before_error = entries;
    errno = ENOENT;
}

static void says_why(const struct error *e, const char *name)
{
    assert_non_null(strstr(e->text, name));
    assert_non_null(strstr(e->text, strerror(ESTALE)));
}

/* --- data ----------------------------------------------------------------- */

static int files_read(const char *path, struct error *e)
{
    struct file_set *f = file_set_open(path, NULL, e);
    int files = 0, more = f ? 1 : -1;

    while (more > 0 && (more = file_set_next(f, e)) > 0)
        files++;
    file_set_close(f);
    return more < 0 ? -1 : files;
}

static void no_data_are_missing(void **state)
{
    const char *path = path_of("data");
    struct digest d, now;
    struct error e;

    (void)state;
    fail_behind(-1);
    assert_int_equal(files_read(path, &e), FILES);
    assert_int_equal(file_set_digest_now(path, &d, &e), 0);
    for (int n = 0; n < FILES + 2; n++) {
        fail_behind(n);
        assert_int_equal(files_read(path, &e), -1);
        says_why(&e, "data");
        fail_behind(n);
        assert_int_equal(file_set_digest_now(path, &now, &e), -1);
        fail_behind(n);
        assert_int_equal(file_set_stamp(path).inode, 0);
    }
    fail_behind(FILES + 3); /* with "."  and "..", and the end */
    assert_int_equal(file_set_digest_now(path, &now, &e), 0);
    assert_true(digest_equal(d, now));
}

/* --- results -------------------------------------------------------------- */

static void no_trials_are_missing(void **state)
{
    struct digest *trial;
    struct error e;

    (void)state;
    fail_behind(-1);
    assert_int_equal(folder_results(folder, &trial, &e), FILES);
    free(trial);
    for (int n = 0; n < FILES + 2; n++) {
        fail_behind(n);
        assert_int_equal(folder_results(folder, &trial, &e), -1);
        says_why(&e, "trials/ab");
        assert_null(trial);
    }
}

static void a_folder_that_is_not_there_has_no_trials(void **state)
{
    struct digest *trial;
    struct error e;

    (void)state;
    fail_behind(-1);
    assert_int_equal(folder_results(path_of("data"), &trial, &e), 0);
    free(trial);
}

static void nor_is_a_file_one(void **state)
{
    struct digest *trial;
    struct error e;

    (void)state;
    fail_behind(-1);
    file_of("trials/cd", "");
    assert_int_equal(folder_results(folder, &trial, &e), -1);
    assert_non_null(strstr(e.text, "trials/cd"));
    assert_int_equal(unlink(path_of("trials/cd")), 0);
}

/* --- the cache ------------------------------------------------------------ */

/* The size is not judged by the part that could be listed. */
static void no_image_is_missing(void **state)
{
    struct cache_size size;
    struct cache c;
    struct error e;

    (void)state;
    fail_behind(-1);
    assert_int_equal(cache_open(&c, (struct digest){1, 2}, &e), 0);
    assert_int_equal(cache_make_room(&c, 10, 1000, &e), 0);
    fail_behind(1);
    assert_int_equal(cache_make_room(&c, 10, 1000, &e), -1);
    says_why(&e, c.folder);
    fail_behind(1);
    assert_int_equal(cache_size(c.folder, &size, &e), -1);
    fail_behind(-1);
    cache_close(&c);
}

/* --- all ------------------------------------------------------------------ */

static void take(void *context, int in, const struct dirent *entry)
{
    struct digest *all = context;

    assert_int_equal(S_ISREG(entry_type(in, entry, false)), 1);
    all->hi++;
    all->lo += strlen(entry->d_name);
    errno = EIO; /* an error of something else */
}

static void a_folder_that_is_whole_is_none(void **state)
{
    struct digest all = {0};
    struct error e;

    (void)state;
    fail_behind(-1);
    assert_int_equal(folder_each(path_of("data"), take, &all, &e), 0);
    assert_int_equal(all.hi, FILES);
    assert_int_equal(all.lo, FILES);
    assert_int_equal(folder_each(path_of("none"), take, &all, &e), -1);
    assert_int_equal(errno, ENOENT);
}

static int fill(void **state)
{
    if (make_folder(state) || setenv("CODARUN_CACHE", folder, 1) ||
        mkdir(path_of("data"), 0777) || mkdir(path_of("trials"), 0777) ||
        mkdir(path_of("trials/ab"), 0777))
        return -1;
    for (int i = 0; i < FILES; i++) {
        char name[60];

        snprintf(name, sizeof(name), "trials/ab/ab%030d.h5", i);
        file_of(name, "");
        snprintf(name, sizeof(name), "data/%d", i);
        file_of(name, name);
    }
    before_error = -1;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_data_are_missing),
        cmocka_unit_test(no_trials_are_missing),
        cmocka_unit_test(a_folder_that_is_not_there_has_no_trials),
        cmocka_unit_test(nor_is_a_file_one),
        cmocka_unit_test(no_image_is_missing),
        cmocka_unit_test(a_folder_that_is_whole_is_none),
    };

    return cmocka_run_group_tests(tests, fill, remove_folder);
}
