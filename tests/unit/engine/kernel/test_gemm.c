/* Matrix products: every form of the call, at every SIMD level, compared with a
 * plain loop bit by bit. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/kernel/gemm.h"
#include "tests/unit/level.h"

#define DEPTH 256 /* of k that are summed separately: see gemm.h */
#define ROOM (4u << 20)

/* Memory that is followed by an unmapped page: an access beyond its end is
 * fatal. */
static float *end_a, *end_b, *end_c;
static float *want, *before;
static const enum simd levels[] = {SIMD_AVX512, SIMD_AVX2, SIMD_PLAIN};
#define LEVELS 3

static uint32_t state_of_chance = 1;

struct call {
    char ta, tb;
    int m, n, k, lda, ldb, ldc;
    float alpha, beta;
};

static float *guarded(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = ROOM * sizeof(float);
    char *p = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(p != MAP_FAILED);
    assert_int_equal(mprotect(p + bytes, page, PROT_NONE), 0);
    return (float *)(void *)(p + bytes);
}

static int make_room(void **state)
{
    (void)state;
    end_a = guarded();
    end_b = guarded();
    end_c = guarded();
    want = malloc(ROOM * sizeof(float));
    before = malloc(ROOM * sizeof(float));
    return want && before ? 0 : -1;
}

static uint32_t chance(void)
{
    state_of_chance = state_of_chance * 1664525u + 1013904223u;
    return state_of_chance >> 8;
}

static int below(int n)
{
    return (int)(chance() % (uint32_t)n);
}

/* Number of elements that a matrix spans, without a gap after its last row. */
static size_t span(int rows, int cols, int ld)
{
    return rows && cols ? (size_t)(rows - 1) * (size_t)ld + (size_t)cols : 0;
}

/* A matrix at the end of the memory, with NaN between its rows. */
static float *matrix(float *end, int rows, int cols, int ld)
{
    const size_t n = span(rows, cols, ld);
    float *x = end - n;

    for (size_t i = 0; i < n; i++)
        x[i] = i % (size_t)ld < (size_t)cols
                   ? (float)((double)chance() / (1 << 23) - 1.0)
                   : NAN;
    return x;
}

static float element(const struct call *p, const float *a, const float *b,
                     int i, int j, float c)
{
    if (p->k == 0)
        return p->beta == 0.0f ? 0.0f : p->beta * c;
    for (int q = 0; q < p->k; q += DEPTH) {
        const float beta = q == 0 ? p->beta : 1.0f;
        float sum = 0.0f;

        for (int k = q; k < p->k && k < q + DEPTH; k++)
            sum = fmaf(a[p->ta == 't' ? k * p->lda + i : i * p->lda + k],
                       b[p->tb == 't' ? j * p->ldb + k : k * p->ldb + j], sum);
        sum *= p->alpha;
        c = beta == 0.0f ? sum : fmaf(beta, c, sum);
    }
    return c;
}

/* One product at every level. */
static void check(struct call p)
{
    const bool ta = p.ta == 't', tb = p.tb == 't';
    const size_t bytes = sizeof(float) * span(p.m, p.n, p.ldc);
    float *a = matrix(end_a, ta ? p.k : p.m, ta ? p.m : p.k, p.lda);
    float *b = matrix(end_b, tb ? p.n : p.k, tb ? p.k : p.n, p.ldb);
    float *c = matrix(end_c, p.m, p.n, p.ldc);

    memcpy(before, c, bytes);
    memcpy(want, c, bytes);
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++)
            want[i * p.ldc + j] =
                element(&p, a, b, i, j, before[i * p.ldc + j]);
    for (int l = 0; l < LEVELS; l++) {
        level_limit(levels[l]);
        c[-1] = 7.0f;
        memcpy(c, before, bytes);
        gemm(PRODUCTS_OWN, p.ta, p.tb, p.m, p.n, p.k, p.alpha, a, p.lda, b,
             p.ldb, p.beta, c, p.ldc);
        assert_memory_equal(c, want, bytes);
        assert_true(c[-1] == 7.0f);
    }
    level_limit(SIMD_AVX512);
}

/* Row lengths equal the widths, or exceed them by `more`. */
static void check_forms(int m, int n, int k, float alpha, float beta, int more)
{
    for (int form = 0; form < 4; form++) {
        const bool ta = form & 1, tb = form & 2;

        check((struct call){ta ? 't' : 'n', tb ? 't' : 'n', m, n, k,
                            (ta ? m : k) + more, (tb ? k : n) + more,
                            n + (more ? 3 : 0), alpha, beta});
    }
}

static void edges_equal_the_plain_loop(void **state)
{
    static const int sizes[] = {0, 1, 2, 7, 17, 35};

    (void)state;
    for (int m = 0; m < 6; m++)
        for (int n = 0; n < 6; n++)
            for (int k = 0; k < 6; k++)
                check_forms(sizes[m], sizes[n], sizes[k], 0.5f,
                            (m + n + k) % 2 ? 1.0f : 0.0f, 1 + k % 3);
}

static void any_size_equals_the_plain_loop(void **state)
{
    static const float factors[] = {0.0f, 1.0f, -1.25f, 0.3f};

    (void)state;
    for (int i = 0; i < 400; i++)
        check_forms(below(71), below(71), below(71), factors[below(4)],
                    factors[below(4)], below(2) * below(30));
}

/* Sizes just below and above those of a tile, a panel and a copy; also rows so
 * far apart that they are copied. */
