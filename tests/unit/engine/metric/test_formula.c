/* The contributions of units to a metric that is a formula: in memory, and in a
 * file. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/metric/formula.h"
#include "engine/store/hdf5.h"
#include "engine/store/units_table.h"

enum { UNITS = 3, NUMBERS = 30, MEAN = 0, BLEU, CHRF, METRICS };
static const char names[METRICS][32] = {"mean", "bleu", "chrf"};
static const int orders[METRICS] = {[BLEU] = 4, [CHRF] = 6};

/* Units whose numbers are all distinct, the greatest being `largest`. */
static void make_units(struct units *u, int32_t largest)
{
    units_init(u, "line", UNITS, METRICS);
    units_add_ngrams(u, orders);
    for (int i = 0; i < UNITS * NUMBERS; i++)
        u->ngrams[i] = 100 + i;
    u->ngrams[UNITS * NUMBERS - 1] = largest;
    *units_at(u, 0, MEAN) = (struct tally){0.5, 1};
    units_add_trait(u, "source", NULL)[1] = 7;
}

/* Write the units to a file and read them back; return the number of bytes per
 * number. */
static size_t through_file(const struct units *u, struct units *back,
                           const char *attribute, int64_t more)
{
    struct str image = {0};
    struct error e = {""};
    struct hdf5 h;

    hdf5_create(&h, 0, &e);
    hdf5_put_group(&h, "/units");
    units_put(&h, "/units/test", u, names);
    if (attribute)
        hdf5_put_int(&h, "/units/test", attribute, more);
    assert_int_equal(hdf5_finish(&h, &image), 0);
    hdf5_open(&h, image.s, image.len, &e);
    const hid_t d = H5Dopen2(h.file, "/units/test", H5P_DEFAULT);
    const hid_t row = H5Dget_type(d);
    const size_t size = H5Tget_size(row);

    H5Tclose(row);
    H5Dclose(d);
    units_get(&h, "/units/test", back, names, METRICS);
    if (hdf5_close(&h)) {
        units_release(back);
        assert_non_null(strstr(e.text, "found 9, expected 1 to 8"));
    }
    str_release(&image);
    return (size - METRICS * sizeof(struct tally) - sizeof(int32_t)) / NUMBERS;
}

static void check_file(int32_t largest, size_t bytes)
{
    struct units u, back;

    make_units(&u, largest);
    units_spoil(&u, 1);
    assert_int_equal(through_file(&u, &back, NULL, 0), bytes);
    assert_memory_equal(back.orders, u.orders, sizeof(u.orders));
    assert_memory_equal(back.ngrams, u.ngrams,
                        UNITS * NUMBERS * sizeof(*u.ngrams));
    assert_memory_equal(back.tally, u.tally,
                        UNITS * METRICS * sizeof(*u.tally));
    assert_int_equal(units_trait(&back, "source")->value[1], 7);
    units_release(&u);
    units_release(&back);
}

static void ngrams_come_back_from_as_few_bits_as_hold_them(void **state)
{
    (void)state;
    check_file(INT16_MAX, 2);
    check_file(INT16_MAX + 1, 4);
    check_file(INT32_MAX, 4);
}

static void more_orders_than_there_is_room_for_are_refused(void **state)
{
    struct units u, back;

    (void)state;
    make_units(&u, 0);
    through_file(&u, &back, "mean_orders", MAX_ORDERS + 1);
    assert_null(back.ngrams);
    units_release(&u);
}

static void sums_are_over_the_units_that_are_drawn(void **state)
{
    struct ngram_sums sum[MAX_ORDERS];
    struct units u;

    (void)state;
    make_units(&u, 0);
    assert_true(units_sums(&u, CHRF, (const uint32_t[]){1, 0, 2}, sum));
    assert_int_equal(sum[1].said, 145 + 2 * 147);
    assert_int_equal(sum[1].right, 148 + 2 * 150);
    assert_int_equal(sum[1].shared, 151 + 2 * 153);
    assert_true(units_sums(&u, BLEU, NULL, sum));
    assert_int_equal(sum[3].shared, 133 + 134 + 135);
    units_spoil(&u, 1);
    assert_false(units_sums(&u, BLEU, NULL, sum));
    assert_true(isnan(formula_value(formula_find("bleu"), &u, BLEU, NULL)));
    assert_false(units_sums(&u, CHRF, NULL, sum));
    assert_null(formula_find("mean"));
    units_release(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ngrams_come_back_from_as_few_bits_as_hold_them),
        cmocka_unit_test(more_orders_than_there_is_room_for_are_refused),
        cmocka_unit_test(sums_are_over_the_units_that_are_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
