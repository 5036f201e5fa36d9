#include "tests/test.h"

#include <string.h>

#include "base/numbers/digest.h"

static const char text[] = "compositional de-attention";

static void pieces_and_the_whole_have_one_digest(void **state)
{
    const struct digest whole = digest_of(text, sizeof(text));

    (void)state;
    for (size_t cut = 0; cut <= sizeof(text); cut++) {
        struct hasher *h = hasher_new();

        hasher_add(h, text, cut);
        hasher_add(h, NULL, 0);
        hasher_add(h, text + cut, sizeof(text) - cut);
        assert_true(digest_equal(hasher_digest(h), whole));
        assert_true(digest_equal(hasher_digest(h), whole)); /* not consumed */
        hasher_free(h);
    }
}

static void any_changed_bit_changes_the_digest(void **state)
{
    const struct digest whole = digest_of(text, sizeof(text));

    (void)state;
    for (size_t i = 0; i < 8 * sizeof(text); i++) {
        char other[sizeof(text)];

        memcpy(other, text, sizeof(text));
        other[i / 8] ^= (char)(1 << i % 8);
        assert_false(digest_equal(digest_of(other, sizeof(other)), whole));
        assert_true(hash64(other, sizeof(other)) != hash64(text, sizeof(text)));
    }
}

static void a_digest_survives_being_written(void **state)
{
    const struct digest d = {0x0123456789abcdef, 0x00000000fedcba98};
    struct digest back;
    char hex[DIGEST_HEX];

    (void)state;
    digest_hex(d, hex);
    assert_string_equal(hex, "0123456789abcdef00000000fedcba98");
    assert_int_equal(digest_parse(hex, &back), 0);
    assert_true(digest_equal(back, d));
}

static void what_is_no_digest_is_refused(void **state)
{
    struct digest d;

    (void)state;
    assert_int_equal(digest_parse("", &d), -1);
    assert_int_equal(digest_parse("0123456789abcdef", &d), -1);
    assert_int_equal(digest_parse("0123456789abcdef00000000fedcba9g", &d), -1);
    assert_int_equal(digest_parse("0123456789ABCDEF00000000fedcba98", &d), -1);
    assert_int_equal(digest_parse("0123456789abcdef00000000fedcba981", &d), -1);
}

static void equals_are_found_by_the_first_of_them(void **state)
{
    struct digest d[500];
    long first[500];

    (void)state;
    for (long i = 0; i < 500; i++) {
        const long which = i * i % 37;

        d[i] = digest_of(&which, sizeof(which));
    }
    digest_firsts(d, 500, first);
    for (long i = 0; i < 500; i++) {
        long j = 0;

        while (j * j % 37 != i * i % 37)
            j++;
        assert_int_equal(first[i], j);
    }
    digest_firsts(d, 0, first);
}

/* XXH3's published value for no bytes: digests are the same everywhere. */
static void the_digest_is_xxh3(void **state)
{
    char hex[DIGEST_HEX];

    (void)state;
    digest_hex(digest_of("", 0), hex);
    assert_string_equal(hex, "99aa06d3014798d86001c324468d497f");
    assert_true(hash64("", 0) == 0x2d06800538d394c2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_and_the_whole_have_one_digest),
        cmocka_unit_test(any_changed_bit_changes_the_digest),
        cmocka_unit_test(a_digest_survives_being_written),
        cmocka_unit_test(what_is_no_digest_is_refused),
        cmocka_unit_test(equals_are_found_by_the_first_of_them),
        cmocka_unit_test(the_digest_is_xxh3),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
