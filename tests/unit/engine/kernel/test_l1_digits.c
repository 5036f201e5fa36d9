/*
 * The digits of pairwise L1 distances: equal at every SIMD level, and for a
 * pair independent of all other pairs.
 */
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/engine/kernel/l1_fixture.h"

/* Changes of the inputs that make few, half or all distances doubtful. */
static void as_drawn(struct pair *p)
{
    (void)p;
}

static void with_ties(struct pair *p)
{
    int rows = p->m < p->n ? p->m : p->n;

    relu(p->x, p->m * p->ldx);
    relu(p->y, p->n * p->ldy);
    for (int i = 0; i < rows; i += 2) /* rows of x repeat, and equal rows of
                                         y */
        for (int k = 0; k < p->d; k++)
            p->x[i / 3 * p->ldx + k] = p->y[i * p->ldy + k];
}

static void with_neighbours(struct pair *p)
{
    for (int i = 0; i < p->m; i++) /* closer and closer to one row of y */
        for (int k = 0; k < p->d && p->n; k++)
            p->x[i * p->ldx + k] =
                ldexpf(p->x[i * p->ldx + k], -i) + p->y[i % p->n * p->ldy + k];
}

/* Not too far from 0, since otherwise differences have so few digits that any
 * order gives the same sum. */
static void far_off(struct pair *p)
{
    for (int i = 0; i < p->m * p->ldx; i++)
        p->x[i] = 3.0f + 0.3f * p->x[i];
    for (int i = 0; i < p->n * p->ldy; i++)
        p->y[i] = 3.0f + 0.3f * p->y[i];
}

static void beyond_the_normal_numbers(struct pair *p)
{
    for (int i = 0; i < p->m * p->ldx; i++)
        p->x[i] *= 0x1p-130f;
    for (int i = 0; i < p->n * p->ldy; i++)
        p->y[i] *= i % 3 ? 0x1p-130f : 0x1p100f;
}

static void (*const changes[])(struct pair *p) = {
    as_drawn, with_ties, with_neighbours, far_off, beyond_the_normal_numbers};
#define CHANGES (sizeof(changes) / sizeof(changes[0]))

static void equal_bits(const char *what, const struct pair *p, const float *a,
                       const float *b, int n)
{
    for (int i = 0; i < n; i++)
        if (memcmp(a + i, b + i, sizeof(*a)))
            fail_msg("%s of %dx%dx%d at %d: %a and %a", what, p->m, p->n, p->d,
                     i, (double)a[i], (double)b[i]);
}

/* Compare a level with the lowest one. */
static void level_case(int m, int n, int d, int first)
{
    const enum simd level = kernel_simd();

    for (size_t c = 0; c < CHANGES; c++) {
        struct pair p = pair_new(m, n, d, first), q;

        q = pair_new(m, n, d, first);
        changes[c](&p);
        changes[c](&q);
        forward(&p);
        backward(&p, p.dx, p.dy);
        level_limit(SIMD_PLAIN);
        forward(&q);
        backward(&q, q.dx, q.dy);
        level_limit(level);
        equal_bits("distance", &p, p.out, q.out, m * p.ldo);
        equal_bits("dx", &p, p.dx, q.dx, m * p.ldx);
        equal_bits("dy", &p, p.dy, q.dy, n * p.ldy);
        pair_release(&p);
        pair_release(&q);
    }
}

static void every_simd_level_gives_the_same_bits(void **state)
{
    (void)state;
    each_shape(level_case);
}

/* How many of the n pairs of row i from column j on are computed. */
static int allowed(const struct pair *p, int i, int j, int n)
{
    int most = p->first + i - j < n ? p->first + i - j : n;

    return most > 0 ? most : 0;
}

/* Rows of x from i on against rows of y from j on. */
static void check_part(const struct pair *p, int i, int m, int j, int n)
{
    struct pair part = *p;

    part.x += i * p->ldx;
    part.y += j * p->ldy;
    part.out = random_floats((size_t)(m * p->ldo), 3);
    part.m = m;
    part.n = n;
    part.first = n;
    forward(&part);
    for (int r = 0; r < m; r++)
        equal_bits("distance", p, part.out + r * p->ldo,
                   p->out + (i + r) * p->ldo + j, allowed(p, i + r, j, n));
    free(part.out);
}

/* The bits do not depend on the other rows and columns of a call. */
static void part_case(int m, int n, int d, int first)
{
    for (size_t c = 0; c < CHANGES; c++) {
        struct pair p = pair_new(m, n, d, first);

        changes[c](&p);
        forward(&p);
        for (int i = 0; i < m; i++)
            check_part(&p, i, 1, 0, n);
        for (int j = 0; j < n; j++)
            check_part(&p, 0, m, j, 1);
        check_part(&p, m / 3, m - m / 3, n / 2, n - n / 2);
        pair_release(&p);
    }
}

static void a_pairs_digits_are_its_own(void **state)
{
    (void)state;
    each_shape(part_case);
}

/* Backward of rows [from, to), each of which sees some first columns. */
static void rows_backward(const struct pair *p, const struct l1_columns *c,
                          int from, int to, struct arena *scratch)
{
    const size_t x = (size_t)(from * p->ldx), g = (size_t)(from * p->ldo);
    const int last = p->first + to - 1;
    const struct pair_block of =
        block_of(p, from, to - from, last < p->n ? last : p->n);

    l1_rows_backward(c, &of, p->scale, p->x + x, p->ldx, p->y, p->ldy, p->g + g,
                     p->ldo, p->dx + x, p->ldx, scratch);
}

/* Compare gradients of rows that come a few at a time with those of all at
 * once. */
static void steps_case(int m, int n, int d, int first)
{
    for (size_t c = 0; c < CHANGES; c++) {
        struct pair p = pair_new(m, n, d, first);
        struct pair q = pair_new(m, n, d, first);
        struct arena scratch = {0};

        changes[c](&p);
        changes[c](&q);
        backward(&q, q.dx, q.dy);
        const struct l1_columns columns = l1_columns_begin(n, d, &scratch);
        for (int i = 0; i < m; i += 7)
            rows_backward(&p, &columns, i, i + 7 < m ? i + 7 : m, &scratch);
        l1_columns_end(&columns, p.dy, p.ldy);
        equal_bits("dx", &p, p.dx, q.dx, m * p.ldx);
        equal_bits("dy", &p, p.dy, q.dy, n * p.ldy);
        arena_release(&scratch);
        pair_release(&p);
        pair_release(&q);
    }
}

static void rows_a_few_at_a_time_give_the_bits_of_all_at_once(void **state)
{
    (void)state;
    each_shape(steps_case);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_simd_level_gives_the_same_bits),
        cmocka_unit_test(a_pairs_digits_are_its_own),
        cmocka_unit_test(rows_a_few_at_a_time_give_the_bits_of_all_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