static void large_products_equal_the_plain_loop(void **state)
{
    static const int sizes[][4] = {
        {65, 49, 256, 0},  {241, 129, 257, 3}, {257, 130, 100, 520},
        {130, 70, 513, 0}, {9, 700, 300, 520}, {700, 9, 300, 0},
        {1, 300, 600, 0},  {300, 1, 600, 0},   {300, 300, 3, 0},
        {205, 3, 300, 0},  {205, 8, 300, 520}, {98, 1, 600, 0},
    };

    (void)state;
    for (int i = 0; i < 12; i++)
        check_forms(sizes[i][0], sizes[i][1], sizes[i][2], 1.0f,
                    i % 2 ? 1.0f : 0.0f, sizes[i][3]);
}

/* A part of C has the same bits if it is computed alone. */
static void elements_do_not_see_their_neighbours(void **state)
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
    static float all[M * N], part[HIGH * WIDE];

    (void)state;
    for (int form = 0; form < 8; form++) {
        const bool ta = form & 1, tb = form & 2;
        const int apart = form & 4 ? 520 : 0; /* far enough to be copied */
        const int lda = (ta ? M : K) + apart, ldb = (tb ? K : N) + apart;
        float *a = matrix(end_a, ta ? K : M, ta ? M : K, lda);
        float *b = matrix(end_b, tb ? N : K, tb ? K : N, ldb);

        gemm(PRODUCTS_OWN, ta ? 't' : 'n', tb ? 't' : 'n', M, N, K, 1.0f, a,
             lda, b, ldb, 0.0f, all, N);
        gemm(PRODUCTS_OWN, ta ? 't' : 'n', tb ? 't' : 'n', HIGH, WIDE, K, 1.0f,
             a + (ta ? ROW : ROW * lda), lda, b + (tb ? COL * ldb : COL), ldb,
             0.0f, part, WIDE);
        for (int i = 0; i < HIGH; i++)
            assert_memory_equal(part + i * WIDE, all + (ROW + i) * N + COL,
                                WIDE * sizeof(*all));
    }
}

static void beta_0_forgets_even_nan(void **state)
{
    static const int sizes[] = {1, 5, 20, 128};

    (void)state;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 300; k += 100) {
            const int n = sizes[i];
            float *a = matrix(end_a, n, k, k), *b = matrix(end_b, k, n, n);
            float *c = matrix(end_c, n, n, n);

            for (int j = 0; j < n * n; j++)
                c[j] = NAN;
            gemm(PRODUCTS_OWN, 'n', 'n', n, n, k, 1.0f, a, k, b, n, 0.0f, c, n);
            for (int j = 0; j < n * n; j++)
                assert_false(isnan(c[j]));
        }
}

static void nan_reaches_the_products_it_enters(void **state)
{
    static const int sizes[] = {2, 20, 128};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const int n = sizes[i];
        float *a = matrix(end_a, n, n, n), *b = matrix(end_b, n, n, n);
        float *c = matrix(end_c, n, n, n);

        a[0] = NAN;
        for (int form = 0; form < 2; form++) {
            gemm(PRODUCTS_OWN, 'n', form ? 't' : 'n', n, n, n, 1.0f, a, n, b, n,
                 0.0f, c, n);
            for (int j = 0; j < 2 * n; j++)
                assert_int_equal(isnan(c[j]) != 0, j < n);
        }
    }
}

/* Each thread's product is independent, which a serial OpenBLAS violates. */
static int disturbed(enum products by)
{
    static float x[64 * 64], alone[64 * 64];
    int wrong = 0;

    for (int i = 0; i < 64 * 64; i++)
        x[i] = sinf((float)i);
    gemm(by, 'n', 't', 64, 64, 64, 1.0f, x, 64, x, 64, 0.0f, alone, 64);
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
    for (int i = 0; i < 400; i++) {
        float mine[64 * 64];
        gemm(by, 'n', 't', 64, 64, 64, 1.0f, x, 64, x, 64, 0.0f, mine, 64);
        wrong += memcmp(mine, alone, sizeof(mine)) != 0;
    }
    return wrong;
}

static void threads_do_not_disturb_each_other(void **state)
{
    struct error e = {0};

    (void)state;
    assert_int_equal(kernel_start(&e), 0);
    assert_int_equal(disturbed(PRODUCTS_OWN), 0);
    assert_int_equal(disturbed(PRODUCTS_OPENBLAS), 0);
}

/* OpenBLAS is used on request, and is the reference for the speed of our own
 * products. */
static void openblas_agrees_but_for_rounding(void **state)
{
    (void)state;
    for (int form = 0; form < 4; form++) {
        const char ta = form & 1 ? 't' : 'n', tb = form & 2 ? 't' : 'n';
        float *a = matrix(end_a, 40, 40, 40), *b = matrix(end_b, 40, 40, 40);
        float *c = matrix(end_c, 40, 40, 40), own[1600];

        memcpy(own, c, sizeof(own));
        gemm(PRODUCTS_OWN, ta, tb, 40, 40, 40, 0.5f, a, 40, b, 40, 0.3f, own,
             40);
        gemm(PRODUCTS_OPENBLAS, ta, tb, 40, 40, 40, 0.5f, a, 40, b, 40, 0.3f, c,
             40);
        for (int i = 0; i < 1600; i++)
            assert_float_equal(own[i], c[i], 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_equal_the_plain_loop),
        cmocka_unit_test(any_size_equals_the_plain_loop),
        cmocka_unit_test(large_products_equal_the_plain_loop),
        cmocka_unit_test(elements_do_not_see_their_neighbours),
        cmocka_unit_test(beta_0_forgets_even_nan),
        cmocka_unit_test(nan_reaches_the_products_it_enters),
        cmocka_unit_test(threads_do_not_disturb_each_other),
        cmocka_unit_test(openblas_agrees_but_for_rounding),
    };

    return cmocka_run_group_tests(tests, make_room, NULL);
}
