/* Answer selection: the questions, and the real files. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/files/file.h"
#include "config/yaml/document.h"
#include "engine/task/predictions.h"
#include "engine/task/task.h"
#include "tests/unit/text_files.h"

static const char rows[] = "q one\tright\t1\n"
                           "q one\twrong\t0\n"
                           "q two\twrong\t0\n"
                           "q two\tworse\t0\n"
                           "q three\tright\t1\n"
                           "q three\twrong\t0\n";

static void runs_of_equal_questions_are_groups(void **state)
{
    struct loaded l;

    (void)state;
    file_of("rank.txt", rows);
    assert_int_equal(load_task(&l, "{kind: rank, train: rank.txt, "
                                   "valid: rank.txt}"),
                     0);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 6);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "group")->ints[5], 2);
    assert_non_null(strstr(str_text(&l.task->notes),
                           "valid: 3 questions, 6 candidates, 2 right; 2 "
                           "questions scored (scored: mixed)"));
    unload_task(&l);
}

/* A score for each of n examples, until the next. */
static struct answer_sheet answers(int n, float *score)
{
    static struct column column;

    column = (struct column){
        .is = {"score", COLUMN_FLOAT, 1, OF_EXAMPLE}, .n = n, .floats = score};
    return (struct answer_sheet){.n = n, .columns = 1, .column = &column};
}

/* A question without a right candidate counts in `all` alone, and as 0. */
static void scored_says_which_questions_count(void **state)
{
    static const char *const sets[] = {"all", "positive", "mixed"};
    static const double map[] = {200.0 / 3, 100, 100};

    (void)state;
    file_of("rank.txt", rows);
    for (int i = 0; i < 3; i++) {
        float score[] = {1, 0, 1, 0, 1, 0};
        const struct answer_sheet a = answers(6, score);
        char text[200];
        struct loaded l;
        double value[MAX_METRICS];

        snprintf(text, sizeof(text),
                 "{kind: rank, train: rank.txt, valid: rank.txt, scored: %s}",
                 sets[i]);
        assert_int_equal(load_task(&l, text), 0);
        score_valid(&l, &a, value);
        assert_float_equal(value[0], map[i], 1e-9);
        unload_task(&l);
    }
}

static void check_lines(const struct loaded *l, enum predictions what,
                        const struct answer_sheet *a, const char *expected)
{
    struct str out = {0};
    struct error e = {""};

    if (predictions_add(l->task, SPLIT_VALID, what, a, &out, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
}

/* Lines of the scored questions, which keep their numbers; among equal scores
 * the later line, whose name is greater, is first. */
static void answers_go_out_as_a_run_with_qrels(void **state)
{
    float score[] = {0.5f, 0.5f, 1, 0, 0.1f, 0.25f};
    const struct answer_sheet a = answers(6, score);
    struct loaded l;

    (void)state;
    file_of("rank.txt", rows);
    assert_int_equal(load_task(&l, "{kind: rank, train: rank.txt, "
                                   "valid: rank.txt}"),
                     0);
    check_lines(&l, PREDICTIONS_SAID, &a,
                "1 Q0 00000001 2 0.5 codarun\n"
                "1 Q0 00000002 1 0.5 codarun\n"
                "3 Q0 00000005 2 0.100000001 codarun\n"
                "3 Q0 00000006 1 0.25 codarun\n");
    check_lines(&l, PREDICTIONS_RIGHT, &a,
                "1 0 00000001 1\n1 0 00000002 0\n"
                "3 0 00000005 1\n3 0 00000006 0\n");
    unload_task(&l);
}

static void train_questions_leaves_the_others_out(void **state)
{
    struct loaded l;

    (void)state;
    file_of("rank.txt", rows);
    assert_int_equal(load_task(&l, "{kind: rank, train: rank.txt, valid: "
                                   "rank.txt, train_questions: mixed}"),
                     0);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 4);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "group")->ints[3], 1);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 6);
    unload_task(&l);
}

static void ids_part_equal_questions(void **state)
{
    struct loaded l;

    (void)state;
    file_of("rank.txt", rows);
    file_of("rank.ref", "1 0 0 1\n2 0 0 0\n3 0 0 0\n3 0 1 0\n4 0 0 1\n4 0 1 "
                        "0\n");
    assert_int_equal(load_task(&l, "{kind: rank, train: rank.txt, valid: "
                                   "rank.txt, ids_train: rank.ref}"),
                     0);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "group")->ints[5], 3);
    unload_task(&l);
}

static void a_column_of_ids_groups_candidates(void **state)
{
    struct loaded l;

    (void)state;
    file_of("ids.txt", "7\tq\ta\t1\n7\tq\tb\t0\n9\tq\tc\t0\n");
    assert_int_equal(load_task(&l, "{kind: rank, train: ids.txt, valid: "
                                   "ids.txt, columns: [id, question, answer, "
                                   "label]}"),
                     0);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "group")->ints[1], 0);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "group")->ints[2], 1);
    unload_task(&l);
}

