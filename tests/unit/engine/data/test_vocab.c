/* Words and their numbers. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "engine/data/examples.h"
#include "text/language/vocabulary.h"

enum { MANY = 20000 };

static void numbers_follow_the_first_appearance(void **state)
{
    struct vocabulary v;

    (void)state;
    vocabulary_init(&v, token_names, TOKEN_FIRST);
    assert_int_equal(vocabulary_add(&v, "b", 1), TOKEN_FIRST);
    assert_int_equal(vocabulary_add(&v, "a", 1), TOKEN_FIRST + 1);
    assert_int_equal(vocabulary_add(&v, "b", 1), TOKEN_FIRST);
    assert_int_equal(vocabulary_find(&v, "c", 1), -1);
    assert_int_equal(vocabulary_find(&v, "bc", 1), TOKEN_FIRST);
    vocabulary_release(&v);
}

static void a_word_spelt_like_a_special_token_is_a_word(void **state)
{
    struct vocabulary v;

    (void)state;
    vocabulary_init(&v, token_names, TOKEN_FIRST);
    assert_int_equal(vocabulary_find(&v, "<null>", 6), -1);
    assert_int_equal(vocabulary_add(&v, "<null>", 6), TOKEN_FIRST);
    vocabulary_release(&v);
}

static void many_words_keep_their_numbers_while_it_grows(void **state)
{
    struct vocabulary v;
    char word[20];

    (void)state;
    vocabulary_init(&v, NULL, 0);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(
            vocabulary_add(&v, word, (size_t)sprintf(word, "w%d", i)), i);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(
            vocabulary_find(&v, word, (size_t)sprintf(word, "w%d", i)), i);
        assert_string_equal(v.word[i], word);
    }
    assert_int_equal(v.n, MANY);
    vocabulary_release(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_the_first_appearance),
        cmocka_unit_test(a_word_spelt_like_a_special_token_is_a_word),
        cmocka_unit_test(many_words_keep_their_numbers_while_it_grows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
