/*
 * Task cloze: what is done with a question's candidates - which are one, which
 * are right, and which are too many or too long to be looked for.
 */
#include "config.h"

#include "../test.h"

#include "cloze_fixture.h"

static void add_times(struct str *s, const char *text, int n)
{
    for (int i = 0; i < n; i++)
        str_adds(s, text);
}

/* So many candidates of a word that is so often in the document would take all
 * the memory that there is. */
static void too_many_places_are_refused(void **state)
{
    struct str s = {0};

    (void)state;
    str_adds(&s, "1");
    for (int i = 0; i < 5000; i++)
        str_adds(&s, " a");
    str_adds(&s, "\n2 XXXXX\ta\t\ta");
    for (int i = 0; i < 5000; i++)
        str_addf(&s, "|a %d", i);
    str_adds(&s, "\n");
    refuses(str_text(&s), "",
            "line 2: found candidates at more than 16777216 places of the "
            "document, expected no more");
    str_release(&s);
}

static void add_words(struct str *s, int n)
{
    for (int i = 0; i < n; i++)
        str_addf(s, "w%d ", i);
}

/* Each word of such a document is one. */
static void too_many_candidates_are_refused(void **state)
{
    struct str s = {0};

    (void)state;
    add_words(&s, 65537);
    str_adds(&s, ". is w7\n");
    refuses(str_text(&s), ", layout: lambada",
            "line 1: found a document of more than 65536 different words, "
            "which are all candidates, expected no more");
    str_clear(&s);
    add_words(&s, 60000);
    str_adds(&s, ". ");
    add_words(&s, 5000);
    str_adds(&s, "w7\n");
    refuses(str_text(&s), ", layout: lambada",
            "line 1: found 60001 candidates to look for in 60001 tokens of the "
            "document and 5003 of the query, expected fewer or shorter ones: "
            "they take more than 268435456 comparisons");
    str_release(&s);
}

/* A candidate of so many tokens, at nearly as many places of the document, or
 * of the query, would take years. */
static void too_long_candidates_are_refused(void **state)
{
    struct str s = {0};

    (void)state;
    str_adds(&s, "1");
    add_times(&s, " a", 40000);
    str_adds(&s, "\n2 XXXXX b\tb\t\tb|");
    add_times(&s, "a ", 20000);
    str_adds(&s, "\n");
    refuses(str_text(&s), "",
            "line 2: found 2 candidates to look for in 40000 tokens of the "
            "document and 4 of the query, expected fewer or shorter ones: they "
            "take more than 268435456 comparisons");
    str_clear(&s);
    str_adds(&s, "1 a b\n2 XXXXX");
    add_times(&s, " a", 40000);
    str_adds(&s, "\tb\t\tb|");
    add_times(&s, "a ", 20000);
    str_adds(&s, "b\n");
    refuses(str_text(&s), "",
            "line 2: found 2 candidates to look for in 2 tokens of the "
            "document and 40003 of the query, expected fewer or shorter ones: "
            "they take more than 268435456 comparisons");
    str_release(&s);
}

/* Each of its tokens with each of the document's would take hours. */
static void a_long_answer_is_looked_for_behind_what_is_read(void **state)
{
    struct str s = {0};
    struct loaded l;

    (void)state;
    str_adds(&s, NAMES "1");
    add_times(&s, " a", 1 << 20);
    str_adds(&s, "\n2 XXXXX\t");
    add_times(&s, "b ", 1 << 20);
    str_adds(&s, "\t\tc|");
    add_times(&s, "b ", 1 << 20);
    str_adds(&s, "\n");
    loads(&l, str_text(&s), NAMES, ", max_document: 3");
    notes(&l, "train: 2 questions with 2.5 candidates each; left out: 1 whose "
              "answer is not in the document\n");
    unload_task(&l);
    str_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_places_are_refused),
        cmocka_unit_test(too_many_candidates_are_refused),
        cmocka_unit_test(too_long_candidates_are_refused),
        cmocka_unit_test(a_long_answer_is_looked_for_behind_what_is_read),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
