/* Task open: which questions are trained on and scored, and by which answers.
 */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tasks/open/open_fixture.h"

static void refuses(const char *fields, const char *says)
{
    char section[500];

    file_of("train", LINE("<s> a b </s>", "q?", "a"));
    snprintf(section, sizeof(section),
             "{kind: open, train: train, valid: train%s}", fields);
    refuse_task(section, says);
}

static void reads(const struct loaded *l, enum split split, int i,
                  const char *expected)
{
    struct str s = {0};

    corpus_show(l->task, split, 0, i, &s);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void stands_at(const struct loaded *l, enum split split, int i,
                      int first, int last)
{
    const int32_t *span =
        column_get(examples_find(&l->task->split[split], &span_column), i).at;

    assert_int_equal(span[0], first);
    assert_int_equal(span[1], last);
}

static void training_texts_are_windows(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, TRAIN, TRAIN, ", window: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    reads(&l, SPLIT_TRAIN, 0, "four cats five");
    stands_at(&l, SPLIT_TRAIN, 0, 1, 1);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 2);
    reads(&l, SPLIT_VALID, 0, "one two three four cats five six");
    stands_at(&l, SPLIT_VALID, 0, 4, 4);
    stands_at(&l, SPLIT_VALID, 1, 0, 0);
    notes(&l, "train: 2 questions; left out: 1 whose answer is nowhere in "
              "the document; trained on 1\n");
    notes(&l, "valid: scored over 2 questions; of 1 the answer is not in what "
              "is read\n");
    unload_task(&l);
    loads(&l, TRAIN, TRAIN,
          ", window: 2, unmatched: first, passages: 1, max_document_scored: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    reads(&l, SPLIT_TRAIN, 0, "one two");
    stands_at(&l, SPLIT_TRAIN, 0, 0, 0);
    reads(&l, SPLIT_VALID, 1, "no such");
    notes(&l, "trained on 2, 2 of them with the first token for an answer\n");
    notes(&l, "valid: 2 questions whose document is cut to 2 tokens, ");
    unload_task(&l);
}

/* All passages of the file count, not only those that are read. */
static void unanswerable_questions_are_left_out_on_request(void **state)
{
    static const char *const form[] = {"span", "candidates"};
    struct loaded l;
    char fields[100];

    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields),
                 ", answers: %s, scored: answerable, passages: 1", form[i]);
        loads(&l, TRAIN LINE("<s> One cats </s>", "who?", "cats")
                      LINE("<s> One </s>", "who?", "One"),
              TRAIN, fields);
        assert_int_equal(l.task->split[SPLIT_VALID].n, 1);
        assert_int_equal(open_split(l.task, SPLIT_VALID)->questions, 1);
        notes(&l, "valid: 1 questions whose answer no passage has are left out "
                  "(task.scored: answerable)\n"
                  "valid: scored over 1 questions; of 1 the answer is not in "
                  "what is read\n");
        unload_task(&l);
    }
    file_of("valid", LINE("<s> no such thing </s>", "who?", "cats"));
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields),
                 "{kind: open, train: train, valid: valid, scored: answerable, "
                 "answers: %s}",
                 form[i]);
        refuse_task(fields, "found 1 questions; 1 have their answer in no "
                            "passage, expected one or more that are not left "
                            "out");
    }
}

/* Quasar-T's scores give the order: the first of the file is last. */
static void passages_are_read_by_their_scores(void **state)
{
    struct loaded l;

    (void)state;
    file_of("contexts",
            CONTEXTS("a", "[1,\"one cat\"],[3,\"three\"],[2,\"two\"]"));
    loads(&l, QUESTION("a", "\"cat\""), QUESTION("a", "\"cat\""),
          QUASAR ", order: score, between: mark, passages: 2, "
                 "unmatched: first");
    reads(&l, SPLIT_VALID, 0, "three \xc2\xb6 two");
    unload_task(&l);
    file_of("contexts", CONTEXTS("a", "[1,\"one cat\"]") CONTEXTS("b", ""));
    loads(&l, QUESTION("a", "\"cat\"") QUESTION("b", ""),
          QUESTION("a", "\"cat\"") QUESTION("b", "\"cat\""), QUASAR);
    notes(&l, "train: 1 lines without a question or an answer are stepped "
              "over\n");
    notes(&l, "valid: 1 questions have no passage\n");
    unload_task(&l);
}

/* An answer that is a whole word is preferred to one within a word, in any
 * order. */
