/* GloVe: counts equal a plain sum, and are the same for any number of threads;
 * one step equals the formula. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/random.h"
#include "engine/word_vectors/blocks.h"
#include "engine/word_vectors/glove_step.h"

enum { WINDOW = 4, WORDS = 150, X_MAX = 3 };

static void make_text(struct running_text *r)
{
    const struct random_key k = random_key(5, "text");
    struct error e = {0};

    running_text_init(r);
    for (uint32_t line = 0; line < 120; line++) {
        for (uint32_t i = 0; i < 20; i++) {
            char name[16];
            const int n = snprintf(
                name, sizeof(name), "w%u",
                random_below(k, (struct address){line, i, 0}, 0, WORDS));

            running_text_add(r, name, (size_t)n);
        }
        running_text_end(r);
    }
    assert_int_equal(running_text_keep(r, 1, &e), 0);
}

static void sum_plainly(const struct running_text *r, double *sum)
{
    for (size_t s = 0, from = 0; s < r->sentences; from = r->end[s++])
        for (size_t i = from; i < r->end[s]; i++)
            for (size_t j = from; j < r->end[s]; j++) {
                const size_t d = i < j ? j - i : i - j;

                if (d && d <= WINDOW)
                    sum[r->token[i] * r->n + r->token[j]] += 1.0 / (double)d;
            }
}

static void counts_are_sums_over_the_window(void **state)
{
    struct cooccurrences c;
    struct running_text r;

    (void)state;
    make_text(&r);
    double *sum = calloc((size_t)(r.n * r.n), sizeof(*sum));
    const int blocks = blocks_of(r.n);
    struct thread_pool *pool = thread_pool_start(2);
    size_t n = 0;

    assert_true(blocks > 1);
    sum_plainly(&r, sum);
    cooccurrences_init(&c, &r, blocks, WINDOW, X_MAX, 1, pool);
    for (int b = 0; b < blocks * blocks; b++)
        for (size_t i = c.bucket[b]; i < c.bucket[b + 1]; i++) {
            const struct cooccurrence x = c.entry[i];
            const double is = sum[x.centre * r.n + x.context];

            assert_int_equal(x.centre % blocks, b / blocks);
            assert_int_equal(x.context % blocks, b % blocks);
            assert_true(is > 0);
            assert_true(fabs((double)x.log - log(is)) < 1e-6);
            assert_true(
                fabs((double)x.weight - fmin(pow(is / X_MAX, 0.75), 1)) < 1e-6);
            sum[x.centre * r.n + x.context] = 0; /* each is found once */
        }
    for (int i = 0; i < r.n * r.n; i++)
        n += sum[i] != 0;
    assert_int_equal(n, 0); /* and none is missing */
    thread_pool_stop(pool);
    free(sum);
    cooccurrences_release(&c);
    running_text_release(&r);
}

static void counts_are_the_same_for_any_number_of_threads(void **state)
{
    struct cooccurrences one, four;
    struct running_text r;

    (void)state;
    make_text(&r);
    const int blocks = blocks_of(r.n);

    struct thread_pool *alone = thread_pool_start(1),
                       *team = thread_pool_start(4);

    cooccurrences_init(&one, &r, blocks, WINDOW, X_MAX, 1, alone);
    cooccurrences_init(&four, &r, blocks, WINDOW, X_MAX, 1, team);
    assert_memory_equal(one.entry, four.entry,
                        one.bucket[blocks * blocks] * sizeof(*one.entry));
    cooccurrences_release(&four);
    cooccurrences_init(&four, &r, blocks, WINDOW, X_MAX, 2, alone);
    assert_memory_not_equal(one.entry, four.entry,
                            one.bucket[blocks * blocks] * sizeof(*one.entry));
    thread_pool_stop(alone);
    thread_pool_stop(team);
    cooccurrences_release(&one);
    cooccurrences_release(&four);
    running_text_release(&r);
}

static void expect_adapted(double was, double square, double step, float x,
                           float squared)
{
    assert_true(fabs(was - step / sqrt(square) - (double)x) < 1e-6);
    assert_true(fabs(square + step * step - (double)squared) < 1e-6);
}

static void a_step_is_the_formula(void **state)
{
    const struct vectors_settings s = {
        .method = VECTORS_GLOVE, .width = 19, .seed = 1};
    const struct cooccurrence x = {2, 0, 1.5f, 0.25f};
    struct tables t, was;

    (void)state;
    tables_init(&t, 3, &s);
    for (size_t i = 0; i < t.n; i++) /* the padding of rows stays 0 */
        t.all[i] = t.all[i] == 1.0f ? 1.25f : 20 * t.all[i];
    tables_init(&was, 3, &s);
    memcpy(was.all, t.all, t.n * sizeof(float));
    const float *w = was.in + 2 * t.stride, *u = was.out;
    double d = (double)was.in_bias[2] + (double)was.out_bias[0] - 1.5;

    for (int i = 0; i < t.width; i++)
        d += (double)w[i] * (double)u[i];
    const double h = 0.05 * 0.25 * d;

    glove_steps(&t, 1, &x, 0.05f);
    for (size_t i = 0; i < t.stride; i++) {
        const size_t at = 2 * t.stride + i;

        expect_adapted((double)w[i], 1.25, h * (double)u[i], t.in[at],
                       t.in_square[at]);
        expect_adapted((double)u[i], 1.25, h * (double)w[i], t.out[i],
                       t.out_square[i]);
    }
    expect_adapted((double)was.in_bias[2], 1.25, h, t.in_bias[2],
                   t.in_bias_square[2]);
    expect_adapted((double)was.out_bias[0], 1.25, h, t.out_bias[0],
                   t.out_bias_square[0]);
    assert_memory_equal(t.in, was.in, 2 * t.stride * sizeof(float));
    tables_release(&t);
    tables_release(&was);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_sums_over_the_window),
        cmocka_unit_test(counts_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(a_step_is_the_formula),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
