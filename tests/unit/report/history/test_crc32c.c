/* CRC-32C: the test vectors of RFC 3720, B.4. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "report/history/crc32c.h"

static void the_vectors_of_rfc_3720_come_out(void **state)
{
    unsigned char bytes[32];

    (void)state;
    memset(bytes, 0, sizeof(bytes));
    assert_int_equal(crc32c(bytes, sizeof(bytes)), 0x8a9136aa);
    memset(bytes, 0xff, sizeof(bytes));
    assert_int_equal(crc32c(bytes, sizeof(bytes)), 0x62a8ab43);
    for (int i = 0; i < 32; i++)
        bytes[i] = (unsigned char)i;
    assert_int_equal(crc32c(bytes, sizeof(bytes)), 0x46dd794e);
    for (int i = 0; i < 32; i++)
        bytes[i] = (unsigned char)(31 - i);
    assert_int_equal(crc32c(bytes, sizeof(bytes)), 0x113fdb5c);
    assert_int_equal(crc32c("123456789", 9), 0xe3069283);
}

static void nothing_is_zero(void **state)
{
    (void)state;
    assert_int_equal(crc32c(NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_rfc_3720_come_out),
        cmocka_unit_test(nothing_is_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
