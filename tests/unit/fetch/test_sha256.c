#include "tests/test.h"

#include <string.h>

#include "fetch/sha256.h"

static void assert_sum(const void *bytes, size_t n, const char *hex)
{
    struct sha256 s;
    char found[SHA256_HEX];

    sha256_init(&s);
    sha256_add(&s, bytes, n);
    sha256_hex(&s, found);
    assert_string_equal(found, hex);
}

/* The examples of FIPS 180-4, and of nothing at all. */
static void published_sums_come_out(void **state)
{
    static const char two[] =
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

    (void)state;
    assert_sum("", 0,
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85"
               "5");
    assert_sum("abc", 3,
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a"
               "d");
    assert_sum(two, strlen(two),
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c"
               "1");
}

static void a_million_letters_in_pieces_of_any_length(void **state)
{
    struct sha256 s;
    char letters[200], hex[SHA256_HEX];
    size_t left = 1000000;

    (void)state;
    memset(letters, 'a', sizeof(letters));
    sha256_init(&s);
    for (size_t n = 0; left > 0; n = (n + 7) % sizeof(letters)) {
        const size_t some = n < left ? n : left;

        sha256_add(&s, letters, some);
        left -= some;
    }
    sha256_hex(&s, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e"
                             "046d39ccc7112cd0");
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
        cmocka_unit_test(a_million_letters_in_pieces_of_any_length),
        cmocka_unit_test(a_file_that_is_not_there_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
