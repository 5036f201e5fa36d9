/*
 * BM25: scores follow the formula, and dropping texts during the search changes
 * no result.
 */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/numbers/random.h"
#include "text/language/bm25.h"

static void add(struct bm25 *b, const char *text)
{
    struct error e;

    assert_int_equal(bm25_add(b, text, strlen(text), &e), 0);
}

static int rank(struct bm25 *b, const char *question, int most,
                struct bm25_hit *out)
{
    struct bm25_search s;
    struct error e;
    int n;

    bm25_search_init(&s, b);
    n = bm25_rank(&s, question, strlen(question), most, out, &e);
    bm25_search_release(&s);
    return n;
}

static double term(const struct bm25 *b, double has, double times, double len,
                   double mean)
{
    return log(1 + (b->n - has + .5) / (has + .5)) * times * (b->k1 + 1) /
           (times + b->k1 * (1 - b->b + b->b * len / mean));
}

/* Case and punctuation are ignored; a question's word counts once. */
static void scores_are_those_of_the_formula(void **state)
{
    struct bm25_hit hit[4];
    struct bm25 b;

    (void)state;
    bm25_init(&b, 1.2, 0.75);
    add(&b, "The cat saw the dog.");
    add(&b, "A dog!");
    add(&b, "nothing");
    add(&b, "dog a");
    const double mean = 10 / 4.0;

    assert_int_equal(rank(&b, "the DOG, the dog?", 4, hit), 3);
    assert_int_equal(hit[0].text, 0);
    assert_float_equal(
        hit[0].score, term(&b, 1, 2, 5, mean) + term(&b, 3, 1, 5, mean), 1e-12);
    assert_int_equal(hit[1].text, 1); /* of equal scores the first text */
    assert_int_equal(hit[2].text, 3);
    assert_float_equal(hit[1].score, term(&b, 3, 1, 2, mean), 1e-12);
    assert_true(hit[1].score == hit[2].score);
    assert_int_equal(rank(&b, "the dog", 2, hit), 2);
    assert_int_equal(hit[1].text, 1);
    assert_int_equal(rank(&b, "unheard of", 4, hit), 0);
    assert_int_equal(rank(&b, "", 4, hit), 0);
    bm25_release(&b);
}

enum { TEXTS = 600, WORDS = 12 };

/* Words with small numbers are frequent. */
static void make(int text, int words, char *out)
{
    const struct random_key k = random_key(1, "bm25");

    for (int i = 0; i < words; i++) {
        const struct address at = {.example = (uint32_t)text};
        const double u = random_real(k, at, (uint32_t)i);

        out += sprintf(out, "w%d ", (int)(60 * u * u * u));
    }
}

static void the_best_few_are_the_best_of_all(void **state)
{
    static struct bm25_hit few[5], all[TEXTS];
    char text[20 * WORDS];
    struct bm25 b;

    (void)state;
    bm25_init(&b, 1.2, 0.75);
    for (int i = 0; i < TEXTS; i++) {
        make(i, 3 + i % (WORDS - 3), text);
        add(&b, text);
    }
    for (int q = 0; q < 200; q++) {
        make(TEXTS + q, 6, text);
        const int n = rank(&b, text, TEXTS, all);

        assert_int_equal(rank(&b, text, 5, few), n < 5 ? n : 5);
        for (int i = 0; i < 5 && i < n; i++) {
            assert_int_equal(few[i].text, all[i].text);
            assert_true(few[i].score == all[i].score);
        }
    }
    bm25_release(&b);
}

/* The reached texts are not all visited for each word. */
static void long_questions_are_ranked_in_no_time(void **state)
{
    enum { MANY = 100000 };
    struct str question = {0};
    struct bm25_hit hit[3];
    struct bm25 b;
    char text[20];

    (void)state;
    bm25_init(&b, 1.2, 0.75);
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof(text), "%d", i);
        add(&b, text);
        str_addf(&question, "%s ", text);
    }
    const clock_t began = clock();

    assert_int_equal(rank(&b, str_text(&question), 3, hit), 3);
    assert_true((double)(clock() - began) / CLOCKS_PER_SEC < 2);
    assert_int_equal(hit[0].text, 0);
    assert_int_equal(hit[2].text, 2);
    str_release(&question);
    bm25_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_the_formula),
        cmocka_unit_test(the_best_few_are_the_best_of_all),
        cmocka_unit_test(long_questions_are_ranked_in_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
