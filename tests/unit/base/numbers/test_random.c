#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/random.h"

#define N 100000

static const struct random_key key = {{0xa4093822, 0x299f31d0}};
static const struct address place = {7, 11, 13};

/* Two of Random123's known answers for philox4x32, 10 rounds. */
static void philox_gives_its_known_answers(void **state)
{
    static const uint32_t zero[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c,
                                    0x9b00dbd8};
    static const uint32_t pi[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420,
                                  0x24126ea1};
    const struct address at = {
        .site = 0x85a308d3, .example = 0x13198a2e, .step = 0x03707344};
    uint32_t w[4];

    (void)state;
    random_words((struct random_key){{0, 0}}, (struct address){0}, 4, w);
    assert_memory_equal(w, zero, sizeof(w));
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(random_word(key, at, 0x243f6a88u * 4 + i), pi[i]);
}

/* The vectorised loop against the library, for any length. */
static void many_words_are_the_single_words(void **state)
{
    uint32_t w[301];

    (void)state;
    for (size_t n = 0; n <= 300; n++) {
        w[n] = 0x5eed;
        random_words(key, place, n, w);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(w[i], random_word(key, place, (uint32_t)i));
        assert_int_equal(w[n], 0x5eed); /* and nothing after them */
    }
}

/* The factor by the rule in random_dropout(), from the library's words. */
static float expected_factor(float p, uint32_t i)
{
    uint32_t counter = i / 128 * 16 + i % 16, half = i / 16 % 8;
    uint32_t word = random_word(key, place, 4 * counter + half / 2);
    uint32_t draw = half % 2 ? word >> 16 : word & 0xffff;

    return draw >= (uint32_t)lroundf(p * 65536) ? 1 / (1 - p) : 0;
}

static void dropout_is_addressed_whatever_its_length(void **state)
{
    float x[401];

    (void)state;
    for (size_t n = 0; n <= 400; n++) {
        x[n] = 42;
        random_dropout(key, place, 0.3f, n, x);
        for (size_t i = 0; i < n; i++)
            assert_true(x[i] == expected_factor(0.3f, (uint32_t)i));
        assert_true(x[n] == 42);
    }
}

static void dropout_drops_its_share_and_keeps_the_mean(void **state)
{
    static const float p[] = {0, 0.1f, 0.2f, 0.5f, 0.9f};
    float *x = malloc(N * sizeof(*x));

    (void)state;
    for (size_t j = 0; j < sizeof(p) / sizeof(p[0]); j++) {
        double dropped = 0, sum = 0;

        random_dropout(key, place, p[j], N, x);
        for (size_t i = 0; i < N; i++) {
            dropped += x[i] == 0;
            sum += x[i];
        }
        assert_true(fabs(dropped / N - p[j]) < 0.006);
        assert_true(fabs(sum / N - 1) < 0.05);
    }
    free(x);
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* 64-bit numbers whose addresses differ in one part only are all distinct. */
static void streams_and_addresses_do_not_meet(void **state)
{
    static const char *const stream[] = {"dropout", "shuffle", "init", ""};
    uint64_t x[4 * 2 * 3 * 3 * 3 * 8];
    size_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
        struct random_key k = random_key(i / 4 % 2, stream[i % 4]);
        struct address at = {i / 8 % 3, i / 24 % 3, i / 72 % 3};
        uint32_t offset = 2 * (i / 216);

        x[n++] = (uint64_t)random_word(k, at, offset) << 32 |
                 random_word(k, at, offset + 1);
    }
    qsort(x, n, sizeof(x[0]), compare);
    for (size_t i = 1; i < n; i++)
        assert_true(x[i - 1] != x[i]);
}

static void uniform_numbers_stay_in_their_range(void **state)
{
    float *x = malloc(N * sizeof(*x));
    double sum = 0;

    (void)state;
    random_uniform(key, place, N, -0.5f, 1.5f, x);
    for (size_t i = 0; i < N; i++) {
        assert_true(x[i] >= -0.5f && x[i] < 1.5f);
        sum += x[i];
    }
    assert_true(fabs(sum / N - 0.5) < 0.01);

    /* There are so few floats in this range that rounding would reach its
     * end. */
    random_uniform(key, place, N, 1.0f, 1.0000002f, x);
    for (size_t i = 0; i < N; i++)
        assert_true(x[i] >= 1.0f && x[i] < 1.0000002f);
    free(x);
}

/* Against the C library's own functions, up to a float's rounding. */
static void normal_numbers_are_box_and_mullers(void **state)
{
    float *x = malloc(N * sizeof(*x));
    uint32_t *w = malloc(N * sizeof(*w));

    (void)state;
    random_normal(key, place, N, 2.0f, x);
    random_words(key, place, N, w);
    for (size_t i = 0; i < N; i += 2) {
        double r = 2 * sqrt(-2 * log((w[i] + 1.0) / 4294967296.0));
        double angle = 2 * acos(-1) * w[i + 1] / 4294967296.0;

        assert_true(fabs(x[i] - r * cos(angle)) < 1e-6);
        assert_true(fabs(x[i + 1] - r * sin(angle)) < 1e-6);
    }
    free(x);
    free(w);
}

