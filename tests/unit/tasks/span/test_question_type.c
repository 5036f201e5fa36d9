/* Question types, by the words of a list or by parts of words. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "tasks/span/question_type.h"
#include "text/language/tokens.h"

/* Check the type of a question whose tokens are separated by spaces. */
static void asks(const char *text, enum question_type type)
{
    struct token_list l = {0};
    int32_t offset[40];

    tokens_split(TOKENS_SPACES, text, strlen(text), &l);
    for (size_t i = 0; i < l.n; i++) {
        offset[2 * i] = (int32_t)l.span[i].at;
        offset[2 * i + 1] = (int32_t)(l.span[i].at + l.span[i].len);
    }
    assert_int_equal(question_type(text, offset, (int)l.n), type);
    tokens_release(&l);
}

static void a_question_asks_for_its_first_word_of_a_list(void **state)
{
    (void)state;
    asks("In WHICH year did who win ?", QUESTION_WHICH);
    asks("Is it known how ?", QUESTION_HOW);
    asks("Are there any ?", QUESTION_BE);
    asks("There are any ?", QUESTION_OTHER);
    asks("To whom ?", QUESTION_WHO);
    asks("Whatever ?", QUESTION_OTHER);
    asks("", QUESTION_OTHER);
    assert_string_equal(question_type_names[QUESTION_OTHER], "other");
}

static void has_part(const char *text, const char *name)
{
    assert_string_equal(question_part_names[question_part(text, strlen(text))],
                        name);
}

/* The first in the order of the list, not of the text; also within words. */
static void decaprop_s_code_looks_for_parts(void **state)
{
    (void)state;
    has_part("Which WHERE ?", "where");
    has_part("Is it the American whale?", "is");
    has_part("is there", "is");
    has_part("Is the American late ?", "can");
    has_part("He did so", "else");
    has_part("Whose dog?", "who");
    has_part("", "else");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_asks_for_its_first_word_of_a_list),
        cmocka_unit_test(decaprop_s_code_looks_for_parts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
