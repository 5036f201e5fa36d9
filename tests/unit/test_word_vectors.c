/* Word vectors: counts, addressed pairs, rounds without a shared row, words
 * drawn by their counts, and one pair's step by the formula. */
#include "config.h"

#include "../test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/blocks.h"
#include "vectors/negatives.h"
#include "vectors/neighbours.h"
#include "vectors/skipgram_step.h"

static void add_line(struct running_text *r, const char *line)
{
    while (*line) {
        const size_t n = strcspn(line, " ");

        running_text_add(r, line, n);
        line += n + (line[n] == ' ');
    }
    running_text_end(r);
}

static void words_are_numbered_by_count_and_rare_ones_left_out(void **state)
{
    struct running_text r;
    struct error e = {0};

    (void)state;
    running_text_init(&r);
    add_line(&r, "b a b rare a c b");
    add_line(&r, "lonely");
    add_line(&r, "c a");
    assert_int_equal(running_text_keep(&r, 2, &e), 0);
    assert_int_equal(r.n, 3);
    assert_string_equal(r.text[0], "a"); /* as often as b, and before it */
    assert_string_equal(r.text[1], "b");
    assert_string_equal(r.text[2], "c");
    assert_int_equal(r.count[0], 3);
    assert_int_equal(r.count[2], 2);
    assert_int_equal(r.tokens, 8);
    assert_int_equal(r.sentences, 2);
    assert_int_equal(r.end[0], 6);
    assert_int_equal(r.token[3], 0); /* the a behind the rare word */
    running_text_release(&r);
}

static void no_buckets_of_a_round_share_a_row(void **state)
{
    (void)state;
    for (int words = 1; words < 3000; words = words * 2 + 1) {
        const int blocks = blocks_of(words);
        int met[BLOCKS_MOST][BLOCKS_MOST] = {{0}}, all = 0;

        for (int round = 0; round < blocks; round++) {
            unsigned seen = 0;

            for (int b = 0; b < blocks; b++) {
                const int other = blocks_meet(b, round, blocks);

                assert_false(seen & 1u << other);
                seen |= 1u << other;
                all += !met[b][other]++;
            }
        }
        assert_int_equal(all, blocks * blocks);
        int sum = 0;

        for (int b = 0; b < blocks; b++)
            sum += block_words(words, b, blocks);
        assert_int_equal(sum, words);
    }
}

/* A text of 200 words, of which word i comes about 2000 / (i + 1) times. */
static void zipf(struct running_text *r)
{
    struct error e = {0};

    running_text_init(r);
    for (int line = 0; line < 400; line++) {
        for (int k = 0; k < 30; k++) {
            const struct address at = {0, (uint32_t)line, (uint32_t)k};
            const double u = random_real(random_key(5, "zipf"), at, 0);
            const int word = (int)(200 * u * u * u);
            char name[16];
            const int n = snprintf(name, sizeof(name), "w%d", word);

            running_text_add(r, name, (size_t)n);
        }
        running_text_end(r);
    }
    assert_int_equal(running_text_keep(r, 1, &e), 0);
}

static void pairs_are_the_same_for_any_number_of_threads(void **state)
{
    struct workers *alone = workers_start(1), *team = workers_start(4);
    struct bucket_pairs one, four;
    struct running_text r;

    (void)state;
    zipf(&r);
    const int blocks = blocks_of(r.n), window = 5;
    const struct chunk all = {0, r.sentences};

    assert_true(blocks > 1);
    struct dealing d;

    dealing_init(&d, r.n, blocks);
    dealing_deal(&d, 3, 9, team);
    bucket_pairs_init(&one, &r, &d, window, 1e-2, 3);
    bucket_pairs_init(&four, &r, &d, window, 1e-2, 3);
    bucket_pairs_find(&one, all, 1, alone);
    bucket_pairs_find(&four, all, 0, team);
    assert_int_not_equal(one.bucket[blocks * blocks],
                         four.bucket[blocks * blocks]); /* another pass */
    bucket_pairs_find(&four, all, 1, team);
    assert_memory_equal(one.bucket, four.bucket,
                        (size_t)(blocks * blocks + 1) * sizeof(*one.bucket));
    const size_t n = one.bucket[blocks * blocks];

    assert_true(n > 10000);
    assert_memory_equal(one.pair, four.pair, n * sizeof(*one.pair));
    for (int b = 0; b < blocks * blocks; b++)
        for (size_t i = one.bucket[b]; i < one.bucket[b + 1]; i++) {
            assert_int_equal(d.block[one.pair[i].centre], b / blocks);
            assert_int_equal(d.block[one.pair[i].context], b % blocks);
        }
    workers_stop(alone);
    workers_stop(team);
    bucket_pairs_release(&one);
    bucket_pairs_release(&four);
    dealing_release(&d);
    running_text_release(&r);
}

