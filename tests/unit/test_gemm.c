/* Matrix products: every form of the call against a plain loop in double. */
#include "../test.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernel/gemm.h"
#include "kernel/gemm_avx512.h"
#include "kernel/kernel.h"

#define ROOM (520 * 780)

typedef void product(char ta, char tb, int m, int n, int k, float alpha,
                     const float *a, int lda, const float *b, int ldb,
                     float beta, float *c, int ldc);

static float a[ROOM], b[ROOM], c[ROOM], before[ROOM];

static void fill(void)
{
    static bool ready;

    for (int i = 0; i < ROOM && !ready; i++) {
        a[i] = sinf((float)i);
        b[i] = cosf((float)(3 * i));
        before[i] = sinf((float)(5 * i));
    }
    ready = true;
    memcpy(c, before, sizeof(c));
}

static double element(char ta, char tb, int k, int lda, int ldb, int i, int j)
{
    double sum = 0.0;

    for (int p = 0; p < k; p++)
        sum += (double)a[ta == 't' ? p * lda + i : i * lda + p] *
               b[tb == 't' ? j * ldb + p : p * ldb + j];
    return sum;
}

/* Rows are as long as they are wide, or longer by `more`. */
static void check(product *multiply, char ta, char tb, int m, int n, int k,
                  float beta, int more)
{
    int lda = (ta == 't' ? m : k) + more, ldb = (tb == 't' ? k : n) + more;
    int ldc = n + 1;

    fill();
    multiply(ta, tb, m, n, k, 0.5f, a, lda, b, ldb, beta, c, ldc);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            double want = 0.5 * element(ta, tb, k, lda, ldb, i, j) +
                          beta * before[i * ldc + j];
            assert_true(fabs(c[i * ldc + j] - want) < 2e-6 * k + 1e-6);
        }
        assert_true(c[i * ldc + n] == before[i * ldc + n]);
    }
    for (int j = 0; j < ldc; j++)
        assert_true(c[m * ldc + j] == before[m * ldc + j]);
}

static void every_form_equals_the_plain_loop(void **state)
{
    static const int sizes[] = {0, 1, 2, 7, 17, 35};

    (void)state;
    for (int form = 0; form < 16; form++)
        for (int m = 0; m < 6; m++)
            for (int n = 0; n < 6; n++)
                for (int k = 0; k < 6; k++)
                    check(gemm, form & 1 ? 't' : 'n', form & 2 ? 't' : 'n',
                          sizes[m], sizes[n], sizes[k], form & 4 ? 1.0f : 0.0f,
                          form & 8 ? 3 : 0);
}

#ifdef __x86_64__
/* Sizes on both sides of what a tile, a panel and a copy hold, and rows so far
 * apart that they are copied. */
static void tiles_equal_the_plain_loop(void **state)
{
    static const int rows[] = {1, 7, 16, 65, 241, 257};
    static const int cols[] = {1, 16, 49, 64, 129};
    static const int depths[] = {1, 17, 256, 513};
    static const int apart[] = {0, 3, 520};

    (void)state;
    for (int form = 0; form < 12; form++)
        for (int m = 0; m < 6; m++)
            for (int n = 0; n < 5; n++)
                for (int k = 0; k < 4; k++)
                    check(gemm_avx512, form & 1 ? 't' : 'n',
                          form & 2 ? 't' : 'n', rows[m], cols[n], depths[k],
                          form / 4 ? 1.0f : 0.0f, apart[form / 4]);
}

/* A part of C has the same bits as when it is all that is asked for. */
static void tiles_do_not_see_their_neighbours(void **state)
{
    enum {
        M = 270,
        N = 113,
        K = 300,
        ROW = 18,
        COL = 37,
        HIGH = 30,
        WIDE = 50
    };
    static float part[HIGH * WIDE];

    (void)state;
    for (int form = 0; form < 8; form++) {
        const bool ta = form & 1, tb = form & 2;
        const int apart = form & 4 ? 520 : 0; /* so far that they are copied */
        const int lda = (ta ? M : K) + apart, ldb = (tb ? K : N) + apart;

        fill();
        gemm_avx512(ta ? 't' : 'n', tb ? 't' : 'n', M, N, K, 1.0f, a, lda, b,
                    ldb, 0.0f, c, N);
        gemm_avx512(ta ? 't' : 'n', tb ? 't' : 'n', HIGH, WIDE, K, 1.0f,
                    a + (ta ? ROW : ROW * lda), lda, b + (tb ? COL * ldb : COL),
                    ldb, 0.0f, part, WIDE);
        for (int i = 0; i < HIGH; i++)
            assert_memory_equal(part + i * WIDE, c + (ROW + i) * N + COL,
                                WIDE * sizeof(*c));
    }
}
#endif

static void beta_0_forgets_even_nan(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        fill();
        c[0] = NAN;
        gemm('n', 'n', 1, 1, k, 1.0f, a, 3, b, 1, 0.0f, c, 1);
        assert_false(isnan(c[0]));
    }
    fill();
    c[0] = NAN;
    gemm('n', 'n', 128, 128, 128, 1.0f, a, 128, b, 128, 0.0f, c, 128);
    assert_false(isnan(c[0]));
}

static void nan_reaches_the_products_it_enters(void **state)
{
    (void)state;
    fill();
    const float kept = a[0];
    a[0] = NAN;
    gemm('n', 'n', 2, 2, 2, 1.0f, a, 2, b, 2, 0.0f, c, 2);
    assert_true(isnan(c[0]) && isnan(c[1]));
    assert_false(isnan(c[2]) || isnan(c[3]));
    gemm('n', 't', 128, 128, 128, 1.0f, a, 128, b, 128, 0.0f, c, 128);
    for (int i = 0; i < 2 * 128; i++)
        assert_int_equal(isnan(c[i]) != 0, i < 128);
    a[0] = kept;
}

/* Each thread's product is its own: what a serial OpenBLAS gets wrong. */
static void threads_do_not_disturb_each_other(void **state)
{
    static float x[64 * 64], alone[64 * 64];
    struct error e = {0};
    int wrong = 0;

    (void)state;
    assert_int_equal(kernel_start(&e), 0);
    for (int i = 0; i < 64 * 64; i++)
        x[i] = sinf((float)i);
    gemm('n', 't', 64, 64, 64, 1.0f, x, 64, x, 64, 0.0f, alone, 64);
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
    for (int i = 0; i < 400; i++) {
        float mine[64 * 64];
        gemm('n', 't', 64, 64, 64, 1.0f, x, 64, x, 64, 0.0f, mine, 64);
        wrong += memcmp(mine, alone, sizeof(mine)) != 0;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_equals_the_plain_loop),
#ifdef __x86_64__
        unit_test_if(kernel_simd() == SIMD_AVX512, tiles_equal_the_plain_loop,
                     "no AVX-512"),
        unit_test_if(kernel_simd() == SIMD_AVX512,
                     tiles_do_not_see_their_neighbours, "no AVX-512"),
#endif
        cmocka_unit_test(beta_0_forgets_even_nan),
        cmocka_unit_test(nan_reaches_the_products_it_enters),
        cmocka_unit_test(threads_do_not_disturb_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