static void normal_numbers_have_their_moments(void **state)
{
    float *x = malloc(N * sizeof(*x));
    double sum = 0, squares = 0, fourth = 0, neighbours = 0;

    (void)state;
    random_normal(key, place, N, 1.0f, x);
    for (size_t i = 0; i < N; i++) {
        sum += x[i];
        squares += x[i] * x[i];
        fourth += pow(x[i], 4);
        neighbours += x[i] * x[(i + 1) % N];
    }
    assert_true(fabs(sum / N) < 0.015);
    assert_true(fabs(squares / N - 1) < 0.02);
    assert_true(fabs(fourth / N - 3) < 0.15);
    assert_true(fabs(neighbours / N) < 0.015);
    free(x);
}

static void an_odd_number_of_normals_is_a_prefix(void **state)
{
    float x[130], y[132];

    (void)state;
    random_normal(key, place, 132, 1.0f, y);
    for (size_t n = 0; n < 130; n++) {
        x[n] = 42;
        random_normal(key, place, n, 1.0f, x);
        assert_memory_equal(x, y, n * sizeof(*x));
        assert_true(x[n] == 42);
    }
}

static void whole_numbers_are_fair_and_below(void **state)
{
    int count[7] = {0};

    (void)state;
    for (uint32_t i = 0; i < 70000; i++) {
        uint32_t x = random_below(key, place, i, 7);

        assert_true(x < 7);
        count[x]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(count[i], 9600, 10400);
    assert_int_equal(random_below(key, place, 5, 1), 0);
}

static void reals_are_in_the_unit_interval(void **state)
{
    double sum = 0;

    (void)state;
    for (uint32_t i = 0; i < 10000; i++) {
        double x = random_real(key, place, i);

        assert_true(x >= 0 && x < 1);
        sum += x;
    }
    assert_true(fabs(sum / 10000 - 0.5) < 0.02);
}

/* Mean 0, deviation 1, and two thirds within one of it. */
static void gauss_is_normal(void **state)
{
    double sum = 0, squares = 0;
    int within = 0;

    (void)state;
    for (uint32_t i = 0; i < 100000; i++) {
        const double x =
            random_gauss(random_key(3, "gauss"), (struct address){0}, 2 * i);

        sum += x;
        squares += x * x;
        within += fabs(x) < 1;
    }
    assert_true(fabs(sum / 1e5) < 0.015);
    assert_true(fabs(squares / 1e5 - 1) < 0.02);
    assert_in_range(within, 67700, 68900);
}

/* For any n: each number once, and another order for each turn. */
static void permuted_numbers_are_a_permutation(void **state)
{
    enum { MOST = 300 };
    const struct random_key k = random_key(4, "permuted");
    int moved = 0, turned = 0;

    (void)state;
    for (uint64_t n = 1; n <= MOST; n++) {
        char seen[2][MOST] = {{0}};

        for (uint64_t i = 0; i < n; i++) {
            const uint64_t a = random_permuted(k, 0, n, i),
                           b = random_permuted(k, 1, n, i);

            assert_true(a < n && b < n);
            assert_false(seen[0][a]++ || seen[1][b]++);
            moved += n == MOST && a != i;
            turned += n == MOST && a != b;
        }
    }
    assert_in_range(moved, MOST - 8, MOST);
    assert_in_range(turned, MOST - 8, MOST);
}

/* Where number 0 is put is fair: within 5 deviations over many turns. */
static void a_place_is_fair(void **state)
{
    enum { PLACES = 10, TURNS = 10000 };
    int found[PLACES] = {0};

    (void)state;
    for (uint32_t turn = 0; turn < TURNS; turn++)
        found[random_permuted(random_key(1, "fair"), turn, PLACES, 0)]++;
    for (int i = 0; i < PLACES; i++)
        assert_in_range(found[i], TURNS / PLACES - 150, TURNS / PLACES + 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gauss_is_normal),
        cmocka_unit_test(philox_gives_its_known_answers),
        cmocka_unit_test(many_words_are_the_single_words),
        cmocka_unit_test(dropout_is_addressed_whatever_its_length),
        cmocka_unit_test(dropout_drops_its_share_and_keeps_the_mean),
        cmocka_unit_test(streams_and_addresses_do_not_meet),
        cmocka_unit_test(uniform_numbers_stay_in_their_range),
        cmocka_unit_test(normal_numbers_are_box_and_mullers),
        cmocka_unit_test(normal_numbers_have_their_moments),
        cmocka_unit_test(an_odd_number_of_normals_is_a_prefix),
        cmocka_unit_test(whole_numbers_are_fair_and_below),
        cmocka_unit_test(reals_are_in_the_unit_interval),
        cmocka_unit_test(permuted_numbers_are_a_permutation),
        cmocka_unit_test(a_place_is_fair),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
