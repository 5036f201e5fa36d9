/* Entailment: layouts, labels, JSON lines, and the real files. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/heads.h"
#include "tests/unit/text_files.h"

/* In any layout of columns the same three pairs are read. */
static void layouts_of_columns_read_the_same(void **state)
{
    static const char *const cases[][2] = {
        {"A man.\tA boy.\tneutral\nIt is.\tIt was.\tentailment\nx\ty\t"
         "contradiction\n",
         ""},
        {"neutral\tA man.\tA boy.\nentailment\tIt is.\tIt was.\n"
         "contradiction\tx\ty\n",
         ", columns: [label, premise, hypothesis]"},
        {"n\ta\tb\tl\n1\tA man.\tA boy.\tneutral\n2\tIt is.\tIt was.\t"
         "entailment\n3\tx\ty\tcontradiction\n",
         ", header: true, columns: [_, premise, hypothesis, label]"},
        {"l\tb\ta\nneutral\tA boy.\tA man.\nentailment\tIt was.\tIt is.\n"
         "contradiction\ty\tx\n",
         ", header: true, columns: [premise=a, hypothesis=b, label=l]"},
        {"{\"gold_label\": \"neutral\", \"sentence1\": \"A man.\", "
         "\"sentence2\": \"A boy.\", \"annotator_labels\": [\"a\"]}\n"
         "{\"gold_label\": \"-\", \"sentence1\": \"no\", \"sentence2\": \"\"}\n"
         "{\"sentence1\": \"It is.\", \"sentence2\": \"It \\u0077as.\", "
         "\"gold_label\": \"entailment\"}\n{\"sentence1\": \"x\", "
         "\"sentence2\": \"y\", \"gold_label\": \"contradiction\"}\n",
         ", format: jsonl"},
        {"[{\"gold_label\": \"neutral\", \"sentence1\": \"A man.\",\n"
         "  \"sentence2\": \"A boy.\", \"triple1\": [\"a\", {}]},\n"
         "{\"sentence1\": \"It is.\", \"sentence2\": \"It was.\", "
         "\"gold_label\": \"entailment\"}, {\"sentence1\": \"x\", "
         "\"sentence2\": \"y\", \"gold_label\": \"contradiction\"}]",
         ", format: json"},
        {"A man.,A boy.,neutral\r\n\"It is.\",\"It\nwas.\",entailment\r\n"
         "\"x\",y,\"contradiction\"",
         ", format: csv"},
        {"l,b,\"a, \"\"a\"\"\"\nneutral,A boy.,A man.\n"
         "entailment,It was.,It is.\ncontradiction,y,x\n",
         ", format: csv, header: true, columns: ['premise=a, \"a\"', "
         "hypothesis=b, label=l]"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct loaded l;
        struct str s = {0};
        char text[300];

        file_of("nli", cases[i][0]);
        snprintf(text, sizeof(text),
                 "{kind: nli, train: nli, valid: nli, tokens: words%s}",
                 cases[i][1]);
        if (load_task(&l, text))
            fail_msg("%s", l.error.text);
        assert_int_equal(l.task->split[SPLIT_VALID].n, 3);
        for (int j = 0; j < 3; j++)
            l.task->kind->show(l.task, SPLIT_VALID, j, &s);
        assert_string_equal(
            str_text(&s),
            "premise: a man .\nhypothesis: a boy .\nlabel: neutral\n"
            "premise: it is .\nhypothesis: it was .\nlabel: entailment\n"
            "premise: x\nhypothesis: y\nlabel: contradiction\n");
        str_release(&s);
        unload_task(&l);
    }
}

static void labels_left_out_are_counted(void **state)
{
    struct loaded l;

    (void)state;
    file_of("nli", "a\tb\tneutral\nc\td\t-\n");
    assert_int_equal(load_task(&l, "{kind: nli, train: nli, valid: nli}"), 0);
    assert_non_null(strstr(str_text(&l.task->notes),
                           "train: 1 pairs; 1 rows labelled '-' left out"));
    unload_task(&l);
}

static void labels_have_the_order_of_the_field(void **state)
{
    struct loaded l;

    (void)state;
    file_of("nli", "a\tb\tneutral\nc\td\tentails\n");
    assert_int_equal(load_task(&l, "{kind: nli, train: nli, valid: nli, "
                                   "labels: [entails, neutral]}"),
                     0);
    assert_int_equal(task_classes(l.task)->n, 2);
    assert_string_equal(task_classes(l.task)->name[0], "entails");
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "label")->ints[0], 1);
    assert_int_equal(
        examples_column(&l.task->split[SPLIT_TRAIN], "label")->ints[1], 0);
    unload_task(&l);
}

