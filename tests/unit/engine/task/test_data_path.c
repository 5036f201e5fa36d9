/* Finding a data file that an experiment names. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "fetch/data_sets.h"
#include "tests/unit/text_files.h"

static void data_is_found_beside_or_under_codarun_data(void **state)
{
    struct error e = {0};
    char *old = getenv("CODARUN_DATA"), *path;

    (void)state;
    old = old ? memory_string(old) : NULL;
    file_of("here", "x\n");
    setenv("CODARUN_DATA", "/nowhere", 1);
    assert_int_equal(data_path("here", folder, &path, &e), 0);
    assert_string_equal(path, path_of("here"));
    free(path);
    assert_int_equal(data_path("absent", folder, &path, &e), -1);
    assert_non_null(strstr(e.text, "/nowhere/absent"));
    assert_non_null(strstr(e.text, path_of("absent")));
    assert_null(strstr(e.text, "data fetch"));
    data_path_sets(data_set_making);
    assert_int_equal(data_path("glove-6b/glove.6B.50d.txt", folder, &path, &e),
                     -1);
    assert_non_null(
        strstr(e.text, "; fetch it by: codarun data fetch glove-6b"));
    setenv("CODARUN_DATA", folder, 1);
    assert_int_equal(data_path("here", "/nowhere", &path, &e), 0);
    free(path);
    if (old)
        setenv("CODARUN_DATA", old, 1);
    else
        unsetenv("CODARUN_DATA");
    free(old);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_is_found_beside_or_under_codarun_data),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
