/*
 * Task cloze: a question's candidates: which are one, which are right, and
 * which are too many or too long.
 */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/tasks/cloze/cloze_fixture.h"

/* --- which are too many or too long ------------------------------------ */

static void add_times(struct str *s, const char *text, int n)
{
    for (int i = 0; i < n; i++)
        str_adds(s, text);
}

/* So many candidates of a word that is so frequent in the document would use up
 * all memory. */
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

/* Each word of such a document is a candidate. */
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

/* Comparing a candidate of so many tokens at nearly as many places of the
 * document, or of the query, would take years. */
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

/* Comparing each of its tokens with each of the document's would take hours. */
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

/* --- which are one, and which is right ------------------------------------ */

/* The candidates of a split's example, and the right one, are `expected`, as
 * "a, b, c: 1". */
static void candidates_are(const struct loaded *l, enum split split, int i,
                           const char *expected)
{
    const struct examples *x = &l->task->split[split];
    const int n = column_get(examples_find(x, &cloze_counts), i).n;
    struct str s = {0};

    for (int c = 0; c < n; c++)
        str_addf(&s, "%s%s", c ? ", " : "",
                 cloze_candidate(l->task, split, i, c));
    str_addf(&s, ": %d", examples_find(x, &cloze_right)->ints[i]);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

/* Otherwise they would share their probability, and only the first be the
 * answer. */
static void candidates_of_the_same_tokens_are_one(void **state)
{
    static const char text[] =
        "1 A cat saw New York .\n"
        "2 XXXXX ran .\tcat\t\tdog|cat|Cat|New York|New  York\n\n"
        "1 A cat saw New York .\n"
        "2 XXXXX ran .\tCat\t\tdog|cat|quux|Zed\n\n";
    struct loaded l;

    (void)state;
    loads(&l, text, NAMES, ", lower: true");
    candidates_are(&l, SPLIT_TRAIN, 0, "Cat, New  York, dog: 0");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_tokens, "1 3 4");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_counts, "1 2 0");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_lengths, "1 2 1");
    candidates_are(&l, SPLIT_TRAIN, 1, "Zed, cat, dog, quux: 1");
    notes(&l, "train: 2 questions with 3.5 candidates each\n");
    unload_task(&l);
    loads(&l, text, NAMES, "");
    candidates_are(&l, SPLIT_TRAIN, 0, "Cat, New  York, cat, dog: 2");
    notes(&l, "left out: 1 whose answer is none of the candidates\n");
    unload_task(&l);
}

/* Cut again, `'s` would be two tokens, which are nowhere in the document. */
static void words_of_the_document_are_cut_once(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, "Mary's cat ran . He saw Mary\n", "I'll run . He can run\n",
          ", layout: lambada, tokens: words");
    candidates_are(&l, SPLIT_TRAIN, 0, "'s, ., Mary, cat, ran: 2");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_tokens, "1 4 0 2 3");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_counts, "1 1 1 1 1");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_lengths, "1 1 1 1 1");
    candidates_are(&l, SPLIT_VALID, 0, "'ll, ., I, run: 3");
    column_is_of(&l, SPLIT_VALID, 0, &cloze_tokens, "1 3 0 2");
    if (strstr(str_text(&l.task->notes), "not in what is read"))
        fail_msg("%s", str_text(&l.task->notes));
    unload_task(&l);
}

/* Each of its words is a candidate, so it means nothing that the answer is
 * none. */
static void an_answer_that_is_no_word_is_looked_for(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l,
          "a b c . x is b\na b c . x is c\na b c . x is zed\na b . x is zed's\n"
          "a b c . x is c\n",
          "a b c . x is zed\na b c . x is c\na b . x is a\n",
          ", layout: lambada, tokens: words, max_document: 2");
    notes(&l, "train: 5 questions with 2.0 candidates each; left out: 1 whose "
              "answer is none of the candidates, 1 whose answer is not in the "
              "document, 2 whose answer is behind max_document\n");
    notes(&l, "valid: 3 questions with 2.0 candidates each; never right: 1 "
              "whose answer is not in the document, 1 whose answer is behind "
              "max_document\n");
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_places_are_refused),
        cmocka_unit_test(too_many_candidates_are_refused),
        cmocka_unit_test(too_long_candidates_are_refused),
        cmocka_unit_test(a_long_answer_is_looked_for_behind_what_is_read),
        cmocka_unit_test(candidates_of_the_same_tokens_are_one),
        cmocka_unit_test(words_of_the_document_are_cut_once),
        cmocka_unit_test(an_answer_that_is_no_word_is_looked_for),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
