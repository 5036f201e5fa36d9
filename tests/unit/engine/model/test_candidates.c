/*
 * The likeliest of a row of scores, compared with a search through all of them.
 */
#include "tests/test.h"

#include <math.h>

#include "base/numbers/random.h"
#include "engine/data/examples.h"
#include "engine/model/candidates.h"

#define MOST 3000
#define ROOM 8

static bool answerable(int32_t token)
{
    return token != TOKEN_NULL && token != TOKEN_BEGIN &&
           token != TOKEN_BETWEEN;
}

/* Few different scores, so that there are ties.  Tokens that may not be
 * answered have the greatest score, and sometimes the last word has. */
static void draw(uint64_t seed, int words, float *score)
{
    random_normal(random_key(seed, "many"), (struct address){0}, (size_t)words,
                  4.0f, score);
    for (int i = 0; i < words; i++)
        score[i] = answerable(i) ? roundf(score[i]) : 50.0f;
    if (seed % 3 == 0)
        score[words - 1] = 40.0f;
}

/* The greatest of those that may be answered and are not `seen` yet; -1 if
 * there is none. */
static int32_t greatest(const float *score, int words, const bool *seen)
{
    static const int32_t named[] = {TOKEN_UNKNOWN, TOKEN_END};
    int32_t top = -1;

    for (int32_t i = -2; i < words; i++) {
        const int32_t token = i < 0 ? named[i + 2] : i;

        if (answerable(token) && !seen[token] &&
            (top < 0 || score[token] > score[top]))
            top = token;
    }
    return top;
}

static void the_greatest_are_found_in_order(void **state)
{
    static const int words[] = {TOKEN_FIRST, TOKEN_FIRST + 4, TOKEN_FIRST + 64,
                                TOKEN_FIRST + 65, MOST};
    static float score[MOST], tops[MOST];
    struct arena arena = {0};
    struct candidates c = candidates_new(&arena, ROOM);

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        const int n = words[seed % 5];
        bool seen[MOST] = {false};

        assert_true(candidates_tops(n) <= MOST);
        draw(seed, n, score);
        candidates_of_row(&c, score, n, 7, tops);
        assert_int_equal(c.n, n == TOKEN_FIRST ? 2 : n < 12 ? 6 : ROOM);
        for (int k = 0; k < c.n; k++) {
            const int32_t top = greatest(score, n, seen);

            seen[top] = true;
            assert_int_equal(c.of[k].token, top);
            assert_true(c.of[k].log == score[top] && c.of[k].row == 7);
        }
    }
    arena_release(&arena);
}

static void all_scores_are_in_the_sum(void **state)
{
    static float score[MOST], tops[MOST];
    struct arena arena = {0};
    struct candidates c = candidates_new(&arena, ROOM);

    (void)state;
    for (int i = 0; i < MOST; i++)
        score[i] = i < TOKEN_FIRST ? -300.0f : 300.0f;
    assert_true(fabs(candidates_of_row(&c, score, MOST, 0, tops) -
                     (300.0 + log(MOST - TOKEN_FIRST))) < 1e-3);
    score[MOST - 1] = NAN;
    assert_true(isnan(candidates_of_row(&c, score, MOST, 0, tops)));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_greatest_are_found_in_order),
        cmocka_unit_test(all_scores_are_in_the_sum),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
