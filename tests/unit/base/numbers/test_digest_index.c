/* The index finds the element with a digest: the first that was added. */
#include "tests/test.h"

#include <stdlib.h>

#include "base/numbers/digest_index.h"
#include "base/numbers/digest_map.h"

enum { ELEMENTS = 5000, KEYS = 1300 };

struct element {
    long before;
    struct digest name;
    char behind;
};

/* Many have the same last bits, by which their slots are chosen. */
static struct digest name_of(long i)
{
    const long key = i * 7919 % KEYS;

    return (struct digest){.hi = (uint64_t)key, .lo = (uint64_t)key % 64};
}

static void the_first_of_equals_is_found(void **state)
{
    struct element *all = calloc(ELEMENTS, sizeof(*all));
    const struct digest_array of = {&all->name, sizeof(*all)};
    struct digest_index x = {0};
    struct digest_map map = {0};

    (void)state;
    assert_int_equal(digest_index_find(&x, &of, name_of(0)), -1);
    for (long i = 0; i < ELEMENTS; i++) {
        all[i].name = name_of(i);
        assert_int_equal(digest_index_take(&x, &of, i),
                         digest_map_add(&map, all[i].name, i));
    }
    assert_int_equal(x.n, KEYS);
    for (long i = 0; i < ELEMENTS; i++)
        assert_int_equal(digest_index_find(&x, &of, name_of(i)), i % KEYS);
    assert_int_equal(
        digest_index_find(&x, &of, (struct digest){.hi = KEYS, .lo = 1}), -1);
    digest_index_release(&x);
    digest_map_release(&map);
    free(all);
}

/* Its purpose: at most eleven bytes per element, besides the digest. */
static void it_takes_few_bytes(void **state)
{
    struct digest *all = calloc(ELEMENTS, sizeof(*all));
    const struct digest_array of = {all, sizeof(*all)};
    struct digest_index x = {0};

    (void)state;
    for (long i = 0; i < ELEMENTS; i++) {
        all[i] = digest_of(&i, sizeof(i));
        digest_index_take(&x, &of, i);
        if (i >= 64)
            assert_true((size_t)x.room * sizeof(*x.place) <= 11 * (size_t)i);
    }
    digest_index_release(&x);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_equals_is_found),
        cmocka_unit_test(it_takes_few_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
