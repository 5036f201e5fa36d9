/* Stat data show whether a file has changed. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <utime.h>

#include "base/core/clock.h"
#include "base/files/file_stat.h"
#include "tests/unit/text_files.h"

static void a_change_gives_another_stamp(void **state)
{
    const struct file_stat none = file_stat(path_of("a"));
    struct file_stat was, is;

    (void)state;
    assert_int_equal(none.inode, 0);
    assert_int_equal(file_stat("/dev/null").inode, 0); /* not a regular file */
    file_of("a", "one");
    was = file_stat(path_of("a"));
    assert_false(file_stat_equal(&none, &was));
    is = file_stat(path_of("a"));
    assert_true(file_stat_equal(&was, &is));
    file_of("b", "one");
    is = file_stat(path_of("b"));
    assert_false(file_stat_equal(&was, &is));
    file_of("a", "four");
    is = file_stat(path_of("a"));
    assert_false(file_stat_equal(&was, &is));
}

static struct file_stat written(const char *text)
{
    file_of("t", text);
    assert_int_equal(utime(path_of("t"), &(struct utimbuf){1000, 1000}), 0);
    return file_stat(path_of("t"));
}

/* After the clock has ticked. */
static void a_time_that_is_set_back_hides_nothing(void **state)
{
    const struct file_stat was = written("one");
    struct file_stat is;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        is = written("two");
        if (!file_stat_equal(&was, &is))
            break;
        clock_sleep(0.001);
    }
    assert_int_equal(was.inode, is.inode);
    assert_int_equal(was.bytes, is.bytes);
    assert_int_equal(was.written[0], is.written[0]);
    assert_false(file_stat_equal(&was, &is));
}

/* However old its time of writing is set to be. */
static void what_has_just_changed_is_not_settled(void **state)
{
    struct file_stat s;

    (void)state;
    file_of("c", "one");
    assert_int_equal(utime(path_of("c"), &(struct utimbuf){1000, 1000}), 0);
    s = file_stat(path_of("c"));
    assert_int_equal(s.written[0], 1000);
    assert_false(file_stat_settled(&s));
    s = file_stat("/proc/self/exe");
    assert_true(file_stat_settled(&s)); /* this program is older */
}

static void a_digest_is_of_all_bytes(void **state)
{
    char *bytes = malloc(200000);
    struct digest d;
    struct error e;

    (void)state;
    memset(bytes, 'x', 200000);
    bytes_of("d", bytes, 200000);
    assert_int_equal(file_digest(path_of("d"), &d, &e), 0);
    assert_true(digest_equal(d, digest_of(bytes, 200000)));
    assert_int_equal(file_digest(path_of("e"), &d, &e), -1);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_gives_another_stamp),
        cmocka_unit_test(a_time_that_is_set_back_hides_nothing),
        cmocka_unit_test(what_has_just_changed_is_not_settled),
        cmocka_unit_test(a_digest_is_of_all_bytes),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
