/*
 * Sparsemax and 1.5-entmax search a line's threshold among few of its numbers:
 * the bits are the same as when all numbers are sorted.
 */
#include "tests/test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/random.h"
#include "engine/attention/attention.h"
#include "tests/unit/level.h"

enum { LONGEST = 2100 };

/* --- all are sorted ------------------------------------------------------- */

static int falling(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    if (x != x || y != y)
        return (x == x) - (y == y);
    return (x < y) - (x > y);
}

static void sparsemax_forward(size_t n, const float *x, const float *sorted,
                              float *y)
{
    double sum = 0, tau = NAN;

    for (size_t k = 1; k <= n; k++) {
        sum += sorted[k - 1];
        if (k > 1 && !(1 + (double)k * sorted[k - 1] > sum))
            break;
        tau = (sum - 1) / (double)k;
    }
    for (size_t j = 0; j < n; j++)
        y[j] = x[j] <= tau ? 0.0f : (float)(x[j] - tau);
}

static void sparsemax_backward(size_t n, const float *y, const float *dy,
                               float *dx)
{
    double sum = 0, above = 0;

    for (size_t j = 0; j < n; j++)
        if (y[j] != 0.0f) {
            sum += dy[j];
            above++;
        }
    for (size_t j = 0; j < n; j++)
        if (y[j] != 0.0f)
            dx[j] += dy[j] - (float)(sum / above);
}

static void entmax_forward(size_t n, const float *x, const float *sorted,
                           float *y)
{
    double mean = 0, squares = 0, tau = NAN;

    for (size_t k = 1; k <= n; k++) {
        const double z = ((double)sorted[k - 1] - sorted[0]) / 2;
        const double off = z - mean;

        mean += off / (double)k;
        squares += off * (z - mean);
        const double next = mean - sqrt((1 - squares) / (double)k);
        if (!(next < z))
            break;
        tau = next;
    }
    for (size_t j = 0; j < n; j++) {
        const double root = ((double)x[j] - sorted[0]) / 2 - tau;

        y[j] = root <= 0 ? 0.0f : (float)(root * root);
    }
}

static void entmax_backward(size_t n, const float *y, const float *dy,
                            float *dx)
{
    double sum = 0, roots = 0;

    for (size_t j = 0; j < n; j++) {
        const double root = sqrtf(y[j]);

        sum += root * dy[j];
        roots += root;
    }
    for (size_t j = 0; j < n; j++)
        dx[j] += (float)(sqrtf(y[j]) * (dy[j] - sum / roots));
}

static const struct threshold_kind {
    const char *kind;
    void (*forward)(size_t n, const float *x, const float *sorted, float *y);
    void (*backward)(size_t n, const float *y, const float *dy, float *dx);
} ways[] = {{"sparsemax", sparsemax_forward, sparsemax_backward},
            {"entmax", entmax_forward, entmax_backward}};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

/* --- lines ---------------------------------------------------------------- */

/* Change a line of standard normal numbers x [n]. */
typedef void change(size_t n, float *x);

static void as_it_is(size_t n, float *x)
{
    (void)n, (void)x;
}

static void near(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= 0.001f;
}

static void apart(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= 30.0f;
}

static void narrow(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= 0.3f;
}

static void tied(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = rintf(2.0f * x[i]) / 4.0f; /* -0 among them */
}

static void equal(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[0];
}

static void zeros(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] < 0 ? -0.0f : 0.0f;
}

/* As far below the greatest as a number with a positive weight can be, or
 * slightly more or less. */
static void at_the_edge(size_t n, float *x)
{
    const float edges[] = {0.0f, 1.0f, 2.0f, 0.9999999f, 1.9999999f};

    for (size_t i = 0; i < n; i++)
        x[i] = 1.0f - edges[(size_t)fabsf(x[i] * 100) % 5];
}

/* Each is nearly the threshold of those before it. */
static void at_the_threshold(size_t n, float *x)
{
    double sum = x[0];

    for (size_t i = 1; i < n; i++) {
        x[i] = (float)((sum - 1) / (double)i) + 1e-7f * rintf(x[i]);
        sum += x[i];
    }
}

static void large(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 1e5f + x[i];
}

static void huge(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= 1e37f;
}

static void some_not_there(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] < 0.5f ? -INFINITY : x[i];
}

static void none_there(size_t n, float *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = -INFINITY;
}

static void one_infinite(size_t n, float *x)
{
    x[n / 2] = INFINITY;
}

static void two_infinite(size_t n, float *x)
{
    x[0] = INFINITY;
    x[n - 1] = INFINITY;
}

static void no_number(size_t n, float *x)
{
    x[n / 3] = NAN;
}

static change *const changes[] = {
    as_it_is, near,           apart,       narrow,           tied,
    equal,    zeros,          at_the_edge, at_the_threshold, large,
    huge,     some_not_there, none_there,  one_infinite,     two_infinite,
    no_number};
#define CHANGES (sizeof(changes) / sizeof(changes[0]))

