/* Messages of Protocol Buffers, compared with the bytes in its
 * documentation. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "report/history/protobuf_write.h"

#define ASSERT_BYTES(out, bytes) assert_bytes(out, bytes, sizeof(bytes) - 1)

static void assert_bytes(struct str *out, const char *bytes, size_t n)
{
    assert_int_equal(out->len, n);
    assert_memory_equal(out->s, bytes, n);
    str_clear(out);
}

/* https://protobuf.dev/programming-guides/encoding/ */
static void the_examples_of_the_documentation_come_out(void **state)
{
    struct str out = {0}, inner = {0};

    (void)state;
    protobuf_put_whole(&out, 1, 150);
    ASSERT_BYTES(&out, "\x08\x96\x01");
    protobuf_put_text(&out, 2, "testing");
    ASSERT_BYTES(&out, "\x12\x07testing");
    protobuf_put_whole(&inner, 1, 150);
    protobuf_put_message(&out, 3, &inner);
    ASSERT_BYTES(&out, "\x1a\x03\x08\x96\x01");
    assert_int_equal(inner.len, 0);
    str_release(&inner);
    str_release(&out);
}

static void whole_numbers_of_any_size_are_whole(void **state)
{
    struct str out = {0};

    (void)state;
    protobuf_put_whole(&out, 1, 0);
    ASSERT_BYTES(&out, "\x08\x00");
    protobuf_put_whole(&out, 1, 127);
    ASSERT_BYTES(&out, "\x08\x7f");
    protobuf_put_whole(&out, 1, 128);
    ASSERT_BYTES(&out, "\x08\x80\x01");
    protobuf_put_whole(&out, 1, -1);
    ASSERT_BYTES(&out, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    protobuf_put_whole(&out, 16, 1); /* a tag of two bytes */
    ASSERT_BYTES(&out, "\x80\x01\x01");
    str_release(&out);
}

static void reals_have_their_lowest_byte_first(void **state)
{
    struct str out = {0};

    (void)state;
    protobuf_put_double(&out, 1, 1.0);
    ASSERT_BYTES(&out, "\x09\0\0\0\0\0\0\xf0\x3f");
    protobuf_put_float(&out, 2, -2.0f);
    ASSERT_BYTES(&out, "\x15\0\0\0\xc0");
    str_release(&out);
}

static void a_text_is_always_utf8(void **state)
{
    struct str out = {0};

    (void)state;
    protobuf_put_text(&out, 1, "a\xff\xc3\xa9");
    ASSERT_BYTES(&out, "\x0a\x06"
                       "a\xef\xbf\xbd\xc3\xa9");
    protobuf_put_text(&out, 1, "");
    ASSERT_BYTES(&out, "\x0a\x00");
    str_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_of_the_documentation_come_out),
        cmocka_unit_test(whole_numbers_of_any_size_are_whole),
        cmocka_unit_test(reals_have_their_lowest_byte_first),
        cmocka_unit_test(a_text_is_always_utf8),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
