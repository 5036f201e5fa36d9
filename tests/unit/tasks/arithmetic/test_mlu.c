/* The generated arithmetic: right, different, disjoint, and reproducible. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/arithmetic/arithmetic.h"
#include "tests/unit/heads.h"
#include "tests/unit/text_files.h"

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Evaluate a line by parsing it, unlike the code that makes it. */
static void check_line(const char *line, long low, long high)
{
    long long first, second, answer, value[2], p, q;
    char one, two, left, op, right, rest;

    if (sscanf(line, "%c=%lld,%c=%lld,%c%c%c:%lld%c", &one, &first, &two,
               &second, &left, &op, &right, &answer, &rest) != 8)
        fail_msg("cannot read '%s'", line);
    assert_true((one == 'x' && two == 'y') || (one == 'y' && two == 'x'));
    value[one - 'x'] = first;
    value[two - 'x'] = second;
    assert_true(first >= low && first < high && second >= low && second < high);
    p = value[left - 'x'];
    q = value[right - 'x'];
    assert_int_equal(answer, op == '+' ? p + q : op == '-' ? p - q : p * q);
    assert_non_null(strchr("+-*", op));
}

/* All lines of a small range: each once, and none is missing. */
static void every_line_is_taken_once(void **state)
{
    const struct arithmetic a = {
        .low = -2, .high = 3, .operations = "+-*", .key = random_key(5, "mlu")};
    const size_t n = arithmetic_lines(&a);
    char(*line)[ARITHMETIC_LINE] = memory_new(n * sizeof(*line));
    int colon;

    (void)state;
    assert_int_equal(n, 2 * 4 * 3 * 25);
    for (size_t i = 0; i < n; i++) {
        arithmetic_line(&a, i, line[i], &colon);
        assert_int_equal(line[i][colon], ':');
        check_line(line[i], -2, 3);
    }
    qsort(line, n, sizeof(*line), by_text);
    for (size_t i = 1; i < n; i++)
        assert_string_not_equal(line[i - 1], line[i]);
    free(line);
}

static void answers_of_the_published_range_are_right(void **state)
{
    const struct arithmetic a = {.low = -1000,
                                 .high = 1000,
                                 .operations = "+-*",
                                 .key = random_key(1, "mlu")};
    char line[ARITHMETIC_LINE];
    int colon;

    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        arithmetic_line(&a, i, line, &colon);
        check_line(line, -1000, 1000);
    }
}

/* No line is longer than the given length, and some are as long. */
static void the_longest_question_and_answer_are_known(void **state)
{
    static const struct arithmetic ranges[] = {
        {.low = -2, .high = 3, .operations = "+-*"},
        {.low = -12, .high = 4, .operations = "*"},
        {.low = -12, .high = -8, .operations = "+"},
        {.low = 0, .high = 12, .operations = "-"},
        {.low = 95, .high = 101, .operations = "-*"},
        {.low = -10, .high = 11, .operations = "+-"},
    };

    (void)state;
    for (size_t r = 0; r < sizeof(ranges) / sizeof(*ranges); r++) {
        const struct arithmetic *a = &ranges[r];
        int question = 0, answer = 0, most[2], colon;
        char line[ARITHMETIC_LINE];

        for (uint64_t i = 0; i < arithmetic_lines(a); i++) {
            const int len = arithmetic_line(a, i, line, &colon);

            question = colon > question ? colon : question;
            answer = len - colon - 1 > answer ? len - colon - 1 : answer;
        }
        arithmetic_longest(a, &most[0], &most[1]);
        assert_int_equal(most[0], question);
        assert_int_equal(most[1], answer);
    }
}

/* Each choice occurs about equally often: within 5 deviations. */
static void lines_are_divided_evenly(void **state)
{
    enum { N = 20000 };
    const struct arithmetic a = {.low = -10,
                                 .high = 30,
                                 .operations = "+-*",
                                 .key = random_key(2, "mlu")};
    char line[ARITHMETIC_LINE];
    int colon, plus = 0, x_first = 0, twice = 0;

    (void)state;
    for (uint64_t i = 0; i < N; i++) {
        arithmetic_line(&a, i, line, &colon);
        plus += line[colon - 2] == '+';
        twice += line[colon - 3] == line[colon - 1];
        x_first += line[0] == 'x';
    }
    assert_in_range(plus, N / 3 - 340, N / 3 + 340);
    assert_in_range(twice, N / 2 - 360, N / 2 + 360);
    assert_in_range(x_first, N / 2 - 360, N / 2 + 360);
}

/* All lines of all splits as text. */
static size_t all_lines(const struct task *t, char (**out)[ARITHMETIC_LINE])
{
    size_t n = 0, room = 0;

    *out = NULL;
    for (enum split s = 0; s < SPLITS; s++)
        for (int i = 0; i < t->split[s].n; i++) {
            struct str text = {0};

            t->kind->show(t, s, i, &text);
            GROW(*out, n, room);
            snprintf((*out)[n++], ARITHMETIC_LINE, "%s", str_text(&text));
            str_release(&text);
        }
    return n;
}