static void make(uint32_t seed, change *f, size_t n, float *x)
{
    random_normal((struct random_key){{seed, 3}}, (struct address){0}, n, 1.0f,
                  x);
    f(n, x);
}

/* --- both ----------------------------------------------------------------- */

static void expect(size_t n, const float *found, const float *expected)
{
    for (size_t i = 0; i < n; i++)
        if (!isnan(expected[i]) || !isnan(found[i]))
            assert_memory_equal(&found[i], &expected[i], sizeof(float));
}

/* All of x [rows x cols] as one block. */
struct pass {
    struct arena arena;
    struct tape tape;
    int row_at[2], col_at[2];
    struct pairs pairs;
    struct node *e, *m;
    struct chosen kind;
};

static void pass_begin(struct pass *s, const char *kind, int rows, int cols,
                       bool causal)
{
    static float none;

    *s = (struct pass){.row_at = {0, rows}, .col_at = {0, cols}};
    s->tape = (struct tape){.arena = &s->arena, .grads = &none};
    assert_int_equal(chosen_preset(&s->kind, &attention_kinds, kind), 0);
    tape_begin(&s->tape, 0);
    pairs_init(&s->pairs, &s->arena, (struct segments){1, s->row_at},
               (struct segments){1, s->col_at}, 1,
               (struct pair_mask){.causal = causal});
    s->e = tape_leaf(&s->tape, rows * cols, 1);
}

static struct weights pass_weigh(struct pass *s, bool both)
{
    const struct attention_kind *k = (const void *)s->kind.kind;
    struct attend in = {.a = both ? s->e : NULL};

    return k->weigh(&s->tape, s->kind.conf, &in, &s->pairs, s->e);
}

static void pass_end(struct pass *s)
{
    chosen_release(&s->kind);
    arena_release(&s->arena);
}

static void expect_line(const struct threshold_kind *w, size_t n, change *f,
                        uint32_t seed)
{
    static float sorted[LONGEST], y[LONGEST], dx[LONGEST];
    struct pass s;

    pass_begin(&s, w->kind, 1, (int)n, false);
    float *dy = arena_floats(&s.arena, n);
    make(seed, f, n, s.e->val);
    make(seed + 1, as_it_is, n, dy);
    dy[n / 2] = n % 2 ? -0.0f : 0.0f;
    memcpy(sorted, s.e->val, n * sizeof(float));
    qsort(sorted, n, sizeof(float), falling);
    w->forward(n, s.e->val, sorted, y);
    memset(dx, 0, sizeof(dx));
    w->backward(n, y, dy, dx);

    struct node *m = pass_weigh(&s, false).rows;
    expect(n, m->val, y);
    tape_backward_from(&s.tape, m, dy);
    expect(n, s.e->grad, dx);
    pass_end(&s);
}

static void expect_lines(const struct threshold_kind *w)
{
    static const size_t lengths[] = {1,   2,   3,   15,  16,  17,   31,     32,
                                     33,  63,  64,  65,  66,  95,   96,     97,
                                     128, 129, 200, 257, 640, 1025, LONGEST};

    for (size_t c = 0; c < CHANGES; c++)
        for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
            for (uint32_t seed = 1; seed <= 5; seed++)
                expect_line(w, lengths[i], changes[c],
                            (uint32_t)(100 * c) + seed);
}

static void lines_of_any_length_have_the_bits_of_sorting_all(void **state)
{
    static const enum simd levels[] = {SIMD_PLAIN, SIMD_AVX2, SIMD_AVX512};

    (void)state;
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        level_limit(levels[i]);
        for (size_t w = 0; w < WAYS; w++)
            expect_lines(&ways[w]);
    }
}

/* The allowed part of a column. */
static size_t column(const struct pass *s, int j, const float *x, float *out)
{
    const int rows = s->row_at[1], cols = s->col_at[1];
    size_t n = 0;

    for (int i = s->pairs.mask.causal ? j : 0; i < rows; i++)
        out[n++] = x[i * cols + j];
    return n;
}

static void expect_columns(const struct threshold_kind *w, int rows, int cols,
                           change *f)
{
    float x[LONGEST], sorted[LONGEST], y[LONGEST], found[LONGEST];
    struct pass s;

    pass_begin(&s, w->kind, rows, cols, true);
    make(7, f, (size_t)(rows * cols), s.e->val);
    const struct weights m = pass_weigh(&s, true);
    for (int j = 0; j < cols; j++) {
        const size_t n = column(&s, j, s.e->val, x);

        column(&s, j, m.cols->val, found);
        memcpy(sorted, x, n * sizeof(float));
        qsort(sorted, n, sizeof(float), falling);
        w->forward(n, x, sorted, y);
        expect(n, found, y);
    }
    pass_end(&s);
}

static void so_have_columns_of_which_some_is_forbidden(void **state)
{
    (void)state;
    for (size_t w = 0; w < WAYS; w++)
        for (size_t c = 0; c < CHANGES; c++)
            expect_columns(&ways[w], 150, 9, changes[c]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_any_length_have_the_bits_of_sorting_all),
        cmocka_unit_test(so_have_columns_of_which_some_is_forbidden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
