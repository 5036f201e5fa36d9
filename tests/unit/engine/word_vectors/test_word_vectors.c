/* Word vectors: counts, addressed pairs, rounds without a shared row, words
 * drawn by their counts, and one pair's step by the formula. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/word_vectors/bucket_pairs.h"
#include "engine/word_vectors/negatives.h"
#include "engine/word_vectors/neighbours.h"
#include "engine/word_vectors/skipgram_step.h"

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
    assert_int_equal(r.token[3], 0); /* the a after the rare word */
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
    }
}

/* A text of 200 words, in which word i occurs about 2000 / (i + 1) times. */
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

static void a_block_has_a_word_of_each_group(void **state)
{
    enum { WORDS_DEALT = 64, TURNS = 4000 };
    int in[WORDS_DEALT][4] = {{0}};

    (void)state;
    for (uint32_t turn = 0; turn < TURNS; turn++) {
        const struct partition d = partition_of(3, turn, 4);

        for (int w = 0; w < WORDS_DEALT; w++) {
            const int block = partition_block(d, w);

            assert_int_equal(partition_word(d, w / 4, block), w);
            in[w][block]++;
        }
    }
    for (int w = 0; w < WORDS_DEALT; w++) /* all blocks are equally likely */
        for (int b = 0; b < 4; b++)
            assert_true(abs(in[w][b] - TURNS / 4) < 150);
}

/* Sentences of words that occur once, so that a word's number is its place. */
static void count_up(struct running_text *r, int words, int sentence)
{
    struct error e = {0};

    running_text_init(r);
    for (int i = 0; i < words; i++) {
        char name[16];
        const int n = snprintf(name, sizeof(name), "%06d", i);

        running_text_add(r, name, (size_t)n);
        if ((i + 1) % sentence == 0)
            running_text_end(r);
    }
    assert_int_equal(running_text_keep(r, 1, &e), 0);
}

enum { TEXT = 2500, SENTENCE = 700, NEAR = 5 };

/* Words [from[c], to[c]] are near word c. */
struct ranges {
    int from[TEXT], to[TEXT], n[TEXT];
};

