/* Which kernel OpenBLAS is told to use: a processor's level and a name in, a
 * name out. */
#include "../test.h"

#include "kernel/kernel.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_below_the_processor_is_corrected),
        cmocka_unit_test(a_kernel_above_what_codarun_may_use_is_lowered),
        cmocka_unit_test(a_kernel_that_fits_is_kept),
        cmocka_unit_test(the_choice_of_the_user_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