static void long_texts_are_cut_and_unseen_words_unknown(void **state)
{
    struct loaded l;
    const struct column *p;

    (void)state;
    file_of("nli", "a b c d\te\tneutral\n");
    file_of("new", "a z z z\tb\tneutral\n");
    assert_int_equal(load_task(&l, "{kind: nli, train: nli, valid: new, "
                                   "max_tokens: 2, vocabulary: train}"),
                     0);
    p = &l.task->split[SPLIT_VALID].part[0];
    assert_int_equal(p->start[1], 2);
    assert_int_equal(p->ints[0], TOKEN_FIRST);
    assert_int_equal(p->ints[1], TOKEN_UNKNOWN);
    assert_int_equal(l.task->words[0]->n, TOKEN_FIRST + 3);
    unload_task(&l);
}

static void accuracy_is_the_share_of_likeliest_labels(void **state)
{
    float score[] = {0.2f, 0.7f, 0.1f, 0.4f, 0.4f, 0.2f};
    struct answer_sheet a = {
        .n = 2,
        .columns = 1,
        .column = &(struct column){.is = {"score", COLUMN_FLOAT, 3, OF_EXAMPLE},
                                   .n = 2,
                                   .floats = score}};
    struct loaded l;
    double value[MAX_METRICS];

    (void)state;
    file_of("nli", "a\tb\tneutral\nc\td\tneutral\n");
    assert_int_equal(load_task(&l, "{kind: nli, train: nli, valid: nli}"), 0);
    score_valid(&l, &a, value);
    assert_float_equal(value[0], 50, 0);
    score[0] = score[1] = score[2] = NAN;
    score_valid(&l, &a, value);
    assert_true(isnan(value[0]));
    unload_task(&l);
}

static void refuses(const char *rows, const char *config, const char *says)
{
    char text[300];

    file_of("bad", rows);
    snprintf(text, sizeof(text), "{kind: nli, train: bad, valid: bad%s}",
             config);
    refuse_task(text, says);
}

