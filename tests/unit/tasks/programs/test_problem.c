/* Problems of AlgoLisp: read, written, refused and tried. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/programs/problem.h"

static const struct lisp_limits limits = {100000, 1 << 20};

static void read_line(struct problem *p, const char *line)
{
    struct error e;

    if (problem_read(p, line, strlen(line), &e))
        fail_msg("%s", e.text);
}

static enum verdict try_own(struct problem *p)
{
    return problem_try(p, p->token.text, p->token.n, &limits);
}

/* --- files ---------------------------------------------------------------- */

static const char canonical[] =
    "{\"text\": [\"a\", \"\\\"\"], \"short_tree\": [\"append\", \"a\", "
    "[\"head\", \"b\"]], \"args\": {\"a\": \"any\", \"b\": \"any\"}, "
    "\"return_type\": \"any\", \"tests\": [{\"input\": {\"a\": [1, -2, 2.5, "
    "true, [\"x\", []]], \"b\": [\"\\u00e4\"]}, \"output\": [1, -2, 2.5, true, "
    "[\"x\", []], \"\xc3\xa4\"]}, {\"input\": {\"a\": [], \"b\": [null]}, "
    "\"output\": [3]}]}\n";

static void what_is_written_reads_back_the_same(void **state)
{
    struct problem p = {0}, q = {0};
    struct str one = {0}, two = {0};

    (void)state;
    read_line(&p, canonical);
    assert_int_equal(p.tests, 2);
    assert_int_equal(p.word.n, 2);
    assert_int_equal(p.token.n, 8);
    assert_string_equal(p.token.text[3], "(");
    problem_write(&p, &one);
    read_line(&q, str_text(&one));
    problem_write(&q, &two);
    assert_string_equal(str_text(&one), str_text(&two));
    for (int i = 0; i < 2; i++) {
        assert_true(lisp_equal(&p.input[i], &q.input[i]));
        assert_true(lisp_equal(&p.output[i], &q.output[i]));
    }
    assert_false(lisp_equal(&p.input[3], &q.input[3])); /* nothing */
    problem_write(&q, &one);                            /* after another line */
    assert_string_equal(str_text(&one) + two.len, str_text(&two));
    str_release(&one);
    str_release(&two);
    problem_release(&p);
    problem_release(&q);
}

/* A real number and a whole one give different results: 7.0 / 2 is 3.5, 7 / 2
 * is 3. */
static void real_numbers_stay_real(void **state)
{
    static const double reals[] = {7.0, -0.0, 1234567.0, 1e19, 3.0, 0.1, 1e22};
    struct problem p = {0}, q = {0};
    struct str line = {0};

    (void)state;
    read_line(&p, "{\"text\": [], \"short_tree\": [\"/\", \"a.b\", \"2\"], "
                  "\"args\": {\"a.b\": \"int\", \"more\": \"int[]\"}, "
                  "\"return_type\": \"int\", \"tests\": [{\"input\": "
                  "{\"a.b\": 7.0, \"more\": [7.0, -0.0, 1234567.0, "
                  "10000000000000000000, 3e0, 0.1, 1e22]}, \"output\": 3.5}]}");
    problem_write(&p, &line);
    read_line(&q, str_text(&line));
    assert_int_equal(try_own(&p), VERDICT_RIGHT);
    assert_int_equal(try_own(&q), VERDICT_RIGHT);
    for (int i = 0; i < 7; i++) {
        const struct lisp_value *v = &q.input[1].item[i];

        assert_int_equal(v->type, LISP_REAL);
        assert_memory_equal(&v->real, &reals[i], sizeof(v->real));
    }
    str_release(&line);
    problem_release(&p);
    problem_release(&q);
}

/* Their keys are strings, in any order. */
static void objects_are_dictionaries(void **state)
{
    struct problem p = {0}, q = {0};
    struct str line = {0};

    (void)state;
    read_line(&p, "{\"text\": [], \"short_tree\": [\"dict-insert\", \"t\", "
                  "\"s\", \"1\"], \"args\": {\"t\": \"dict<string,int>\", "
                  "\"s\": \"string\"}, \"return_type\": "
                  "\"dict<string,int>\", \"tests\": [{\"input\": {\"t\": "
                  "{\"\xc3\xa4\": 3, \"a.b\": 7, \"\": 2}, \"s\": \"b\"}, "
                  "\"output\": {\"a.b\": 7, \"b\": 1, \"\": 2, \"\xc3\xa4\": "
                  "3}}]}");
    assert_int_equal(try_own(&p), VERDICT_RIGHT);
    problem_write(&p, &line);
    read_line(&q, str_text(&line));
    assert_int_equal(try_own(&q), VERDICT_RIGHT);
    str_release(&line);
    problem_release(&p);
    problem_release(&q);
}

