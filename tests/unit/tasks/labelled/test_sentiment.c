/* Sentiment: trees and their phrases, classes of several labels, subwords. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/chosen_fixture.h"
#include "tests/unit/text_files.h"
#include "text/language/subwords_learn.h"

#define TREES "kind: sentiment, train: trees, valid: trees"
#define FIVE ", labels: ['0', '1', '2', '3', '4']"

static void shows(const struct loaded *l, enum split split,
                  const char *expected)
{
    struct str s = {0};

    for (int i = 0; i < l->task->split[split].n; i++)
        l->task->kind->show(l->task, split, i, &s);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void loads(struct loaded *l, const char *yaml)
{
    if (load_task(l, yaml))
        fail_msg("%s", l->error.text);
}

static void a_tree_is_a_sentence_and_its_phrases(void **state)
{
    struct loaded l;

    (void)state;
    file_of("trees", "(3 (2 It) (4 (3 really) (4 works)))\n"
                     "(0 (1 no)(1  it  ) )\n");
    loads(&l, "{" TREES ", trees: sentences" FIVE "}");
    shows(&l, SPLIT_TRAIN,
          "text: it really works\nlabel: 3\ntext: no it\nlabel: 0\n");
    unload_task(&l);
    loads(&l, "{" TREES ", trees: phrases, lower: false" FIVE "}");
    shows(&l, SPLIT_TRAIN,
          "text: It really works\nlabel: 3\ntext: It\nlabel: 2\n"
          "text: really works\nlabel: 4\ntext: really\nlabel: 3\n"
          "text: works\nlabel: 4\ntext: no it\nlabel: 0\n"
          "text: no\nlabel: 1\ntext: it\nlabel: 1\n");
    shows(&l, SPLIT_VALID,
          "text: It really works\nlabel: 3\ntext: no it\nlabel: 0\n");
    unload_task(&l);
}

/* A tree of one word, and its leaf with the same word: one phrase. */
static void a_phrase_is_trained_on_once(void **state)
{
    struct loaded l;

    (void)state;
    file_of("trees", "(3 (3 so) (2 so))\n(2 so)\n(1 (2 so) (2 what))\n");
    loads(&l, "{" TREES ", trees: phrases, labels: ['0|1', '3|4'], "
              "skip: '2'}");
    shows(&l, SPLIT_TRAIN,
          "text: so so\nlabel: 3|4\ntext: so\nlabel: 3|4\n"
          "text: so what\nlabel: 0|1\n");
    assert_non_null(strstr(str_text(&l.task->notes),
                           "train: 3 texts; 1 rows labelled '2' left out; "
                           "3 phrases that came before left out\n"));
    assert_non_null(strstr(str_text(&l.task->notes),
                           "valid: 2 texts; 1 rows labelled '2' left out\n"));
    unload_task(&l);
}

