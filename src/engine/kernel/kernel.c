#include "config.h"

#include "engine/kernel/kernel.h"

#include <cblas.h>
#include <float.h>
#include <gnu/libc-version.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/system/process.h"
#include "engine/kernel/numerics.h"

#define TEXT(x) #x
#define NUMBERS(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)
#ifdef __clang__
#define COMPILER \
    "clang-" NUMBERS(__clang_major__, __clang_minor__, __clang_patchlevel__)
#else
#define COMPILER "gcc-" NUMBERS(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#endif

#define CORE_TYPE "OPENBLAS_CORETYPE"

/* Set together with CORE_TYPE by kernel_correct_blas() for the program it
 * execs. */
#define CORRECTED_FROM "CODARUN_BLAS_FROM"

const char *const products_names[] = {
    [PRODUCTS_OWN] = "own",
    [PRODUCTS_OPENBLAS] = "openblas",
    NULL,
};

static const char *const level_names[] = {
    [SIMD_PLAIN] = "plain",
    [SIMD_NEON] = "neon",
    [SIMD_AVX2] = "avx2",
    [SIMD_AVX512] = "avx512",
};

/* The kernel to ask OpenBLAS for at each of our own levels on x86. */
static const char *const blas_names[] = {
    [SIMD_PLAIN] = "Prescott",
    [SIMD_AVX2] = "Haswell",
    [SIMD_AVX512] = "SkylakeX",
};

const char *kernel_simd_name(enum simd level)
{
    return level_names[level];
}

static enum simd processor(void)
{
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return SIMD_PLAIN;
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return SIMD_AVX512;
    return SIMD_AVX2;
#elif defined(__aarch64__)
    return SIMD_NEON;
#else
    return SIMD_PLAIN;
#endif
}

/* True if a processor of level `have` can run code of `level`. */
static bool has(enum simd have, enum simd level)
{
    return level == SIMD_PLAIN || level == have ||
           (level == SIMD_AVX2 && have == SIMD_AVX512);
}

int kernel_choose_simd(enum simd have, const char *users, enum simd *chosen,
                       struct error *e)
{
    *chosen = have;
    if (!users || !users[0])
        return 0;
    for (enum simd l = SIMD_PLAIN; l <= SIMD_AVX512; l++)
        if (has(have, l) && !strcmp(users, level_names[l])) {
            *chosen = l;
            return 0;
        }
    return error_set(e,
                     "CODARUN_SIMD: found '%s', expected what this processor "
                     "has: plain%s%s%s",
                     users, have == SIMD_AVX512 ? ", avx2" : "",
                     have == SIMD_PLAIN ? "" : " or ",
                     have == SIMD_PLAIN ? "" : level_names[have]);
}

enum simd kernel_users_simd(void)
{
    struct error e; /* reported by kernel_start() */
    enum simd chosen;

    kernel_choose_simd(processor(), getenv("CODARUN_SIMD"), &chosen, &e);
    return chosen;
}

