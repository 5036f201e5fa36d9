/* Task span: which questions are examples, where their answers are, and how
 * answers are scored. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/predictions.h"
#include "tasks/span/span.h"
#include "tests/unit/tasks/span/span_fixture.h"
#include "tests/unit/tasks/span/squad_files.h"
#include "tests/unit/text_files.h"

static void answers_are_spans_of_tokens(void **state)
{
    struct loaded l;

    (void)state;
    squad_of("train", "\xc3\x89t\xc3\xa9 2003, the cat-flap.",
             Q("a", "q?", "2003", 4) "," Q("b", "q?", "cat-flap", 14) "," Q(
                 "c", "q?", "at-fl", 15) "," Q("d", "q?", "\xc3\xa9",
                                               2) "," Q("e", "q?", "flap", 18));
    squad_of("valid", "x y", Q("a", "q?", "y", 2));
    loads(&l, "");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 5);
    stands_at(&l, SPLIT_TRAIN, 0, 1, 1);
    stands_at(&l, SPLIT_TRAIN, 1, 4, 6);
    stands_at(&l, SPLIT_TRAIN, 2, 4, 6); /* every token that it overlaps */
    stands_at(&l, SPLIT_TRAIN, 3, 0, 0);
    stands_at(&l, SPLIT_TRAIN, 4, 6, 6); /* not a token that ends where it
                                            begins */
    unload_task(&l);
    loads(&l, ", align: exact");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 3);
    notes(&l, "train: 5 questions; left out: 2 whose answer is no whole "
              "tokens; trained on 3\n");
    unload_task(&l);
    loads(&l, ", no_answer: true"); /* after the added token */
    stands_at(&l, SPLIT_TRAIN, 1, 5, 7);
    assert_int_equal(example_tokens(&l.task->split[SPLIT_TRAIN], 0, 0)[0],
                     TOKEN_UNKNOWN);
    assert_int_equal(example_tokens(&l.task->split[SPLIT_TRAIN], 1, 0)[0],
                     TOKEN_UNKNOWN);
    assert_int_equal(example_len(&l.task->split[SPLIT_TRAIN], 1, 0), 3);
    unload_task(&l);
}

/* Train leaves out what is too long; scored parts are whole by default. */
static void limits_leave_questions_out_and_are_counted(void **state)
{
    static const char qas[] = Q("a", "q q q?", "d", 6) "," Q(
        "b", "q?", "a b c", 0) "," Q("c", "q?", "a", 0);
    struct loaded l;

    (void)state;
    squad_of("train", "a b c d e", qas);
    squad_of("valid", "a b c d e", qas);
    loads(&l, ", max_query: 3, max_answer: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 3);
    notes(&l, "train: 3 questions; left out: 1 whose query is longer than "
              "max_query, 1 whose answer is longer than max_answer; trained "
              "on 1\n");
    notes(&l, "valid: 3 questions; scored over 3, by the rules of SQuAD 1.1\n");
    unload_task(&l);
    loads(&l, ", max_query: 3, max_answer: 2, scored: fitting");
    assert_int_equal(l.task->split[SPLIT_VALID].n, 1);
    notes(&l, "scored over 1, by the rules of SQuAD 1.1 (scored: fitting)\n");
    unload_task(&l);
    loads(&l, ", max_document_scored: 2, max_query_scored: 1, no_answer: true");
    for (int i = 0; i < 3; i++) { /* the added ones do not count */
        assert_int_equal(example_len(&l.task->split[SPLIT_VALID], 0, i), 3);
        assert_int_equal(example_len(&l.task->split[SPLIT_VALID], 1, i), 2);
    }
    stands_at(&l, SPLIT_VALID, 0, 0, 0);
    stands_at(&l, SPLIT_VALID, 2, 1, 1);
    notes(&l, "valid: 3 questions whose document is cut to 2 tokens, 3 cut to "
              "1\n");
    unload_task(&l);
    refuses(", max_document: 4", "task.train: file '");
    refuses(", max_document: 4",
            "': found 3 questions; left out: 3 whose document is longer "
            "than max_document, expected some that are not");
}

static void questions_without_an_answer_are_trained_on_if_asked(void **state)
{
    struct loaded l;

    (void)state;
    squad_of("train", "a b", Q("a", "q?", "b", 2) "," NO_ANSWER("b", "q?"));
    squad_of("valid", "a b", Q("a", "q?", "b", 2));
    loads(&l, "");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1);
    assert_false(span_answers(l.task)->may_be_none);
    notes(&l, "left out: 1 without an answer");
    unload_task(&l);
    squad_of("valid", "a b", Q("a", "q?", "b", 2) "," NO_ANSWER("b", "q?"));
    loads(&l, ", no_answer: true, longest_span: 7");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    stands_at(&l, SPLIT_TRAIN, 1, 0, 0);
    assert_true(span_answers(l.task)->may_be_none);
    assert_int_equal(span_answers(l.task)->longest, 7);
    notes(&l, "scored over 2, by the rules of SQuAD 2.0\n");
    unload_task(&l);
}