static void bad_trees_are_refused_with_their_place(void **state)
{
    static const char *const cases[][2] = {
        {"(3 (2 It) (4 works)\n", "column 20: found the line's end, expected "
                                  "another node or ')'"},
        {"(3 (2 It) (4 works)))\n",
         "column 21: found ')', expected the line's end after the tree"},
        {"(3 (2 It) (5 works))\n",
         "column 12: found '5', expected a label from 0 to 4"},
        {"(3 (2 It) (12 works))\n", "column 12: found '12', expected a label"},
        {"(3 (2 It) ( works))\n", "column 12: found ' ', expected a label"},
        {"(3 (2 It) (4 ))\n",
         "column 14: found ')', expected a word or a node"},
        {"(3 (2 It) (4", "column 13: found the line's end, expected a word"},
        {"(3", "column 3: found the line's end, expected a word or a node"},
        {"(", "column 2: found the line's end, expected a label"},
        {"(3 (2 It works))\n",
         "column 10: found 'works', expected ')' after a node's word"},
        {"(3 It (2 works))\n",
         "column 7: found '(', expected ')' after a node's word"},
        {"(3 (2 It) works)\n",
         "column 11: found 'works', expected another node or ')'"},
        {"(3 It) (2 works)\n",
         "column 8: found '(', expected the line's end after the tree"},
        {"\n", "column 1: found the line's end, expected a tree, which"},
        {"It works\n", "column 1: found 'It', expected a tree, which"},
        {")\n", "column 1: found ')', expected a tree, which"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char text[100], says[200];

        snprintf(text, sizeof(text), "(2 fine)\n%s", cases[i][0]);
        file_of("trees", text);
        snprintf(says, sizeof(says), "trees', line 2: %s", cases[i][1]);
        refuse_task("{" TREES ", trees: phrases" FIVE "}", says);
        refuse_task("{" TREES ", trees: sentences" FIVE "}", says);
    }
}

static void other_fields_that_do_not_fit_are_refused(void **state)
{
    struct chosen c;

    (void)state;
    file_of("trees", "(3 (2 It) (4 works))\n");
    file_of("vectors", "it 1\n");
    refuse_task("{" TREES ", trees: phrases, header: true" FIVE "}",
                "trees: found phrases with columns, header or format");
    refuse_task("{" TREES ", trees: sentences, columns: [text, label]" FIVE "}",
                "trees: found sentences with columns");
    refuse_task("{" TREES ", trees: phrases, format: jsonl" FIVE "}",
                "trees: found phrases with");
    refuse_task("{kind: sentiment, train: trees, trees: phrases, held_out: 1}",
                "held_out: found 1 with trees: phrases, which are parts of "
                "sentences that stay in train; expected a file of valid");
    choose_as(&task_kinds,
              "{kind: sentiment, train: trees, trees: phrases, held_out: 1}",
              true, &c); /* earlier results have it */
    chosen_release(&c);
    refuse_task("{" TREES ", trees: phrases}",
                "trees', line 1: label: found '3', expected 0 or 1");
    refuse_task("{" TREES ", trees: phrases, labels: ['0|1', '3|4', '1|2']}",
                "task.labels: found '1' twice");
    refuse_task("{" TREES ", trees: phrases, labels: ['0|0', '3|4']}",
                "task.labels: found '0' twice");
    refuse_task("{" TREES ", trees: phrases, subwords: 9, vectors: vectors" FIVE
                "}",
                "task.vectors: found 'vectors' with task.subwords");
    refuse_task("{" TREES ", trees: phrases, subwords: 9, tokens: words" FIVE
                "}",
                "task.tokens: found words with task.subwords");
}

/* A compressed file that ends too early. */
static void a_file_that_is_cut_short_is_refused(void **state)
{
    char command[200], text[20000] = "";

    (void)state;
    for (int i = 0; i < 800; i++)
        snprintf(text + strlen(text), 25, "(%d (2 a%d) (3 b))\n", i % 5, i * i);
    file_of("whole", text);
    snprintf(command, sizeof(command),
             "cd '%s' && xz whole && head -c 600 whole.xz >cut.xz", folder);
    assert_int_equal(system(command), 0);
    refuse_task(
        "{kind: sentiment, train: cut.xz, valid: cut.xz, trees: phrases" FIVE
        "}",
        "cut.xz'");
}

/* --- subwords ------------------------------------------------------------- */

static const char *const lines[] = {"low lower lowest", "new newer newest",
                                    "slow  slower", "a, b. low!"};
#define LINES ((int)(sizeof(lines) / sizeof(*lines)))

static void write_lines(const char *name, int from, int to)
{
    struct str rows = {0};

    for (int i = from; i < to; i++)
        str_addf(&rows, "%s\t%d\n", lines[i], i % 2);
    file_of(name, str_text(&rows));
    str_release(&rows);
}

static struct subwords learned(long merges)
{
    struct subword_learner l;
    struct subwords s;

    subword_learner_init(&l);
    for (int i = 0; i < LINES - 1; i++)
        subword_learner_add(&l, lines[i], strlen(lines[i]));
    subwords_learn(&l, merges, &s);
    subword_learner_release(&l);
    return s;
}

/* Example i of a split is the line in these subwords, at most `most` of
 * them. */
static void is_line(const struct loaded *l, enum split split, int i,
                    const struct subwords *s, const char *line, int most)
{
    const struct examples *x = &l->task->split[split];
    const int32_t *token = example_tokens(x, 0, i);
    struct subword_list expected = {0};

    subwords_encode(s, line, strlen(line), &expected);
    assert_int_equal(example_len(x, 0, i),
                     expected.n < most ? expected.n : most);
    for (int k = 0; k < example_len(x, 0, i); k++)
        assert_int_equal(token[k], TOKEN_FIRST + expected.token[k]);
    subword_list_release(&expected);
}

/* Subwords are learned from the texts of train alone, whatever valid has. */
static void subwords_are_learned_of_train(void **state)
{
    (void)state;
    write_lines("train", 0, LINES - 1);
    write_lines("valid", LINES - 1, LINES);
    for (int most = 4; most < 100; most += 90) {
        struct loaded l;
        char yaml[200];

        snprintf(yaml, sizeof(yaml),
                 "{kind: sentiment, train: train, valid: valid, test: train, "
                 "subwords: 8, max_tokens: %d}",
                 most);
        loads(&l, yaml);
        struct subwords s = learned(8);

        assert_int_equal(s.merge.n, 8);
        assert_int_equal(l.task->words[0]->n, TOKEN_FIRST + s.n);
        for (int i = 0; i < LINES - 1; i++) {
            is_line(&l, SPLIT_TRAIN, i, &s, lines[i], most);
            is_line(&l, SPLIT_TEST, i, &s, lines[i], most);
        }
        is_line(&l, SPLIT_VALID, 0, &s, lines[LINES - 1], most);
        assert_non_null(strstr(str_text(&l.task->notes),
                               "vocabulary: 256 bytes and 8 merges"));
        subwords_release(&s);
        unload_task(&l);
    }
}

/* Check the tokens of the first example of train. */
static void expect_end(const char *more, int len, bool ends)
{
    struct loaded l;
    char yaml[200];

    snprintf(yaml, sizeof(yaml),
             "{kind: sentiment, train: end, valid: end, end: true%s}", more);
    loads(&l, yaml);
    const struct examples *x = &l.task->split[SPLIT_TRAIN];

    assert_int_equal(example_len(x, 0, 0), len);
    for (int k = 0; k < len; k++)
        assert_int_equal(example_tokens(x, 0, 0)[k] == TOKEN_END,
                         ends && k == len - 1);
    unload_task(&l);
}

/* As in Tensor2Tensor, which cuts texts after it adds their end. */
static void a_text_that_is_cut_loses_its_end(void **state)
{
    struct loaded l;

    (void)state;
    file_of("end", "a b c\t0\nd\t1\n");
    expect_end("", 4, true);
    expect_end(", max_tokens: 4", 4, true);
    expect_end(", max_tokens: 3", 3, false);
    expect_end(", subwords: 1", 7, true); /* " a b c" */
    expect_end(", subwords: 1, max_tokens: 7", 7, true);
    expect_end(", subwords: 1, max_tokens: 6", 6, false);
    loads(&l, "{kind: sentiment, train: end, valid: end, end: true}");
    shows(&l, SPLIT_TRAIN,
          "text: a b c <end>\nlabel: 0\n"
          "text: d <end>\nlabel: 1\n");
    unload_task(&l);
}

/* Nothing is learned from what is held out of train: the only line with its
 * letters stays in bytes where it is valid, whatever `vocabulary` is. */
static void subwords_are_not_learned_of_what_is_held_out(void **state)
{
    struct loaded l;

    (void)state;
    file_of("odd", "xyxyxyxy\t0\nuvuvuvuv\t1\nrsrsrsrs\t0\npqpqpqpq\t1\n");
    for (int i = 0; i < 2; i++) {
        loads(&l, i ? "{kind: sentiment, train: odd, held_out: 1, subwords: "
                      "100, vocabulary: train}"
                    : "{kind: sentiment, train: odd, held_out: 1, subwords: "
                      "100}");
        assert_int_equal(example_len(&l.task->split[SPLIT_VALID], 0, 0), 9);
        for (int k = 0; k < 3; k++)
            assert_true(example_len(&l.task->split[SPLIT_TRAIN], 0, k) < 9);
        unload_task(&l);
    }
}

/* --- the real trees ------------------------------------------------------- */

static void real_trees_have_the_known_counts(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, "{kind: sentiment, train: sst/trees-train.txt.xz, valid: "
              "sst/trees-dev.txt.xz, test: sst/trees-test.txt.xz, trees: "
              "phrases, labels: ['0|1', '3|4'], skip: '2'}");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 77616);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 872);
    assert_int_equal(l.task->split[SPLIT_TEST].n, 1821);
    assert_non_null(strstr(str_text(&l.task->notes),
                           "81658 rows labelled '2' left out; 159308 phrases"));
    unload_task(&l);
}

