/* Which kernel OpenBLAS is told to use, and at which level codarun works, both
 * given as functions of a level and a name.  Also how a processor is named. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "engine/kernel/kernel.h"

struct choice {
    enum simd have;
    const char *core, *users, *better;
};

static void check(const struct choice *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *found =
            kernel_better_blas(c[i].have, c[i].core, c[i].users);

        if (!found && !c[i].better)
            continue;
        if (!found || !c[i].better)
            fail_msg("%s on %s: found %s, expected %s", c[i].core,
                     kernel_simd_name(c[i].have), found ? found : "none",
                     c[i].better ? c[i].better : "none");
        assert_string_equal(found, c[i].better);
    }
}

#define CHECK(table) check(table, sizeof(table) / sizeof(table[0]))

static void a_kernel_below_the_processor_is_corrected(void **state)
{
    static const struct choice table[] = {
        {SIMD_AVX512, "Prescott", NULL, "SkylakeX"},
        {SIMD_AVX512, "Nehalem", NULL, "SkylakeX"},
        {SIMD_AVX512, "Sandybridge", NULL, "SkylakeX"},
        {SIMD_AVX512, "Haswell", NULL, "SkylakeX"},
        {SIMD_AVX2, "Prescott", NULL, "Haswell"},
        {SIMD_AVX2, "Barcelona", NULL, "Haswell"},
        {SIMD_AVX2, "unknown to us", NULL, "Haswell"},
    };

    (void)state;
    CHECK(table);
}

static void a_kernel_above_what_codarun_may_use_is_lowered(void **state)
{
    static const struct choice table[] = {
        {SIMD_AVX2, "SkylakeX", NULL, "Haswell"},
        {SIMD_AVX2, "SapphireRapids", NULL, "Haswell"},
        {SIMD_PLAIN, "Haswell", NULL, "Prescott"},
    };

    (void)state;
    CHECK(table);
}

static void a_kernel_that_fits_is_kept(void **state)
{
    static const struct choice table[] = {
        {SIMD_AVX512, "SkylakeX", NULL, NULL},
        {SIMD_AVX512, "Cooperlake", NULL, NULL},
        {SIMD_AVX512, "SapphireRapids", NULL, NULL},
        {SIMD_AVX512, "Zen", NULL, NULL},
        {SIMD_AVX2, "Haswell", NULL, NULL},
        {SIMD_AVX2, "Zen", NULL, NULL},
        {SIMD_AVX2, "ZEN", NULL, NULL},
        {SIMD_AVX2, "Excavator", NULL, NULL},
        {SIMD_PLAIN, "Prescott", NULL, NULL},
        {SIMD_PLAIN, "Nehalem", NULL, NULL},
        {SIMD_PLAIN, "neoversen1", NULL, NULL},
        {SIMD_NEON, "neoversen1", NULL, NULL},
        {SIMD_NEON, "armv8", NULL, NULL},
    };

    (void)state;
    CHECK(table);
}

static void the_choice_of_the_user_is_left_alone(void **state)
{
    static const struct choice table[] = {
        {SIMD_AVX512, "Prescott", "Prescott", NULL},
        {SIMD_AVX512, "Haswell", "Haswell", NULL},
        {SIMD_AVX2, "Prescott", "", NULL},
    };

    (void)state;
    CHECK(table);
}

static void a_level_is_one_that_the_processor_has(void **state)
{
    static const struct {
        enum simd have;
        const char *users;
        int refused;
        enum simd chosen;
    } table[] = {
        {SIMD_AVX512, NULL, 0, SIMD_AVX512},
        {SIMD_AVX512, "", 0, SIMD_AVX512},
        {SIMD_AVX512, "avx512", 0, SIMD_AVX512},
        {SIMD_AVX512, "avx2", 0, SIMD_AVX2},
        {SIMD_AVX512, "plain", 0, SIMD_PLAIN},
        {SIMD_AVX2, "avx2", 0, SIMD_AVX2},
        {SIMD_NEON, NULL, 0, SIMD_NEON},
        {SIMD_NEON, "neon", 0, SIMD_NEON},
        {SIMD_NEON, "plain", 0, SIMD_PLAIN},
        {SIMD_PLAIN, "plain", 0, SIMD_PLAIN},
        {SIMD_AVX512, "avx5", -1, SIMD_AVX512},
        {SIMD_AVX512, "AVX2", -1, SIMD_AVX512},
        {SIMD_AVX512, "neon", -1, SIMD_AVX512},
        {SIMD_AVX2, "avx512", -1, SIMD_AVX2},
        {SIMD_NEON, "avx2", -1, SIMD_NEON},
        {SIMD_PLAIN, "neon", -1, SIMD_PLAIN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct error e = {0};
        enum simd chosen;
        int refused =
            kernel_choose_simd(table[i].have, table[i].users, &chosen, &e);

        assert_int_equal(refused, table[i].refused);
        assert_int_equal(chosen, table[i].chosen);
        if (refused)
            assert_non_null(strstr(e.text, table[i].users));
    }
}

static void a_refused_level_is_answered_with_those_there_are(void **state)
{
    struct error e;
    enum simd chosen;

    (void)state;
    kernel_choose_simd(SIMD_AVX512, "avx5", &chosen, &e);
    assert_string_equal(e.text, "CODARUN_SIMD: found 'avx5', expected what "
                                "this processor has: plain, avx2 or avx512");
    kernel_choose_simd(SIMD_PLAIN, "avx5", &chosen, &e);
    assert_string_equal(e.text, "CODARUN_SIMD: found 'avx5', expected what "
                                "this processor has: plain");
}

static void a_user_lowers_the_level(void **state)
{
    (void)state;
    setenv("CODARUN_SIMD", "plain", 1);
    assert_int_equal(kernel_users_simd(), SIMD_PLAIN);
    unsetenv("CODARUN_SIMD");
    assert_int_equal(kernel_users_simd(), kernel_simd());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_below_the_processor_is_corrected),
        cmocka_unit_test(a_kernel_above_what_codarun_may_use_is_lowered),
        cmocka_unit_test(a_kernel_that_fits_is_kept),
        cmocka_unit_test(the_choice_of_the_user_is_left_alone),
        cmocka_unit_test(a_level_is_one_that_the_processor_has),
        cmocka_unit_test(a_refused_level_is_answered_with_those_there_are),
        cmocka_unit_test(a_user_lowers_the_level),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