/* Pairs, members in any order, other members, numbers without quotes. */
static void layouts_that_differ_say_the_same(void **state)
{
    struct problem p = {0};

    (void)state;
    read_line(&p,
              "{\"tests\": [{\"output\": 3, \"more\": [1], \"input\": {\"z\": "
              "0, \"b\": 2}}], \"args\": [[\"b\", \"int\"]], \"nodes\": [], "
              "\"short_tree\": [\"+\", \"b\", 1], \"return_type\": \"int\", "
              "\"text\": []}");
    assert_string_equal(p.name.text[0], "b");
    assert_string_equal(p.type.text[0], "int");
    assert_int_equal(try_own(&p), VERDICT_RIGHT);
    problem_release(&p);
}

#define TEXT "\"text\": [\"a\"]"
#define TREE "\"short_tree\": [\"+\", \"b\", \"1\"]"
#define REST "\"args\": {\"b\": \"int\"}, \"return_type\": \"int\""
#define TESTS "\"tests\": [{\"input\": {\"b\": 1}, \"output\": 2}]"
#define TESTED(test) \
    "{" TEXT ", " TREE ", " REST ", \"tests\": [{\"input\": " test "}]}"

static void is_wrong(const char *line, const char *says)
{
    struct problem p = {0};
    struct error e = {0};

    assert_int_equal(problem_read(&p, line, strlen(line), &e), -1);
    if (!strstr(e.text, says) || strncmp(e.text, "column ", 7) ||
        strchr(e.text, '\n'))
        fail_msg("'%s' does not say '%s'", e.text, says);
    problem_release(&p);
}

