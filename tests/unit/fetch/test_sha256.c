#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "fetch/sha256.h"

#define FOLDER_FILE "file"
#include "tests/unit/folder_fixture.h"

/* Check the sum of a file with a text repeated n times. */
static void assert_sum(const char *text, int n, const char *hex)
{
    char found[SHA256_HEX];
    struct error e = {0};
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    while (n--)
        fputs(text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(sha256_file(path, found, &e), 0);
    assert_string_equal(found, hex);
}

/* The examples of FIPS 180-4, and the empty file. */
static void published_sums_come_out(void **state)
{
    (void)state;
    assert_sum("", 1,
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85"
               "5");
    assert_sum("abc", 1,
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a"
               "d");
    assert_sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c"
               "1");
}

/* More than one read() returns. */
static void a_million_letters_are_summed_in_pieces(void **state)
{
    (void)state;
    assert_sum("a", 1000000,
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd"
               "0");
}

static void a_file_that_is_not_there_is_an_error(void **state)
{
    struct error e = {0};
    char hex[SHA256_HEX];

    (void)state;
    assert_int_equal(sha256_file("/none/such", hex, &e), -1);
    assert_non_null(strstr(e.text, "/none/such"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_sums_come_out),
        cmocka_unit_test(a_million_letters_are_summed_in_pieces),
        cmocka_unit_test(a_file_that_is_not_there_is_an_error),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
