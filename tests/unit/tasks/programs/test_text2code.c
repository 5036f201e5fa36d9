/* The task `text2code`: what it loads, and how it scores. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/common/fresh.h"
#include "tests/unit/heads.h"
#include "tests/unit/text_files.h"

#define PROBLEM(text, tree)                                                    \
    "{\"text\": [" text "], \"short_tree\": " tree ", \"args\": {\"b\": "      \
    "\"int\"}, \"return_type\": \"int\", \"tests\": [{\"input\": {\"b\": 3}, " \
    "\"output\": 6}, {\"input\": {\"b\": 0}, \"output\": 0}]}\n"

static const char train[] = PROBLEM("\"twice\", \"b\"", "[\"*\", \"b\", \"2\"]")
    PROBLEM("\"b\", \"b\"", "[\"+\", \"b\", \"b\"]")
        PROBLEM("\"for\", \"ever\"",
                "[\"invoke1\", [\"lambda1\", [\"self\", \"b\"]], \"b\"]");
static const char valid[] = PROBLEM("\"twice\", \"c\"", "[\"*\", \"b\", \"2\"]")
    PROBLEM("\"b\"", "[\"-\", \"b\", \"-3\"]");

/* The numbers of words. */
static struct values numbers_of(const struct task *t, int part,
                                const char *text)
{
    static int32_t number[100];
    char copy[400];
    int n = 0;

    snprintf(copy, sizeof(copy), "%s", text);
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " ")) {
        int i = 0;

        while (i < t->words[part]->n && strcmp(t->words[part]->text[i], w) != 0)
            i++;
        assert_true(i < t->words[part]->n);
        number[n++] = i;
    }
    return (struct values){number, n};
}

static void load_both(struct loaded *l)
{
    file_of("train.jsonl", train);
    file_of("valid.jsonl", valid);
    if (load_task(l, "{kind: text2code, train: train.jsonl, valid: "
                     "valid.jsonl, max_steps: 500}"))
        fail_msg("%s", l->error.text);
}

static void words_are_those_of_train(void **state)
{
    struct loaded l;

    (void)state;
    load_both(&l);
    const struct examples *x = l.task->split;
    const int32_t *source = example_tokens(&x[SPLIT_VALID], 0, 0);

    assert_int_equal(l.task->words[0]->n, TOKEN_FIRST + 4);
    assert_int_equal(l.task->words[1]->n, TOKEN_FIRST + 9);
    assert_int_equal(example_len(&x[SPLIT_TRAIN], 0, 0), 3);
    assert_int_equal(example_len(&x[SPLIT_TRAIN], 1, 0), 6);
    assert_int_equal(source[0], TOKEN_FIRST);
    assert_int_equal(source[1], TOKEN_UNKNOWN);
    assert_int_equal(source[2], TOKEN_END);
    assert_non_null(strstr(str_text(&l.task->notes),
                           "valid: 2 problems; of 1 the program passes"));
    unload_task(&l);
}

/* Each of its words, though they are read into the same buffer. */
static void a_fresh_description_has_the_numbers_of_a_loaded_one(void **state)
{
    static const char text[] = "for a while twice b ever and ever";
    const struct cell cell[MAX_ROLES] = {{text, strlen(text)}};
    struct loaded l;
    struct error e;

    (void)state;
    load_both(&l);
    struct fresh *f = fresh_new(l.task, folder, &e);
    const struct examples *x = &f->task.split[SPLIT_TEST];
    const int32_t unknown = TOKEN_UNKNOWN, end = TOKEN_END;
    const int32_t *known = numbers_of(l.task, 0, "for twice b ever").at;
    const int32_t expected[] = {known[0], unknown, unknown,  known[1], known[2],
                                known[3], unknown, known[3], end};

    assert_non_null(f);
    assert_int_equal(fresh_add(f, cell, &e), 0);
    assert_int_equal(fresh_add(f, cell, &e), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(example_len(x, 0, i), 9);
        assert_memory_equal(example_tokens(x, 0, i), expected,
                            sizeof(expected));
    }
    fresh_free(f);
    unload_task(&l);
}