static void of_several_answers_the_one_that_is_a_word_is_trained_on(
    void **state)
{
    struct loaded l;

    (void)state;
    file_of("contexts", CONTEXTS("a", "[1,\"a party of fish\"]"));
    loads(&l, QUESTION("a", "\"art\",\"Fish\",\"fish\""),
          QUESTION("a", "\"fish\""), QUASAR);
    stands_at(&l, SPLIT_TRAIN, 0, 3, 3);
    unload_task(&l);
}

static void questions_without_a_passage_have_no_first_token(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, LINE("", "who?", "cats") TRAIN, TRAIN, ", unmatched: first");
    notes(&l, "train: 3 questions; left out: 1 whose answer is nowhere in "
              "the document; trained on 2, 1 of them with the first token for "
              "an answer\n");
    unload_task(&l);
}

static void a_file_of_lines_that_are_stepped_over_says_so(void **state)
{
    (void)state;
    file_of("empty", LINE("<s> a </s>", "", "a") LINE("<s> a </s>", "q?", ""));
    file_of("train", TRAIN);
    refuse_task("{kind: open, train: train, valid: empty}",
                "task.valid: file 'empty': found 2 lines without a question or "
                "an answer, expected one or more with both");
}

/* What is known of a question moves with its example. */
static void a_share_of_train_has_its_own_answers(void **state)
{
    static const char *const form[] = {"span", "candidates"};
    char fields[100];
    struct loaded l;

    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(fields, sizeof(fields), ", answers: %s, share: 0.5", form[i]);
        loads(&l,
              LINE("<s> One </s>", "?", "One") LINE("<s> Two </s>", "?", "Two")
              LINE("<s> Six </s>", "?", "Six") LINE("<s> Ten </s>", "?", "Ten"),
              TRAIN, fields);
        assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
        for (int k = 0; k < 2; k++)
            reads(&l, SPLIT_TRAIN, k,
                  open_golds(open_split(l.task, SPLIT_TRAIN), k));
        unload_task(&l);
    }
}

static void fields_that_say_nothing_are_refused(void **state)
{
    (void)state;
    refuses(", order: score", "task.order: found score, expected file");
    refuses(", contexts_valid: c", "task.contexts_valid: found 'c', expected "
                                   "none with layout searchqa");
    refuses(", layout: quasar", "task.contexts_train: found no file's name");
    refuses(", candidates_train: c", "task.candidates_train: found 'c'");
    refuses(", features: [pos]", "task.features: found 'pos', expected match,");
    refuses(", features: [lower], answers: candidates",
            "task.features: found 'lower', expected match, once");
    refuses(", lemmas: tags", "lemmas: found 'tags', expected one of s_stems");
    refuses(", answers: candidates, quotes: false", "quotes: found false, ex");
    refuses(", answers: candidates, ends: false", ", expected answers: span b");
    refuses(", answers: candidates, features_of: document", "found document, ");
    refuses(", answers: candidates, unmatched: first", "found first, exp");
    refuses(", answers: candidates, max_query: 1", "max_query: found 1, expec");
    refuses(", max_query: 1", "found 1 questions; left out: 1 whose query ");
}

static void traits_say_where_the_answer_is(void **state)
{
    int32_t value[5][2];
    int32_t *const to[MAX_TRAITS] = {value[0], value[1], value[2], value[3],
                                     value[4]};
    struct loaded l;

    (void)state;
    loads(&l, TRAIN, TRAIN, ", max_document_scored: 4");
    open_describe(l.task, SPLIT_VALID, to);
    assert_int_equal(value[0][0], 4);
    assert_int_equal(value[1][0], 2);
    assert_int_equal(value[2][0], 1);
    assert_int_equal(value[3][0], 2); /* the second passage */
    assert_int_equal(value[4][0], 0); /* which is not read that far */
    assert_int_equal(value[3][1], 0);
    unload_task(&l);
    loads(&l, TRAIN, TRAIN, ", max_document_scored: 5");
    open_describe(l.task, SPLIT_VALID, to);
    assert_int_equal(value[4][0], 1);
    assert_int_equal(value[4][1], 0);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_texts_are_windows),
        cmocka_unit_test(unanswerable_questions_are_left_out_on_request),
        cmocka_unit_test(passages_are_read_by_their_scores),
        cmocka_unit_test(
            of_several_answers_the_one_that_is_a_word_is_trained_on),
        cmocka_unit_test(questions_without_a_passage_have_no_first_token),
        cmocka_unit_test(a_file_of_lines_that_are_stepped_over_says_so),
        cmocka_unit_test(a_share_of_train_has_its_own_answers),
        cmocka_unit_test(fields_that_say_nothing_are_refused),
        cmocka_unit_test(traits_say_where_the_answer_is),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