/* They would count 0 for any answer. */
static void a_scored_question_without_an_answer_is_asked_for(void **state)
{
    struct loaded l;

    (void)state;
    squad_of("train", "a b", Q("a", "q?", "b", 2));
    squad_of("valid", "a b", Q("a", "q?", "b", 2) "," NO_ANSWER("b", "q?"));
    file_of("ids", "a\n");
    refuses("", "valid', line 1, column 25: task.no_answer: found false, and "
                "question 'b' of valid without an answer, expected true");
    refuses(", ids_valid: ids, test: valid", "question 'b' of test without");
    loads(&l, ", ids_valid: ids");
    unload_task(&l);
}

static void questions_are_thinned_out_evenly(void **state)
{
    struct loaded l;

    (void)state;
    squad_of("train", "a b c d e f",
             Q("1", "q?", "a", 0) "," Q("2", "q?", "b", 2) "," Q(
                 "3", "q?", "c", 4) "," Q("4", "q?", "d", 6) "," Q("5", "q?",
                                                                   "e", 8));
    squad_of("valid", "a b", Q("a", "q?", "b", 2));
    loads(&l, ", train_questions: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    stands_at(&l, SPLIT_TRAIN, 0, 2, 2);
    stands_at(&l, SPLIT_TRAIN, 1, 4, 4);
    assert_int_equal(span_split(l.task, SPLIT_TRAIN)->questions, 2);
    assert_string_equal(span_split(l.task, SPLIT_TRAIN)->text.s +
                            span_split(l.task, SPLIT_TRAIN)->question[1].id,
                        "5");
    unload_task(&l);
}

static void lists_of_ids_cut_a_file(void **state)
{
    struct loaded l;

    (void)state;
    squad_of("train", "a b", Q("a", "q?", "b", 2) "," Q("b", "q?", "a", 0));
    squad_of("valid", "a b", Q("a", "q?", "b", 2) "," Q("b", "q?", "a", 0));
    file_of("ids", "a\tdev\nb\ttest\n");
    file_of("few", "b\n");
    loads(&l, ", ids_valid: ids, part_valid: dev, test: valid, ids_test: few");
    assert_int_equal(l.task->split[SPLIT_VALID].n, 1);
    stands_at(&l, SPLIT_VALID, 0, 1, 1);
    assert_int_equal(l.task->split[SPLIT_TEST].n, 1);
    stands_at(&l, SPLIT_TEST, 0, 0, 0);
    assert_int_equal(l.task->files, 5);
    unload_task(&l);
    refuses(", ids_valid: ids, part_valid: none", "found no id of part none");
    refuses(", ids_valid: few, part_valid: dev",
            "few', line 1: found 'b', expected an id, a tab and the name");
    file_of("few", "b\nb\n");
    refuses(", ids_valid: few", "few', line 2: found id 'b' for the second");
    file_of("few", "a\tdev\nb\tdev\na\ttest\n");
    refuses(", ids_valid: few, part_valid: dev",
            "few', line 3: found id 'a' for the second time, expected each");
    file_of("few", "a\tdev\tb\n");
    refuses(", ids_valid: few, part_valid: dev",
            "few', line 1: found 'a\\tdev\\tb', expected an id, a tab and");
    file_of("few", "b\nc\n");
    refuses(", ids_valid: few", "valid' and no 'c', expected all");
    file_of("few", "c\n");
    refuses(", ids_valid: few", "found 0 of 1 ids in file");
    refuses(", ids_test: few", "found 'few', expected none without task.test");
    refuses(", part_valid: dev", "expected none without task.ids_valid");
    refuses(", ids_valid: absent", "task.ids_valid");
}

static void two_apostrophes_are_one_quote(void **state)
{
    const struct words *w;
    struct loaded l;
    struct str s = {0};

    (void)state;
    squad_of("train", "a ''b'' ``c``", Q("a", "q?", "b", 4));
    squad_of("valid", "a ''b'' ``c``", Q("a", "q?", "b", 4));
    loads(&l, "");
    w = l.task->words[0];
    corpus_show(l.task, SPLIT_TRAIN, 0, 0, &s);
    assert_string_equal(str_text(&s), "a \" b \" \" c \"");
    assert_non_null(w);
    stands_at(&l, SPLIT_TRAIN, 0, 2, 2);
    unload_task(&l);
    loads(&l, ", quotes: false, tokens: words");
    str_clear(&s);
    corpus_show(l.task, SPLIT_TRAIN, 0, 0, &s);
    assert_string_equal(str_text(&s), "a '' b '' `` c ``");
    unload_task(&l);
    str_release(&s);
}

/* --- answers -------------------------------------------------------------- */

/* An answer to each example: spans, two numbers each, all with one score. */
static struct answer_sheet say(const struct task *t, const int32_t *span, int n,
                               float score)
{
    struct column_kind kind[MAX_COLUMNS];
    const int columns = t->kind->head->columns(t->settings, kind);
    struct answer_sheet a = {.n = n};
    const float none = 0.25f;

    for (int c = 0; c < columns; c++)
        answer_sheet_add(&a, &kind[c]);
    for (int i = 0; i < n; i++) {
        column_add(&a.column[SPAN_TOKENS], (struct values){span + 2 * i, 2});
        column_add(&a.column[SPAN_SCORE], (struct values){&score, 1});
        column_add(&a.column[SPAN_NONE], (struct values){&none, 1});
    }
    return a;
}

static void says(const struct loaded *l, const struct answer_sheet *a, int i,
                 const char *expected)
{
    const struct squad_text said = span_said(l->task, SPLIT_VALID, a, i);

    assert_int_equal(said.len, strlen(expected));
    assert_memory_equal(said.at, expected, said.len);
}

static void an_answer_is_the_exact_text_between_its_tokens(void **state)
{
    static const int32_t spans[][2] = {{0, 1}, {1, 3},  {4, 4},
                                       {3, 2}, {-1, 2}, {2, 6}};
    static const char *const texts[] = {
        "The  big", "big (Cat\xc3\x89", "),", "", "", ""};
    struct loaded l;

    (void)state;
    squad_of("train", "a b", Q("a", "q?", "b", 2));
    squad_of("valid", "The  big (Cat\xc3\x89),",
             Q("1", "q?", "b", 5) "," Q("2", "q?", "b", 5) "," Q(
                 "3", "q?", "b", 5) "," Q("4", "q?", "b",
                                          5) "," Q("5", "q?", "b",
                                                   5) "," Q("6", "q?", "b", 5));
    loads(&l, ", tokens: words, lower: true, unicode: nfkc");
    struct answer_sheet a = say(l.task, spans[0], 6, 1);

    for (int i = 0; i < 6; i++)
        if (i != 2)
            says(&l, &a, i, texts[i]);
    says(&l, &a, 2, ")");
    answer_sheet_release(&a);
    unload_task(&l);
}

static void scores(const struct loaded *l, const int32_t *span, double em,
                   double f1, double avna)
{
    struct answer_sheet a =
        say(l->task, span, l->task->split[SPLIT_VALID].n, 1);
    double value[MAX_METRICS];

    score_valid(l, &a, value);
    assert_float_equal(value[0], em, 1e-4);
    assert_float_equal(value[1], f1, 1e-4);
    assert_float_equal(value[2], avna, 1e-4);
    answer_sheet_release(&a);
}

static void answers_are_scored_by_the_rules_of_their_version(void **state)
{
    struct loaded l;

    (void)state;
    squad_of("train", "a b", Q("a", "q?", "b", 2));
    squad_of("valid", "big cat",
             Q("1", "q?", "cat", 4) "," Q("2", "q?", "big", 0));
    loads(&l, "");
    scores(&l, (int32_t[]){1, 1, 1, 1}, 50, 50, 100);
    scores(&l, (int32_t[]){0, 1, 9, 9}, 0, 100 / 3.0, 50);
    unload_task(&l);
    squad_of("valid", "big cat",
             Q("1", "q?", "cat", 4) "," NO_ANSWER("2", "q?"));
    loads(&l, ", no_answer: true");
    scores(&l, (int32_t[]){2, 2, 0, 0}, 100, 100, 100);
    scores(&l, (int32_t[]){0, 0, 1, 2}, 0, 0, 0);
    scores(&l, (int32_t[]){0, 1, 0, 0}, 50, 50, 50); /* half of the special
                                                        span is no answer */
    struct answer_sheet a = say(l.task, (int32_t[]){2, 2, 0, 0}, 2, NAN);
    double value[MAX_METRICS];

    score_valid(&l, &a, value);
    assert_true(isnan(value[0]) && isnan(value[1]) && isnan(value[2]));
    answer_sheet_release(&a);
    unload_task(&l);
}

static void predictions_are_an_object_of_texts_by_id(void **state)
{
    struct str s = {0};
    struct loaded l;
    struct error e;

    (void)state;
    squad_of("train", "a b", Q("a", "q?", "b", 2));
    squad_of("valid", "say \\\"b\\\"",
             Q("1\\\"", "q?", "b", 5) "," NO_ANSWER("2", "q?"));
    loads(&l, ", no_answer: true");
    struct answer_sheet a = say(l.task, (int32_t[]){2, 3, 0, 0}, 2, 1);

    assert_int_equal(
        predictions_add(l.task, SPLIT_VALID, PREDICTIONS_SAID, &a, &s, &e), 0);
    assert_string_equal(str_text(&s), "{\"1\\\"\": \"\\\"b\",\n\"2\": \"\"}\n");
    str_clear(&s);
    assert_int_equal(
        predictions_add(l.task, SPLIT_VALID, PREDICTIONS_NONE, &a, &s, &e), 0);
    assert_string_equal(str_text(&s), "{\"1\\\"\": 0.25,\n\"2\": 0.25}\n");
    answer_sheet_release(&a);
    str_release(&s);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_spans_of_tokens),
        cmocka_unit_test(limits_leave_questions_out_and_are_counted),
        cmocka_unit_test(questions_without_an_answer_are_trained_on_if_asked),
        cmocka_unit_test(a_scored_question_without_an_answer_is_asked_for),
        cmocka_unit_test(questions_are_thinned_out_evenly),
        cmocka_unit_test(lists_of_ids_cut_a_file),
        cmocka_unit_test(two_apostrophes_are_one_quote),
        cmocka_unit_test(an_answer_is_the_exact_text_between_its_tokens),
        cmocka_unit_test(answers_are_scored_by_the_rules_of_their_version),
        cmocka_unit_test(predictions_are_an_object_of_texts_by_id),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