static void candidates_of_fixed_number_are_groups(void **state)
{
    struct loaded l;
    float score[] = {1, 0, 0, 1, 0, 1};
    const struct answer_sheet a = answers(6, score);
    double value[MAX_METRICS];

    (void)state;
    file_of("udc.txt", "c\ta\t1\nc\tb\t0\nc\ta\t1\nc\tb\t0\nc\td\t1\nc\tb\t0"
                       "\n");
    assert_int_equal(load_task(&l, "{kind: rank, train: udc.txt, valid: "
                                   "udc.txt, candidates: 2}"),
                     0);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_VALID], "group")->ints[5], 2);
    score_valid(&l, &a, value);
    assert_float_equal(value[task_metric(l.task->kind, "top1")], 100.0 / 3,
                       1e-9);
    unload_task(&l);
}

static void bad_files_are_refused_with_their_line(void **state)
{
    const struct {
        const char *text, *config, *says;
    } cases[] = {
        {"q\ta\t1\nq\tb\n", "", "line 2: found 2 columns, expected 3"},
        {"q\ta\t1\nq\tb\tyes\n", "",
         "line 2: label: found 'yes', expected 0 "
         "or 1"},
        {"question\tanswer\tlabel\n", "",
         "line 1: label: found 'label', expected 0 or 1; task.header: true"},
        {"", "", "found no example, expected one"},
        {"q\ta\t1\nq\tb\t1\n", "", "found no question to score"},
        {"q\ta\t1\nq\tb\t0\nq\tc\t0\n", ", candidates: 2",
         "found 1 candidates in the last group, expected 2"},
        {"q\ta\t1\nq\tb\t0\n", ", columns: [question, answr, label]",
         "found 'answr', expected one of question, answer, label, id"},
        {"q\ta\t1\nq\tb\t0\n", ", columns: [question, answer, _]",
         "found none for 'label'"},
        {"1\tq\ta\t1\n2\tq\tb\t0\n1\tq\tc\t0\n",
         ", columns: [id, question, answer, label]",
         "line 3: found question id '1' again"},
        {"1\tq\ta\t1\n1\tq\tb\t0\n2\tr\tc\t0\n2\tR\tc\t0\n",
         ", columns: [id, question, answer, label]",
         "bad.txt', line 4: question: found 'R', expected 'r' beside all "
         "candidates of a question"},
        {"q\ta\t1\nq\tb\t0\nq\tc\t0\nr\td\t0\n", ", candidates: 2",
         "bad.txt', line 4: question: found 'r', expected 'q' beside all "},
        {"q\ta\t1\nq\tb\t0\nr\tc\t0\n", ", ids_train: ids.ref",
         "ids.ref', line 3: found the file's end, expected the question id of "
         "the data's row 3"},
        {"q\ta\t1\nr\tb\t0\n", ", ids_train: ids.ref",
         "bad.txt', line 2: question: found 'r', expected 'q' beside all "},
        {"q\ta\t1\n", ", ids_train: ids.ref",
         "ids.ref', line 2: found an id more, expected 1 as the data has rows"},
    };

    (void)state;
    file_of("ids.ref", "7 0 0 1\n7 0 1 0\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char text[300];

        file_of("bad.txt", cases[i].text);
        snprintf(text, sizeof(text),
                 "{kind: rank, train: bad.txt, valid: bad.txt%s}",
                 cases[i].config);
        refuse_task(text, cases[i].says);
    }
}

static void a_missing_file_is_refused_with_both_places(void **state)
{
    struct loaded l;

    (void)state;
    assert_int_equal(load_task(&l, "{kind: rank, train: none.txt, valid: "
                                   "none.txt}"),
                     -1);
    assert_non_null(strstr(l.error.text, "task.train: found no file '"));
    assert_non_null(strstr(l.error.text, "none.txt"));
    unload_task(&l);
}

static int groups(const struct loaded *l, enum split split)
{
    const struct examples *x = &l->task->split[split];

    return x->n ? examples_column(x, "group")->ints[x->n - 1] + 1 : 0;
}

static void wikiqa_has_the_published_questions(void **state)
{
    struct loaded l;
    double start = clock_now();

    (void)state;
    assert_int_equal(
        load_task(&l, "{kind: rank, train: wikiqa/WikiQA-train.txt.gz, "
                      "valid: wikiqa/WikiQA-dev.txt.gz, "
                      "test: wikiqa/WikiQA-test.txt.gz, "
                      "ids_test: wikiqa/WikiQA-test.ref.gz}"),
        0);
    print_message("# WikiQA loads in %.2f s\n", clock_now() - start);
    assert_int_equal(groups(&l, SPLIT_TRAIN), 2118);
    assert_int_equal(groups(&l, SPLIT_VALID), 296);
    assert_int_equal(groups(&l, SPLIT_TEST), 633);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 20360);
    assert_non_null(strstr(str_text(&l.task->notes), "122 questions scored"));
    assert_non_null(strstr(str_text(&l.task->notes), "237 questions scored"));
    unload_task(&l);
}