/* The SIMD level that an OpenBLAS kernel uses. */
static enum simd blas_level(const char *core)
{
    static const struct {
        const char *name;
        enum simd level;
    } known[] = {
        {"SkylakeX", SIMD_AVX512},
        {"Cooperlake", SIMD_AVX512},
        {"SapphireRapids", SIMD_AVX512},
        {"Haswell", SIMD_AVX2},
        {"Zen", SIMD_AVX2},
        {"Excavator", SIMD_AVX2},
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (!strcasecmp(core, known[i].name))
            return known[i].level;
    return SIMD_PLAIN;
}

/* Zen's kernels are right for AMD processors with AVX-512 too; every ARM kernel
 * of OpenBLAS uses NEON. */
static bool blas_fits(enum simd have, const char *core)
{
    if (have == SIMD_NEON)
        return true;
    if (have == SIMD_AVX512 && !strcasecmp(core, "Zen"))
        return true;
    return blas_level(core) == have;
}

const char *kernel_better_blas(enum simd have, const char *core,
                               const char *users)
{
    return users || blas_fits(have, core) ? NULL : blas_names[have];
}

void kernel_correct_blas(char **argv)
{
    const char *core = openblas_get_corename();
    const char *keep = getenv("CODARUN_BLAS_KEEP");
    const char *better =
        kernel_better_blas(kernel_simd(), core, getenv(CORE_TYPE));

    if (!better || (keep && !strcmp(keep, "1")))
        return;
    setenv(CORE_TYPE, better, 1);
    setenv(CORRECTED_FROM, core, 1);
    process_again(argv);
    unsetenv(CORE_TYPE); /* exec failed, as without /proc: continue, only
                            slower */
    unsetenv(CORRECTED_FROM);
}

const char *kernel_blas_corrected_from(void)
{
    return getenv(CORRECTED_FROM);
}

bool kernel_says(const char *line)
{
    static const char *const set[] = {CORE_TYPE "=", CORRECTED_FROM "="};

    return kernel_blas_corrected_from() &&
           (!strncmp(line, set[0], strlen(set[0])) ||
            !strncmp(line, set[1], strlen(set[1])));
}

/* Refuse arithmetic that compiler flags or a loaded library have changed,
 * because it would give other digits. */
static int check_arithmetic(struct error *e)
{
    volatile float least = FLT_MIN, half = 0.5f;
    volatile float x = 1 + 0x1p-12f, square = 1 + 0x1p-11f; /* rounded */

    if (least * half == 0)
        return error_set(e, "found numbers below 2^-126 taken for 0, expected "
                            "IEEE 754: is a library in use that was built with "
                            "-ffast-math?");
    if (x * x - square != 0)
        return error_set(e, "found products and sums fused by the compiler, "
                            "expected CFLAGS without -ffp-contract=fast");
    return 0;
}

int kernel_start(struct error *e)
{
    enum simd level;

    if (check_arithmetic(e) ||
        kernel_choose_simd(processor(), getenv("CODARUN_SIMD"), &level, e))
        return -1;
    openblas_set_num_threads(1);
    if (openblas_get_parallel() == 0)
        return error_set(e,
                         "found the serial build of OpenBLAS, whose products "
                         "are wrong when several threads call it; expected "
                         "its OpenMP or pthread build (Debian: "
                         "libopenblas0-openmp, Fedora: openblas-openmp)");
    return 0;
}

const char *kernel_blas_name(void)
{
    return openblas_get_corename();
}

const char *kernel_blas_config(void)
{
    return openblas_get_config();
}

const char *kernel_libc(void)
{
    return gnu_get_libc_version();
}

/* The version is the second word of "OpenBLAS 0.3.21 DYNAMIC_ARCH ...". */
static const char *blas_version(void)
{
    static char version[32];

    if (sscanf(kernel_blas_config(), "%*s %31s", version) != 1)
        snprintf(version, sizeof(version), "unknown");
    return version;
}

const char *kernel_identity(enum products p)
{
    static char own[32], openblas[160];

    if (p == PRODUCTS_OWN) {
        snprintf(own, sizeof(own), "numerics=%d", NUMERICS);
        return own;
    }
    snprintf(openblas, sizeof(openblas),
             "numerics=%d products=%s version=%s kernel=%s", NUMERICS,
             products_names[p], blas_version(), kernel_blas_name());
    return openblas;
}

int kernel_numerics(const char *identity)
{
    int n;

    return sscanf(identity, "numerics=%d", &n) == 1 ? n : 0;
}

const char *kernel_build(void)
{
    static char text[160];

    snprintf(text, sizeof(text), "compiler=%s simd=%s blas=%s libc=%s",
             COMPILER, kernel_simd_name(kernel_simd()), kernel_blas_name(),
             kernel_libc());
    return text;
}