/* True if example i is shown the same. */
static bool same(const struct loaded *one, const struct loaded *other,
                 enum split split, int i)
{
    struct str a = {0}, b = {0};

    one->task->kind->show(one->task, split, i, &a);
    other->task->kind->show(other->task, split, i, &b);
    const bool is = !strcmp(str_text(&a), str_text(&b));

    str_release(&a);
    str_release(&b);
    return is;
}

/* The tables that come with the trees have the same sentences and labels,
 * except for a few words with a no-break space (8 1\/2), which is missing
 * there. */
static void real_trees_are_the_tables(void **state)
{
    struct loaded trees, table;

    (void)state;
    loads(&trees, "{kind: sentiment, train: sst/trees-train.txt.xz, valid: "
                  "sst/trees-dev.txt.xz, test: sst/trees-test.txt.xz, trees: "
                  "sentences" FIVE "}");
    loads(&table, "{kind: sentiment, train: sst/sst5-train.tsv.gz, valid: "
                  "sst/sst5-dev.tsv.gz, test: sst/sst5-test.tsv.gz, columns: "
                  "[label, text]" FIVE "}");
    for (enum split s = 0; s < SPLITS; s++) {
        const int n = trees.task->split[s].n;
        int others = 0;

        assert_int_equal(n, table.task->split[s].n);
        for (int i = 0; i < n; i++)
            others += !same(&trees, &table, s, i);
        assert_in_range(others, 0, 3);
    }
    unload_task(&trees);
    unload_task(&table);
}

int main(void)
{
    const bool has = has_data("sst/trees-train.txt.xz");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_a_sentence_and_its_phrases),
        cmocka_unit_test(a_phrase_is_trained_on_once),
        cmocka_unit_test(bad_trees_are_refused_with_their_place),
        cmocka_unit_test(other_fields_that_do_not_fit_are_refused),
        cmocka_unit_test(a_file_that_is_cut_short_is_refused),
        cmocka_unit_test(a_text_that_is_cut_loses_its_end),
        cmocka_unit_test(subwords_are_learned_of_train),
        cmocka_unit_test(subwords_are_not_learned_of_what_is_held_out),
        unit_test_if(has, real_trees_have_the_known_counts,
                     "no sst/ under CODARUN_DATA"),
        unit_test_if(has, real_trees_are_the_tables,
                     "no sst/ under CODARUN_DATA"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