static void bad_rows_are_refused_with_their_line(void **state)
{
    static const char *const cases[][3] = {
        {"a\tb\tneutral\na\tb\tmaybe\n", "",
         "line 2: label: found 'maybe', expected entailment, neutral or "
         "contradiction"},
        {"a\tb\tneutral\t\n", "", "line 1: found 4 columns, expected 3"},
        {"{\"sentence1\": \"a\", \"sentence2\": \"b\", \"gold_label\": "
         "\"x\\ny\"}\n",
         ", format: jsonl", "line 1: label: found 'x\\ny', expected"},
        {"{\"sentence1\": \"a\", \"gold_label\": \"neutral\"}\n",
         ", format: jsonl", "line 1: found no member 'sentence2'"},
        {"{\"sentence1\": \"a\",\n", ", format: jsonl",
         "line 1: column 19: found the line's end"},
        {"[{\"sentence1\": \"a\", \"sentence2\": \"b\", \"gold_label\": "
         "\"neutral\"},\n {\"sentence1\": \"a\"}]",
         ", format: json", "line 2, column 2: found no member 'sentence2'"},
        {"[{\"sentence1\": \"a\", \"sentence2\": \"b\", \"gold_label\": "
         "\"so\"}]",
         ", format: json", "line 1, column 2: label: found 'so', expected"},
        {"[{\"sentence1\": \"a\", \"sentence2\": \"b\",\n", ", format: json",
         "line 2, column 1: found the file's end"},
        {"{\"sentence1\": \"a\"}", ", format: json",
         "line 1, column 1: found '{', expected '['"},
        {"[] []", ", format: json", "line 1, column 4: found '['"},
        {"a,b,neutral\na,\"b,neutral\nc,d,neutral\n", ", format: csv",
         "line 3: found the file's end, expected the '\"' that ends a cell of "
         "the record that begins in line 2"},
        {"a,b,neutral\na,b\"\"c,neutral\n", ", format: csv",
         "line 2: cell 2: found '\"', expected it to begin with one"},
        {"a,b,neutral\na,\"b\"c,neutral\n", ", format: csv",
         "line 2: cell 2: expected ',' after its last '\"'"},
        {"a,b,neutral\na,b,c,neutral\n", ", format: csv",
         "line 2: found 4 columns, expected 3"},
        {"a\tb\t-\n", "", "found no example, expected one"},
        {"a\tb\tneutral\n", ", labels: [neutral]", "expected 2 or more"},
        {"a\tb\tneutral\n", ", labels: [x, x]", "found 'x' twice"},
        {"a\t\xff\tneutral\n", "", "line 1: byte 3: found 0xff"},
        {"a\tb\tneutral\n", ", vectors: none", "task.vectors: found no file"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        refuses(cases[i][0], cases[i][1], cases[i][2]);
}

static void bad_headers_are_refused(void **state)
{
    static const char *const cases[][3] = {
        {"a\tb\n",
         ", header: true, columns: [premise=a, hypothesis=b, "
         "label=c]",
         "line 1: found no column 'c' in the header"},
        {"a\tb\tc\tb\nx\ty\tneutral\tz\n",
         ", header: true, columns: [premise=a, hypothesis=b, "
         "label=c]",
         "line 1: found column 'b' 2 times in the header, expected it once"},
        {"a\tb\tneutral\n", ", columns: [premise=a, hypothesis=b, label=c]",
         "expected header: true"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        refuses(cases[i][0], cases[i][1], cases[i][2]);
}

static const struct {
    const char *file, *config;
    int n, label[3];
} published[] = {
    {"nli/sick-train.tsv.gz",
     "header: true, columns: [_, premise, hypothesis, _, label], labels: "
     "[ENTAILMENT, NEUTRAL, CONTRADICTION]",
     4500,
     {1299, 2536, 665}},
    {"nli/mnli-train-20k.tsv.gz",
     "header: true, columns: [premise=sentence1, hypothesis=sentence2, "
     "label=label]",
     20000,
     {6709, 6646, 6645}},
    {"nli/snli-dev.tsv.gz",
     "columns: [label, premise, hypothesis]",
     9842,
     {3329, 3235, 3278}},
    {"scitail/scitail_1.0_dev.tsv.gz",
     "labels: [entails, neutral]",
     1304,
     {657, 647, 0}},
};

static bool has_published(void)
{
    for (size_t i = 0; i < sizeof(published) / sizeof(*published); i++)
        if (!has_data(published[i].file))
            return false;
    return true;
}

static void real_files_have_the_published_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(published) / sizeof(*published); i++) {
        int label[3] = {0};
        char text[500];
        struct loaded l;

        snprintf(text, sizeof(text),
                 "{kind: nli, train: %s, valid: %s, tokens: words, %s}",
                 published[i].file, published[i].file, published[i].config);
        if (load_task(&l, text))
            fail_msg("%s", l.error.text);
        assert_int_equal(l.task->split[SPLIT_TRAIN].n, published[i].n);
        for (int j = 0; j < published[i].n; j++)
            label[examples_column(&l.task->split[SPLIT_TRAIN], "label")
                      ->ints[j]]++;
        assert_memory_equal(label, published[i].label, sizeof(label));
        unload_task(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_of_columns_read_the_same),
        cmocka_unit_test(labels_left_out_are_counted),
        cmocka_unit_test(labels_have_the_order_of_the_field),
        cmocka_unit_test(long_texts_are_cut_and_unseen_words_unknown),
        cmocka_unit_test(accuracy_is_the_share_of_likeliest_labels),
        cmocka_unit_test(bad_rows_are_refused_with_their_line),
        cmocka_unit_test(bad_headers_are_refused),
        unit_test_if(has_published(), real_files_have_the_published_counts,
                     "no nli/ or scitail/ under CODARUN_DATA"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