static void add_ranges(struct ranges *x, const struct bucket_pairs *p)
{
    const int blocks = p->partition.blocks;

    for (int b = 0; b < blocks * blocks; b++)
        for (size_t i = p->bucket[b]; i < p->bucket[b + 1]; i++) {
            const int c = p->pair[i].centre, o = p->pair[i].context;

            assert_int_equal(partition_block(p->partition, c), b / blocks);
            assert_int_equal(partition_block(p->partition, o), b % blocks);
            if (i > p->bucket[b])
                assert_true(p->pair[i - 1].centre <= c);
            x->from[c] = o < x->from[c] ? o : x->from[c];
            x->to[c] = o > x->to[c] ? o : x->to[c];
            x->n[c]++;
        }
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Pairs cross parts but not sentences; each word draws its own distance. */
static void words_meet_those_near_them_in_their_sentence(void **state)
{
    static struct ranges x;
    struct pair_finder f;
    struct bucket_pairs p = {0};
    struct running_text r;
    int reaches[NEAR + 1] = {0};

    (void)state;
    count_up(&r, TEXT, SENTENCE);
    pair_finder_init(&f, &r, NEAR, 0, 3);
    assert_true(parts_of(&r) > 3);
    for (int c = 0; c < TEXT; c++)
        x.from[c] = x.to[c] = c;
    for (int part = 0; part < parts_of(&r); part++) {
        bucket_pairs_find(&p, &f, part, 1, partition_of(3, 7, 4));
        add_ranges(&x, &p);
    }
    for (int c = 0; c < TEXT; c++) {
        const int begin = c - c % SENTENCE;
        const int last = least(begin + SENTENCE, TEXT) - 1;
        const int reach = most(c - x.from[c], x.to[c] - c);

        assert_in_range(reach, 1, NEAR);
        assert_int_equal(x.from[c], most(c - reach, begin));
        assert_int_equal(x.to[c], least(c + reach, last));
        assert_int_equal(x.n[c], x.to[c] - x.from[c]); /* each once */
        reaches[reach]++;
    }
    for (int n = 1; n <= NEAR; n++)
        assert_true(abs(reaches[n] - TEXT / NEAR) < 100);
    bucket_pairs_release(&p);
    pair_finder_release(&f);
    running_text_release(&r);
}

static void frequent_words_are_thinned_out_anew_each_pass(void **state)
{
    struct pair_finder all, some;
    struct bucket_pairs p = {0};
    struct running_text r;
    size_t n[3];

    (void)state;
    zipf(&r);
    const struct partition d = partition_of(3, 9, 4);

    pair_finder_init(&all, &r, 5, 0, 3);
    pair_finder_init(&some, &r, 5, 1e-2, 3);
    bucket_pairs_find(&p, &all, 2, 0, d);
    n[0] = p.bucket[16];
    for (int pass = 0; pass < 2; pass++) {
        bucket_pairs_find(&p, &some, 2, pass, d);
        n[1 + pass] = p.bucket[16];
    }
    assert_true(n[1] < n[0] && n[2] < n[0]);
    assert_int_not_equal(n[1], n[2]);
    bucket_pairs_release(&p);
    pair_finder_release(&all);
    pair_finder_release(&some);
    running_text_release(&r);
}

static void words_are_drawn_by_their_counts(void **state)
{
    enum { DRAWS = 400000, BLOCK = 1, BLOCKED = 16 };
    const struct partition d = partition_of(3, 9, BLOCKED);
    struct negatives t;
    struct running_text r;
    double sum = 0;

    (void)state;
    zipf(&r);
    uint32_t *bits = calloc(DRAWS, sizeof(*bits));
    int32_t *word = calloc(DRAWS, sizeof(*word));
    long *n = calloc((size_t)r.n, sizeof(*n));

    assert_true(r.n % BLOCKED); /* the last group is incomplete */
    negatives_init(&t, &r, BLOCKED);
    for (uint32_t i = 0; i < DRAWS; i++)
        bits[i] = i * 2654435769u;
    negatives_draw(&t, d, BLOCK, DRAWS, bits, word);
    for (int i = 0; i < DRAWS; i++) {
        assert_in_range(word[i], 0, r.n - 1);
        n[word[i]]++;
    }
    for (int i = 0; i < r.n; i++)
        if (partition_block(d, i) == BLOCK)
            sum += pow((double)r.count[i], 0.75);
    for (int i = 0; i < r.n; i++) {
        const double p = partition_block(d, i) == BLOCK
                             ? pow((double)r.count[i], 0.75) / sum
                             : 0;

        assert_true(fabs((double)n[i] / DRAWS - p) < 0.001);
    }
    free(bits);
    free(word);
    free(n);
    negatives_release(&t);
    running_text_release(&r);
}

enum { WIDTH = 21, WORDS = 5, DRAWN = 3 };

/* in_then and out_then begin as v and u; the row of a word drawn twice gets
 * both updates. */
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
    for (int w = 0; w < WORDS; w++) /* the padding of rows stays 0 */
        for (size_t i = WIDTH; i < t.stride; i++)
            assert_true(t.in[(size_t)w * t.stride + i] == 0.0f);
    tables_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_numbered_by_count_and_rare_ones_left_out),
        cmocka_unit_test(no_buckets_of_a_round_share_a_row),
        cmocka_unit_test(a_block_has_a_word_of_each_group),
        cmocka_unit_test(words_meet_those_near_them_in_their_sentence),
        cmocka_unit_test(frequent_words_are_thinned_out_anew_each_pass),
        cmocka_unit_test(words_are_drawn_by_their_counts),
        cmocka_unit_test(a_step_is_the_formula),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