/* Answers to two problems; their tokens are still to be added. */
static struct answer_sheet two_answers(const struct task *t)
{
    struct answer_sheet a = {.n = 2};
    struct column_kind kind[MAX_COLUMNS];
    const float score[2] = {0};
    const int n = t->kind->head->columns(t->settings, kind);

    for (int c = 0; c < n; c++)
        answer_sheet_add(&a, &kind[c]);
    for (int i = 0; i < 2; i++)
        column_add(&a.column[DECODED_SCORE], (struct values){&score[i], 1});
    return a;
}

static void answers_are_scored_as_wholes_and_by_what_they_do(void **state)
{
    enum { ACCURACY, EXECUTION, UNPARSED, LIMIT, METRICS };
    static const struct {
        const char *said;
        double value[METRICS];
    } table[] = {
        {"( * b 2 )", {50, 50, 0, 0}},
        {"( + b b )", {0, 50, 0, 0}},
        {"( b * 2 )", {0, 0, 0, 0}}, /* a call of a number */
        {"( * b )", {0, 0, 50, 0}},
        {"( * b 2", {0, 0, 50, 0}},
        {"<unknown>", {0, 0, 50, 0}},
        {"( invoke1 ( lambda1 ( self b ) ) b )", {0, 0, 0, 50}},
        {"b", {0, 0, 0, 0}},
    };
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    load_both(&l);
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        struct answer_sheet a = two_answers(l.task);
        struct str read = {0};

        column_add(&a.column[DECODED_TOKEN],
                   numbers_of(l.task, 1, table[i].said));
        column_add(&a.column[DECODED_TOKEN], numbers_of(l.task, 1, "b"));
        score_valid(&l, &a, value);
        for (int m = 0; m < METRICS; m++)
            if (value[m] != table[i].value[m])
                fail_msg("%s: metric %d is %g", table[i].said, m, value[m]);
        l.task->kind->read(l.task, SPLIT_VALID, &a, 0, &read);
        assert_string_equal(str_text(&read), table[i].said);
        str_release(&read);
        answer_sheet_release(&a);
    }
    unload_task(&l);
}

/* Without tests the result of a program is not known. */
static void problems_without_tests_do_not_count(void **state)
{
    static const struct {
        const char *said;
        double value[4];
    } table[] = {
        {"( * b 2 )", {50, 100, 0, 0}},
        {"( * b", {0, 0, 100, 0}},
    };
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    file_of("train.jsonl", train);
    file_of(
        "valid.jsonl",
        PROBLEM("\"twice\"",
                "[\"*\", \"b\", \"2\"]") "{\"text\": [\"b\"], \"short_tree\": "
                                         "[\"+\", \"b\", \"b\"], "
                                         "\"args\": {\"b\": \"int\"}, "
                                         "\"return_type\": \"int\", "
                                         "\"tests\": []}\n");
    if (load_task(&l, "{kind: text2code, train: train.jsonl, valid: "
                      "valid.jsonl}"))
        fail_msg("%s", l.error.text);
    for (int k = 0; k < 2; k++) {
        struct answer_sheet a = two_answers(l.task);

        for (int i = 0; i < 2; i++)
            column_add(&a.column[DECODED_TOKEN],
                       numbers_of(l.task, 1, table[k].said));
        score_valid(&l, &a, value);
        assert_memory_equal(value, table[k].value, sizeof(table[k].value));
        a.column[DECODED_SCORE].floats[1] = NAN;
        score_valid(&l, &a, value);
        assert_true(isnan(value[0]));
        assert_memory_equal(value + 1, table[k].value + 1, 3 * sizeof(*value));
        answer_sheet_release(&a);
    }
    unload_task(&l);
}