static void words_are_drawn_by_their_counts(void **state)
{
    enum { DRAWS = 400000 };
    struct negatives t;
    struct running_text r;
    long *n;

    (void)state;
    zipf(&r);
    const int blocks = blocks_of(r.n), block = 1;
    double sum = 0;

    struct dealing d;

    dealing_init(&d, r.n, blocks);
    struct workers *team = workers_start(2);

    dealing_deal(&d, 3, 9, team);
    negatives_init(&t, &d);
    negatives_fill(&t, &r, team);
    workers_stop(team);
    n = calloc((size_t)r.n, sizeof(*n));
    for (uint32_t i = 0; i < DRAWS; i++)
        n[negatives_draw(&t, block, i * 2654435769u)]++;
    for (int i = 0; i < r.n; i++)
        if (d.block[i] == block)
            sum += pow((double)r.count[i], 0.75);
    for (int i = 0; i < r.n; i++) {
        const double p =
            d.block[i] == block ? pow((double)r.count[i], 0.75) / sum : 0;

        assert_true(fabs((double)n[i] / DRAWS - p) < 0.001);
    }
    free(n);
    negatives_release(&t);
    dealing_release(&d);
    running_text_release(&r);
}

enum { WIDTH = 21, WORDS = 5, DRAWN = 3 };

/* v and u as they were; the row of a word drawn twice gets both. */
static void by_formula(const double *in, const double *out, int centre,
                       int context, const int32_t *drawn, double rate,
                       double *in_then, double *out_then)
{
    const double *v = in + centre * WIDTH;

    for (int k = -1; k < DRAWN; k++) {
        const int word = k < 0 ? context : drawn[k];
        const double *u = out + word * WIDTH;
        double score = 0;

        if (k >= 0 && word == context)
            continue;
        for (int i = 0; i < WIDTH; i++)
            score += v[i] * u[i];
        const double g = rate * ((k < 0) - 1 / (1 + exp(-score)));

        for (int i = 0; i < WIDTH; i++) {
            in_then[centre * WIDTH + i] += g * u[i];
            out_then[word * WIDTH + i] += g * v[i];
        }
    }
}

static void a_step_is_the_formula(void **state)
{
    const struct vectors_settings s = {.width = WIDTH, .seed = 1};
    const struct vector_pair pair = {2, 4};
    const int32_t drawn[DRAWN] = {1, 4, 0};
    double in[WORDS * WIDTH], out[WORDS * WIDTH], in_then[WORDS * WIDTH],
        out_then[WORDS * WIDTH];
    struct tables t;

    (void)state;
    tables_init(&t, WORDS, &s);
    for (int w = 0; w < WORDS; w++)
        for (int i = 0; i < WIDTH; i++) {
            float *x = &t.in[(size_t)w * t.stride + (size_t)i];
            float *y = &t.out[(size_t)w * t.stride + (size_t)i];

            *x *= 40;
            *y = (float)((w * 7 + i * 3) % 11 - 5) / 10;
            in[w * WIDTH + i] = in_then[w * WIDTH + i] = (double)*x;
            out[w * WIDTH + i] = out_then[w * WIDTH + i] = (double)*y;
        }
    by_formula(in, out, pair.centre, pair.context, drawn, 0.3, in_then,
               out_then);
    skipgram_steps(&t, 1, &pair, drawn, DRAWN, 0.3f);
    for (int w = 0; w < WORDS; w++)
        for (int i = 0; i < WIDTH; i++) {
            const size_t at = (size_t)w * t.stride + (size_t)i;

            assert_true(fabs((double)t.in[at] - in_then[w * WIDTH + i]) < 1e-6);
            assert_true(fabs((double)t.out[at] - out_then[w * WIDTH + i]) <
                        1e-6);
        }
    for (int w = 0; w < WORDS; w++) /* what is behind a row stays 0 */
        for (size_t i = WIDTH; i < t.stride; i++)
            assert_true(t.in[(size_t)w * t.stride + i] == 0.0f);
    tables_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_numbered_by_count_and_rare_ones_left_out),
        cmocka_unit_test(no_buckets_of_a_round_share_a_row),
        cmocka_unit_test(pairs_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(words_are_drawn_by_their_counts),
        cmocka_unit_test(a_step_is_the_formula),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
