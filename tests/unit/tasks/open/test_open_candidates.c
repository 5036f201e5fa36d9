/* Task open with answers: candidates: which candidate is right, and how the
 * others are scored. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tasks/open/open_fixture.h"

static const char *right_of(const struct loaded *l, enum split split, int i)
{
    const int right =
        examples_find(&l->task->split[split], &cloze_right)->ints[i];

    return right < 0 ? "" : cloze_candidate(l->task, split, i, right);
}

static void a_candidate_is_right_by_its_words(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l,
          LINE("<s> no names here </s>", "who?", "Ann")
              LINE("<s> Ann saw Bob </s>", "who?", "an ANN."),
          LINE("<s> Ann </s>", "who?", "Ann"), ", answers: candidates");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    assert_string_equal(right_of(&l, SPLIT_TRAIN, 0), "Ann");
    notes(&l, "train: candidates of 1 questions are all words of the "
              "document, which has no such run\n");
    unload_task(&l);
}

/* Also if all words are candidates. */
static void a_word_is_right_as_a_candidate_is(void **state)
{
    static const char *const right[] = {"nile", "Nile", "The nile", "NILE!"};
    struct loaded l;
    char line[100];

    (void)state;
    for (int i = 0; i < 4; i++) {
        snprintf(line, sizeof(line), "<s> on the nile </s> ||| what? ||| %s\n",
                 right[i]);
        loads(&l, line, line, ", answers: candidates");
        assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
        assert_string_equal(right_of(&l, SPLIT_VALID, 0), "nile");
        unload_task(&l);
    }
    loads(&l, LINE("<s> nile, or nile </s>", "what?", "nile"), TRAIN,
          ", answers: candidates, tokens: spaces");
    assert_string_equal(right_of(&l, SPLIT_TRAIN, 0), "nile");
    unload_task(&l);
}

/* An empty text is right, and so is one with an empty normal form, as in
 * SQuAD's script. */
static void an_answer_without_words_may_be_empty(void **state)
{
    static const char *const form[] = {"span", "candidates"};
    char fields[50];
    struct loaded l;

    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields), ", answers: %s", form[i]);
        loads(&l, TRAIN LINE("<s> cats </s>", "who?", "cats"),
              LINE("<s> the nile </s>", "what?", "The")
                  LINE("<s> the nile </s>", "what?", "!!!")
                      LINE("", "what?", "!!!") LINE("", "what?", "Ann"),
              fields);
        notes(&l, "valid: 3 questions have an answer without words by SQuAD's "
                  "normal form: an answer without words is right\n");
        if (i) {
            notes(&l, "valid: 4 questions with 1.0 candidates each; never "
                      "right: 1 whose answer is not in the document\n");
            assert_string_equal(right_of(&l, SPLIT_VALID, 1), "the");
        }
        unload_task(&l);
    }
}

/* One word, from the documents that have any. */
static void documents_without_a_token_have_no_words_for_candidates(
    void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, LINE("<s> nile </s>", "what?", "nile"),
          LINE("", "what?", "nile") LINE("<s> nile </s>", "what?", "nile"),
          ", answers: candidates");
    notes(&l, "valid: candidates of 1 questions are all words of the "
              "document, which has no such run\n");
    unload_task(&l);
}

#define CANDIDATES(uid, texts) "{\"uid\":\"" uid "\",\"nps\":[" texts "]}\n"

/* Candidates in the document are preferred to those that are spelt as an
 * answer; any with an equal normal form counts in the baselines. */
static void of_several_right_candidates_one_in_the_document_is_chosen(
    void **state)
{
    struct loaded l;

    (void)state;
    file_of("contexts", CONTEXTS("a", "[1,\"Ann saw The Nile\"]")
                            CONTEXTS("b", "[1,\"Ann saw The Nile\"]"));
    file_of("some", CANDIDATES("a", "\"NILE\",\"The Nile\",\"Ann\"")
                        CANDIDATES("b", "\"The Nile\",\"Nile\",\"Ann\""));
    loads(&l, QUESTION("a", "\"NILE\"") QUESTION("b", "\"Nile\""),
          QUESTION("a", "\"Ann\",\"nile\"") QUESTION("b", "\"nile\""),
          QUASAR ", answers: candidates, candidates_train: some, "
                 "candidates_valid: some");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    assert_string_equal(right_of(&l, SPLIT_TRAIN, 0), "The Nile");
    assert_string_equal(right_of(&l, SPLIT_TRAIN, 1), "Nile");
    assert_string_equal(right_of(&l, SPLIT_VALID, 0), "Ann");
    notes(&l, "valid: right without reading: 83.3 % by chance, 83.3 % the most "
              "frequent candidate, 83.3 % the most");
    unload_task(&l);
}

/* The limit is that of a file of candidates. */
static void too_many_runs_are_refused(void **state)
{
    struct str s = {0};

    (void)state;
    str_adds(&s, "<s> a </s> ||| who? ||| a\n<s>");
    for (int i = 0; i < 65537; i++)
        str_addf(&s, " %d and", i);
    str_adds(&s, " </s> ||| who? ||| 7\n");
    file_of("valid", str_text(&s));
    file_of("train", LINE("<s> 7 </s>", "who?", "7"));
    refuse_task("{kind: open, train: train, valid: valid, answers: candidates, "
                "max_document_scored: 0}",
                "valid', line 2: found a document of more than 65536 runs of "
                "capitalised words and numbers, which are all candidates, "
                "expected no more");
    str_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_candidate_is_right_by_its_words),
        cmocka_unit_test(a_word_is_right_as_a_candidate_is),
        cmocka_unit_test(an_answer_without_words_may_be_empty),
        cmocka_unit_test(
            documents_without_a_token_have_no_words_for_candidates),
        cmocka_unit_test(
            of_several_right_candidates_one_in_the_document_is_chosen),
        cmocka_unit_test(too_many_runs_are_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