static void trecqa_has_the_published_questions(void **state)
{
    struct loaded l;
    double start = clock_now();

    (void)state;
    assert_int_equal(
        load_task(&l, "{kind: rank, train: trecqa/trecqa-train-all.tsv.xz, "
                      "valid: trecqa/trecqa-dev-clean.tsv.gz, "
                      "test: trecqa/trecqa-test.tsv.gz, "
                      "columns: [id, question, answer, label], "
                      "vectors: glove-6b-50d/glove.6B.50d.top9163.txt.gz}"),
        0);
    print_message("# TrecQA loads with vectors in %.2f s\n",
                  clock_now() - start);
    assert_int_equal(groups(&l, SPLIT_TRAIN), 1229);
    assert_int_equal(groups(&l, SPLIT_VALID), 65);
    assert_int_equal(groups(&l, SPLIT_TEST), 95);
    assert_non_null(strstr(str_text(&l.task->notes), "68 questions scored"));
    assert_int_equal(l.task->words[0]->width, 50);
    assert_true(l.task->words[0]->tokens_found > 0.7);
    unload_task(&l);
}

#define TWICE(text) text text
#define LONG TWICE(TWICE(TWICE(TWICE(TWICE("a longer row ")))))

/* The layout of the Ubuntu corpus 2.0, whose labels are written as reals: the
 * result is as if valid had a row per candidate. */
static void wide_rows_are_a_question_and_its_answers(void **state)
{
    struct str wide = {0}, narrow = {0};
    struct loaded l;

    (void)state;
    file_of("train.csv",
            "Context,Utterance,Label\r\n"
            "\"hi, all __eou__\",no,0.0\r\nhi,\"a \"\"b\"\"\",1.0\r\n");
    file_of("valid.csv", "Context,Ground Truth Utterance,Distractor_0,"
                         "Distractor_1\r\nhi,\"yes, I am\",no,hi\r\n"
                         "hi,so,\"\"," LONG "\r\n");
    file_of("valid.tsv", "hi\tyes, I am\t1\t7\nhi\tno\t0\t7\nhi\thi\t0\t7\n"
                         "hi\tso\t1\t8\nhi\t\t0\t8\nhi\t" LONG "\t0\t8\n");
    if (load_task(&l,
                  "{kind: rank, train: train.csv, valid: valid.csv, format: "
                  "csv, header: true, wide: true, columns: "
                  "[question=Context, answer=Utterance, label=Label]}"))
        fail_msg("%s", l.error.text);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 6);
    for (int i = 0; i < 6; i++)
        l.task->kind->show(l.task, SPLIT_VALID, i, &wide);
    for (int i = 0; i < 2; i++)
        l.task->kind->show(l.task, SPLIT_TRAIN, i, &narrow);
    assert_string_equal(str_text(&narrow),
                        "question 0: hi, all __eou__\nanswer: no\nlabel: 0\n"
                        "question 1: hi\nanswer: a \"b\"\nlabel: 1\n");
    unload_task(&l);
    str_clear(&narrow);
    if (load_task(&l, "{kind: rank, train: valid.tsv, valid: valid.tsv, "
                      "columns: [question, answer, label, id]}"))
        fail_msg("%s", l.error.text);
    for (int i = 0; i < 6; i++)
        l.task->kind->show(l.task, SPLIT_VALID, i, &narrow);
    assert_string_equal(str_text(&wide), str_text(&narrow));
    unload_task(&l);
    str_release(&wide);
    str_release(&narrow);
}

static void bad_wide_rows_are_refused(void **state)
{
    static const char *const cases[][2] = {
        {"q\ta\tb\nq\ta\n", "line 2: found 2 columns, expected a question"},
        {"q\n", "line 1: found 1 column, expected a question"},
    };

    (void)state;
    file_of("train", "q\ta\t1\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        file_of("wide", cases[i][0]);
        refuse_task("{kind: rank, train: train, valid: wide, wide: true}",
                    cases[i][1]);
    }
    refuse_task("{kind: rank, train: train, valid: wide, wide: true, format: "
                "jsonl}",
                "wide: found true with format: jsonl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_rows_are_a_question_and_its_answers),
        cmocka_unit_test(bad_wide_rows_are_refused),
        cmocka_unit_test(runs_of_equal_questions_are_groups),
        cmocka_unit_test(scored_says_which_questions_count),
        cmocka_unit_test(answers_go_out_as_a_run_with_qrels),
        cmocka_unit_test(train_questions_leaves_the_others_out),
        cmocka_unit_test(ids_part_equal_questions),
        cmocka_unit_test(a_column_of_ids_groups_candidates),
        cmocka_unit_test(candidates_of_fixed_number_are_groups),
        cmocka_unit_test(bad_files_are_refused_with_their_line),
        cmocka_unit_test(a_missing_file_is_refused_with_both_places),
        unit_test_if(has_data("wikiqa/WikiQA-train.txt.gz"),
                     wikiqa_has_the_published_questions,
                     "no wikiqa/ under CODARUN_DATA"),
        unit_test_if(has_data("trecqa/trecqa-train-all.tsv.xz"),
                     trecqa_has_the_published_questions,
                     "no trecqa/ under CODARUN_DATA"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
