/* The paths of a results folder. */
#include "config.h"

#include "tests/test.h"

#include <string.h>
#include <unistd.h>

#include "base/files/file.h"
#include "sweep/folder/folder.h"

static void paths_are_sharded_by_the_digest(void **state)
{
    struct str out = {0};
    struct digest d;

    (void)state;
    assert_int_equal(digest_parse("ab120000000000000000000000000034", &d), 0);
    folder_result_path("results/x", d, &out);
    assert_string_equal(
        out.s, "results/x/trials/ab/ab120000000000000000000000000034.h5");
    str_clear(&out);
    folder_state_path("results/x", d, &out);
    assert_string_equal(out.s,
                        "results/x/states/ab/ab120000000000000000000000000034");
    str_release(&out);
}

#define RESULTS "test_folder.results"

static int remove_results(void **state)
{
    (void)state;
    rmdir(RESULTS "/states/00");
    rmdir(RESULTS "/states");
    rmdir(RESULTS);
    return file_exists(RESULTS) ? -1 : 0;
}

/* A results folder that was moved away is not made again. */
static void folders_are_made_inside_the_results_folder(void **state)
{
    struct str path = {0};
    struct error e;

    (void)state;
    folder_state_path(RESULTS, (struct digest){0}, &path);
    assert_int_equal(folder_make_for_trial(str_text(&path), &e), -1);
    assert_non_null(strstr(e.text, "No such file or directory"));
    assert_false(file_exists(RESULTS));
    assert_int_equal(folder_make(RESULTS, &e), 0);
    for (int i = 0; i < 2; i++) /* it exists the second time */
        assert_int_equal(folder_make_for_trial(str_text(&path), &e), 0);
    assert_true(file_exists(RESULTS "/states/00"));
    str_release(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_sharded_by_the_digest),
        cmocka_unit_test_setup_teardown(
            folders_are_made_inside_the_results_folder, remove_results,
            remove_results),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