static const char config[] =
    "{kind: mlu, low: 0, high: 10, examples: 2000, valid_examples: 100, "
    "test_examples: 300}";

static void splits_share_no_line_and_come_again(void **state)
{
    char(*line)[ARITHMETIC_LINE], (*again)[ARITHMETIC_LINE];
    struct loaded l, m;
    size_t n;

    (void)state;
    assert_int_equal(load_task(&l, config), 0);
    assert_int_equal(load_task(&m, config), 0);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 1600);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 100);
    assert_int_equal(l.task->split[SPLIT_TEST].n, 300);
    n = all_lines(l.task, &line);
    assert_int_equal(all_lines(m.task, &again), n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(line[i], again[i]);
    qsort(line, n, sizeof(*line), by_text);
    for (size_t i = 1; i < n; i++)
        assert_string_not_equal(line[i - 1], line[i]);
    free(line);
    free(again);
    unload_task(&l);
    unload_task(&m);
}

/* In any order, and after other examples. */
static void made_lines_are_those_that_are_stored(void **state)
{
    struct loaded l;
    struct examples made;
    int order[1600];

    (void)state;
    assert_int_equal(load_task(&l, config), 0);
    const struct examples *stored = &l.task->split[SPLIT_TRAIN];

    assert_false(stored->made);
    for (int i = 0; i < stored->n; i++)
        order[i] =
            (int)random_permuted(random_key(1, "any"), 0, 1600, (uint64_t)i);
    examples_like(&made, stored);
    stored->make(stored->of, order, 700, &made);
    stored->make(stored->of, order + 700, 900, &made);
    assert_int_equal(made.n, stored->n);
    for (int i = 0; i < made.n; i++)
        for (int p = 0; p < 2; p++) {
            const int n = example_len(stored, p, order[i]);

            assert_int_equal(example_len(&made, p, i), n);
            assert_memory_equal(example_tokens(&made, p, i),
                                example_tokens(stored, p, order[i]),
                                (size_t)n * sizeof(int32_t));
        }
    examples_release(&made);
    unload_task(&l);
}

static void expect_shown(const struct loaded *l, const struct loaded *m,
                         enum split s, int i)
{
    struct str one = {0}, other = {0};

    l->task->kind->show(l->task, s, i, &one);
    m->task->kind->show(m->task, s, i, &other);
    assert_string_equal(str_text(&one), str_text(&other));
    str_release(&one);
    str_release(&other);
}

/* A split of 2^20 lines and one with a line more: the same lines and lengths in
 * all splits, but only the former stores train. */
static void many_lines_are_made_and_not_stored(void **state)
{
    static const int at[] = {0, 1, 2, 1000, 65537, 1048575};
    struct loaded stored, made;

    (void)state;
    assert_int_equal(load_task(&stored, "{kind: mlu, examples: 1048676, "
                                        "valid_examples: 60, "
                                        "test_examples: 40}"),
                     0);
    assert_int_equal(load_task(&made, "{kind: mlu, examples: 1048677, "
                                      "valid_examples: 60, "
                                      "test_examples: 40}"),
                     0);
    const struct task *s = stored.task, *m = made.task;

    assert_false(s->split[SPLIT_TRAIN].made);
    assert_true(m->split[SPLIT_TRAIN].made);
    assert_int_equal(s->split[SPLIT_TRAIN].n, 1048576);
    assert_int_equal(m->split[SPLIT_TRAIN].n, 1048577);
    assert_int_equal(m->split[SPLIT_TRAIN].part[0].n, 0);
    assert_int_equal(longest_target(m), longest_target(s));
    assert_non_null(strstr(str_text(&m->notes), "train: 1048577 made lines\n"));
    for (size_t i = 0; i < sizeof(at) / sizeof(*at); i++)
        expect_shown(&stored, &made, SPLIT_TRAIN, at[i]);
    for (int i = 0; i < 60; i++)
        expect_shown(&stored, &made, SPLIT_VALID, i);
    for (int i = 0; i < 40; i++)
        expect_shown(&stored, &made, SPLIT_TEST, i);
    unload_task(&stored);
    unload_task(&made);
}

static void another_seed_takes_other_lines(void **state)
{
    const struct arithmetic a = {
        .high = 100, .operations = "+", .key = random_key(1, "mlu")};
    struct arithmetic b = a;
    char one[ARITHMETIC_LINE], two[ARITHMETIC_LINE];
    int colon, same = 0;

    (void)state;
    b.key = random_key(2, "mlu");
    for (uint64_t i = 0; i < 100; i++) {
        arithmetic_line(&a, i, one, &colon);
        arithmetic_line(&b, i, two, &colon);
        same += !strcmp(one, two);
    }
    assert_true(same < 5);
}