/* "-3" is no word of train, so the right program cannot be generated. */
static void a_word_nobody_knows_is_never_right(void **state)
{
    double value[MAX_METRICS];
    struct loaded l;

    (void)state;
    load_both(&l);
    struct answer_sheet a = two_answers(l.task);

    for (int i = 0; i < 2; i++) {
        struct values right = column_get(&l.task->split[1].part[1], i);

        right.n--; /* END */
        column_add(&a.column[DECODED_TOKEN], right);
    }
    score_valid(&l, &a, value);
    assert_float_equal(value[0], 50, 0);
    answer_sheet_release(&a);
    unload_task(&l);
}

static void more_to_train_on_leave_the_others_as_they_are(void **state)
{
    struct loaded less, more;

    (void)state;
    assert_int_equal(load_task(&less, "{kind: text2code, examples: 200, "
                                      "valid_examples: 20, test_examples: 30}"),
                     0);
    assert_int_equal(load_task(&more, "{kind: text2code, examples: 400, "
                                      "valid_examples: 20, test_examples: 30}"),
                     0);
    assert_int_equal(less.task->split[SPLIT_TRAIN].n, 150);
    assert_int_equal(more.task->split[SPLIT_TRAIN].n, 350);
    for (enum split s = 0; s < SPLITS; s++)
        for (int i = 0; i < less.task->split[s].n; i++) {
            struct str one = {0}, two = {0};

            less.task->kind->write(less.task, s, i, &one);
            more.task->kind->write(more.task, s, i, &two);
            assert_string_equal(str_text(&one), str_text(&two));
            str_release(&one);
            str_release(&two);
        }
    unload_task(&less);
    unload_task(&more);
}

/* Show example k of all splits in a row, as a user reads it. */
static void show_any(const struct task *t, int k, struct str *out)
{
    enum split s = SPLIT_TRAIN;

    for (; k >= t->split[s].n; s++)
        k -= t->split[s].n;
    str_clear(out);
    t->kind->show(t, s, k, out);
}

static void splits_share_no_problem(void **state)
{
    struct str one = {0}, two = {0};
    struct loaded l;

    (void)state;
    assert_int_equal(load_task(&l, "{kind: text2code, examples: 120, "
                                   "valid_examples: 20, test_examples: 30}"),
                     0);
    for (int i = 0; i < 120; i++) {
        show_any(l.task, i, &one);
        for (int j = 0; j < i; j++) {
            show_any(l.task, j, &two);
            assert_string_not_equal(str_text(&one), str_text(&two));
        }
    }
    str_release(&one);
    str_release(&two);
    unload_task(&l);
}

static void what_cannot_be_loaded_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {"{kind: text2code, examples: 10}",
         "task.examples: found 10, expected more than valid and test"},
        {"{kind: text2code, train: bad.jsonl, valid: bad.jsonl}",
         "bad.jsonl', line 4: column 31: short_tree, token 2: found 'plus', "
         "expected a function"},
        {"{kind: text2code, valid: bad.jsonl}",
         "task.train: found no file's name"},
    };

    (void)state;
    bytes_of("bad.jsonl", train, strlen(train));
    FILE *f = fopen(path_of("bad.jsonl"), "a");
    assert_non_null(f);
    fputs(PROBLEM("\"b\"", "[\"plus\", \"b\"]"), f);
    fclose(f);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        refuse_task(cases[i][0], cases[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_those_of_train),
        cmocka_unit_test(a_fresh_description_has_the_numbers_of_a_loaded_one),
        cmocka_unit_test(answers_are_scored_as_wholes_and_by_what_they_do),
        cmocka_unit_test(problems_without_tests_do_not_count),
        cmocka_unit_test(a_word_nobody_knows_is_never_right),
        cmocka_unit_test(more_to_train_on_leave_the_others_as_they_are),
        cmocka_unit_test(splits_share_no_problem),
        cmocka_unit_test(what_cannot_be_loaded_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