static void what_is_wrong_is_told_by_its_column(void **state)
{
    static const char *const cases[][2] = {
        {"{" TEXT ", " TREE ", " REST ", " TESTS,
         "found the line's end, expected ',' or '}'"},
        {"{" TEXT ", " TREE ", " REST ", \"tests\": [{\"inp",
         "found the line's end, expected the text's closing quote"},
        {"{" TEXT ", " TREE ", " REST "}",
         "column 1: found a problem without 'tests', expected that "
         "member"},
        {"{" TREE ", " REST ", " TESTS "}", "found a problem without 'text'"},
        {"{" TEXT ", " TEXT ", " TREE ", " REST ", " TESTS "}",
         "column 17: found member 'text' for the second time, expected it "
         "once"},
        {"{\"text\": \"a b\", " TREE ", " REST ", " TESTS "}",
         "column 10: found '\"', expected '['"},
        {"{" TEXT ", \"short_tree\": [\"plus\", \"b\"], " REST ", " TESTS "}",
         "column 31: short_tree, token 2: found 'plus', expected a function, a "
         "constant or a name"},
        {"{" TEXT ", \"short_tree\": [\"+\", \"c\", \"1\"], " REST ", " TESTS
         "}",
         "short_tree, token 3: found 'c', expected a function, a constant or a "
         "name"},
        {"{" TEXT ", \"short_tree\": [\"+\", \"b\"], " REST ", " TESTS "}",
         "expected 2 arguments of +, not 1"},
        {"{" TEXT ", \"short_tree\": [\"+\", true], " REST ", " TESTS "}",
         "found 't', expected a number"},
        {"{" TEXT ", " TREE ", \"args\": [\"b\"], " TESTS "}",
         "found '\"', expected '['"},
        {"{" TEXT ", " TREE ", \"args\": [[\"b\"]], " TESTS "}",
         "args: found a list of other than two, expected a name and a type"},
        {"{" TEXT ", " TREE ", \"args\": {\"b\": 3}, " TESTS "}",
         "found '3', expected a text in double quotes"},
        {"{" TEXT ", " TREE ", " REST ", \"tests\": [{\"input\": {}, "
         "\"output\": 2}]}",
         "found an input of 0 of the arguments, expected of all 1"},
        {"{" TEXT ", " TREE ", " REST ", \"tests\": [{\"output\": 2}]}",
         "found a test without 'input', expected that member"},
        {"{" TEXT ", " TREE ", " REST ", \"tests\": [{\"input\": {\"b\": "
         "[[[[[[[[[1]]]]]]]]]}, \"output\": 2}]}",
         "found 9 arrays inside one another, expected at most 8"},
        {"{" TEXT ", " TREE ", " REST ", \"tests\": [{\"input\": {\"b\": "
         "NaN}, \"output\": 2}]}",
         "found 'N', expected a value"},
        {"[]", "column 1: found '[', expected '{'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        is_wrong(cases[i][0], cases[i][1]);
}

static void a_test_says_each_thing_once_and_in_numbers_there_are(void **state)
{
    static const char *const cases[][2] = {
        {TESTED("{\"b\": 1, \"b\": 3}, \"output\": 2"),
         "found argument 'b' for the second time, expected it once"},
        {TESTED("{\"b\": 1}, \"output\": 2, \"output\": 2"),
         "found member 'output' for the second time, expected it once"},
        {TESTED("{\"b\": 1}, \"output\": 2, \"input\": {\"b\": 1}"),
         "found member 'input' for the second time, expected it once"},
        {TESTED("{\"b\": 1}, \"output\": null"),
         "output: found null, expected a value that a program can give"},
        {TESTED("{\"b\": 1}, \"output\": [2, [null]]"),
         "output: found null, expected a value that a program can give"},
        {TESTED("{\"b\": 1}, \"output\": [{\"a\": null}]"),
         "output: found null"},
        {TESTED("{\"b\": 1}, \"output\": {\"a\": 1, \"b\": 2, \"a\": 3}"),
         "found key 'a' for the second time, expected it once"},
        {TESTED("{\"b\": [1e999]}, \"output\": 2"),
         "found 1e999, expected a number of less than 1.8e308"},
        {TESTED("{\"b\": 1}, \"output\": -1.5E+400"),
         "found -1.5E+400, expected a number of less than 1.8e308"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        is_wrong(cases[i][0], cases[i][1]);
}

/* A line that is cut or changed at any byte is read or refused. */
static void a_line_may_be_damaged_anywhere(void **state)
{
    struct problem p = {0};
    char line[sizeof(canonical)];
    struct error e;

    (void)state;
    for (size_t i = 0; i + 2 < sizeof(canonical); i++) {
        memcpy(line, canonical, sizeof(canonical));
        assert_int_equal(problem_read(&p, line, i, &e), -1);
        for (int c = 0x20; c < 0x7f; c += 7) {
            line[i] = (char)c;
            if ((unsigned char)canonical[i] < 0x80 &&
                !problem_read(&p, line, sizeof(canonical) - 1, &e))
                try_own(&p);
        }
    }
    problem_release(&p);
}

/* --- verdicts ------------------------------------------------------------- */

static enum verdict verdict_of(struct problem *p, const char *program)
{
    char *text = memory_string(program);
    struct text_list l = {0};
    enum verdict v;

    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        text_list_add(&l, w);
    v = problem_try(p, l.text, l.n, &limits);
    text_list_release(&l);
    free(text);
    return v;
}

static void programs_are_judged_by_all_tests(void **state)
{
    struct problem p = {0};

    (void)state;
    read_line(&p, "{" TEXT ", " TREE ", " REST
                  ", \"tests\": [{\"input\": {\"b\": 1}, \"output\": 2}, "
                  "{\"input\": {\"b\": 3}, \"output\": 4}]}");
    assert_int_equal(try_own(&p), VERDICT_RIGHT);
    assert_int_equal(verdict_of(&p, "( - b -1 )"), VERDICT_RIGHT);
    assert_int_equal(verdict_of(&p, "( * b 2 )"), VERDICT_WRONG);
    assert_int_equal(verdict_of(&p, "( head b )"), VERDICT_WRONG);
    assert_int_equal(verdict_of(&p, "( + b )"), VERDICT_UNPARSED);
    assert_int_equal(verdict_of(&p, ""), VERDICT_UNPARSED);
    assert_int_equal(verdict_of(&p, "( invoke1 ( lambda1 ( self arg1 ) ) b )"),
                     VERDICT_LIMIT);
    read_line(&p, "{" TEXT ", " TREE ", " REST ", \"tests\": []}");
    assert_int_equal(try_own(&p), VERDICT_WRONG);
    problem_release(&p);
}

/* A program whose types do not fit may be in a file, but passes no test. */
static void programs_whose_types_do_not_fit_are_wrong(void **state)
{
    struct problem p = {0};

    (void)state;
    read_line(&p, "{" TEXT ", " TREE ", " REST ", " TESTS "}");
    assert_int_equal(verdict_of(&p, "( if ( == + + ) 1 ( + b 1 ) )"),
                     VERDICT_WRONG);
    assert_int_equal(verdict_of(&p, "( if true ( + b 1 ) b )"), VERDICT_RIGHT);
    assert_int_equal(verdict_of(&p, "( if true ( + b 1 ) true )"),
                     VERDICT_WRONG);
    read_line(&p, "{" TEXT ", \"short_tree\": [\"if\", \"true\", [\"+\", "
                  "\"b\", \"1\"], \"true\"], " REST ", " TESTS "}");
    assert_int_equal(try_own(&p), VERDICT_WRONG);
    read_line(&p, "{" TEXT ", " TREE ", \"args\": {\"b\": \"number\"}, "
                  "\"return_type\": \"int\", " TESTS "}");
    assert_int_equal(try_own(&p), VERDICT_WRONG);
    problem_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back_the_same),
        cmocka_unit_test(real_numbers_stay_real),
        cmocka_unit_test(objects_are_dictionaries),
        cmocka_unit_test(layouts_that_differ_say_the_same),
        cmocka_unit_test(what_is_wrong_is_told_by_its_column),
        cmocka_unit_test(a_test_says_each_thing_once_and_in_numbers_there_are),
        cmocka_unit_test(a_line_may_be_damaged_anywhere),
        cmocka_unit_test(programs_are_judged_by_all_tests),
        cmocka_unit_test(programs_whose_types_do_not_fit_are_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