/* Source before the colon, target and END after it, characters by number. */
static void a_line_is_source_and_target(void **state)
{
    struct loaded l;
    const struct examples *x;

    (void)state;
    file_of("mlu.txt", "x=2,y=-3,x*y:-6\nx=0,y=1,x+x:0\n");
    file_of("longer.txt", "x=2,y=-300,x*y:-600\n");
    assert_int_equal(load_task(&l, "{kind: mlu, train: mlu.txt, valid: "
                                   "longer.txt, test: longer.txt}"),
                     0);
    x = &l.task->split[SPLIT_TRAIN];
    assert_int_equal(x->n, 2);
    assert_int_equal(example_len(x, 0, 0), 12);
    assert_int_equal(example_len(x, 1, 0), 3);
    assert_int_equal(x->part[1].ints[2], TOKEN_END);
    assert_string_equal(l.task->words[1]->text[x->part[1].ints[0]], "-");
    assert_int_equal(longest_target(l.task), 3);
    unload_task(&l);
}

/* The end of questions, also of lines that are made. */
static void a_question_may_have_an_end(void **state)
{
    struct loaded l;
    int32_t operator[60], answer[60];

    (void)state;
    assert_int_equal(load_task(&l, "{kind: mlu, examples: 1048677, end: true, "
                                   "valid_examples: 60, test_examples: 40}"),
                     0);
    const struct examples *x = &l.task->split[SPLIT_VALID];
    const int n = example_len(x, 0, 0);

    assert_int_equal(example_tokens(x, 0, 0)[n - 1], TOKEN_END);
    assert_int_equal(l.task->split[SPLIT_TRAIN].most[0],
                     (int)strlen("x=-1000,y=-1000,x+y") + 1);
    l.task->kind->describe(l.task, SPLIT_VALID,
                           (int32_t *[MAX_TRAITS]){operator, answer});
    assert_in_range(operator[0], 0, 2); /* + - * */
    unload_task(&l);
}

static void only_a_whole_right_answer_counts(void **state)
{
    struct loaded l;
    size_t start[] = {0, 2, 4};
    int32_t token[4];
    struct answer_sheet a = {
        .n = 2,
        .columns = 2,
        .column = (struct column[MAX_COLUMNS]){
            [DECODED_SCORE] = {.floats = (float[2]){0}},
            [DECODED_TOKEN] = {
                .is = {"token", COLUMN_INT, COLUMN_RAGGED, OF_EXAMPLE},
                .start = start,
                .ints = token}}};
    double value[MAX_METRICS];

    (void)state;
    file_of("mlu.txt", "x=2,y=-3,x*y:-6\nx=0,y=1,x+x:0\n");
    assert_int_equal(load_task(&l, "{kind: mlu, train: mlu.txt, valid: "
                                   "mlu.txt}"),
                     0);
    memcpy(token, l.task->split[SPLIT_VALID].part[1].ints, 2 * sizeof(*token));
    token[2] = token[3] = TOKEN_FIRST; /* 00 is not 0 */
    score_valid(&l, &a, value);
    assert_float_equal(value[0], 50, 0);
    start[2] = 3;
    score_valid(&l, &a, value);
    assert_float_equal(value[0], 100, 0);
    start[1] = 1; /* "-" is not -6, even if 6 follows */
    score_valid(&l, &a, value);
    assert_float_equal(value[0], 0, 0);
    unload_task(&l);
}

static void what_cannot_be_made_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {"{kind: mlu, low: 0, high: 2, operations: [+]}",
         "task.examples: found 100000, expected at most 32"},
        {"{kind: mlu, low: 5, high: 5}", "task.high: found 5, expected more"},
        {"{kind: mlu, operations: [+, /]}", "found '/', expected +, - or *"},
        {"{kind: mlu, operations: [+, +]}", "found '+' twice"},
        {"{kind: mlu, examples: 10}", "expected more than valid and test"},
        {"{kind: mlu, train: bad.txt, valid: bad.txt}",
         "line 2: character 3: found 'a', expected one of 0123"},
        {"{kind: mlu, train: bad2.txt, valid: bad2.txt}",
         "line 1: found 'x=1', expected QUESTION:ANSWER"},
        {"{kind: mlu, train: bad3.txt, valid: bad3.txt}",
         "line 1: character 4: found '\xc3\x97', expected one of 0123"},
    };

    (void)state;
    file_of("bad.txt", "x=1,y=2,x+y:3\nx=a,y=2,x+y:3\n");
    file_of("bad2.txt", "x=1\n");
    file_of("bad3.txt", "x=1\xc3\x97\xc3\x97:3\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        refuse_task(cases[i][0], cases[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_taken_once),
        cmocka_unit_test(answers_of_the_published_range_are_right),
        cmocka_unit_test(the_longest_question_and_answer_are_known),
        cmocka_unit_test(lines_are_divided_evenly),
        cmocka_unit_test(splits_share_no_line_and_come_again),
        cmocka_unit_test(made_lines_are_those_that_are_stored),
        cmocka_unit_test(many_lines_are_made_and_not_stored),
        cmocka_unit_test(another_seed_takes_other_lines),
        cmocka_unit_test(a_line_is_source_and_target),
        cmocka_unit_test(a_question_may_have_an_end),
        cmocka_unit_test(only_a_whole_right_answer_counts),
        cmocka_unit_test(what_cannot_be_made_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
