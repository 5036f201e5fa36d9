/* Matrix products: every form of the call against a plain loop in double. */
#include "../test.h"

#include <math.h>
#include <string.h>

#include "kernel/gemm.h"
#include "kernel/kernel.h"

#define ROOM 4000

static float a[ROOM], b[ROOM], c[ROOM], before[ROOM];

static void fill(void)
{
    for (int i = 0; i < ROOM; i++) {
        a[i] = sinf((float)i);
        b[i] = cosf((float)(3 * i));
        c[i] = before[i] = sinf((float)(5 * i));
    }
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
static void check(char ta, char tb, int m, int n, int k, float beta, int more)
{
    int lda = (ta == 't' ? m : k) + more, ldb = (tb == 't' ? k : n) + more;
    int ldc = n + 1;

    fill();
    gemm(ta, tb, m, n, k, 0.5f, a, lda, b, ldb, beta, c, ldc);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            double want = 0.5 * element(ta, tb, k, lda, ldb, i, j) +
                          beta * before[i * ldc + j];
            assert_true(fabs(c[i * ldc + j] - want) < 1e-4);
        }
        assert_true(c[i * ldc + n] == before[i * ldc + n]);
    }
}

static void every_form_equals_the_plain_loop(void **state)
{
    static const int sizes[] = {0, 1, 2, 7, 17, 35};

    (void)state;
    for (int form = 0; form < 16; form++)
        for (int m = 0; m < 6; m++)
            for (int n = 0; n < 6; n++)
                for (int k = 0; k < 6; k++)
                    check(form & 1 ? 't' : 'n', form & 2 ? 't' : 'n', sizes[m],
                          sizes[n], sizes[k], form & 4 ? 1.0f : 0.0f,
                          form & 8 ? 3 : 0);
}

static void beta_0_forgets_even_nan(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        fill();
        c[0] = NAN;
        gemm('n', 'n', 1, 1, k, 1.0f, a, 3, b, 1, 0.0f, c, 1);
        assert_false(isnan(c[0]));
    }
}

static void nan_reaches_the_products_it_enters(void **state)
{
    (void)state;
    fill();
    a[0] = NAN;
    gemm('n', 'n', 2, 2, 2, 1.0f, a, 2, b, 2, 0.0f, c, 2);
    assert_true(isnan(c[0]) && isnan(c[1]));
    assert_false(isnan(c[2]) || isnan(c[3]));
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
        cmocka_unit_test(beta_0_forgets_even_nan),
        cmocka_unit_test(nan_reaches_the_products_it_enters),
        cmocka_unit_test(threads_do_not_disturb_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
