/* Files in the layout of SQuAD. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "tests/unit/tasks/span/squad_files.h"
#include "tests/unit/text_files.h"
#include "text/files/lines.h"

static int list(void *of, const struct squad_paragraph *p, struct error *e)
{
    (void)e;
    str_addf(of, "<%.*s>", (int)p->len, p->context);
    for (int i = 0; i < p->questions; i++) {
        str_addf(of, " %s %s:", p->question[i].id, p->question[i].text);
        for (int k = 0; k < p->question[i].answers; k++) {
            const struct squad_text a =
                squad_answer_text(p, &p->question[i].answer[k]);

            str_addf(of, "%.*s,", (int)a.len, a.at);
        }
    }
    return 0;
}

#define ARTICLE(paragraphs) "{\"data\":[{\"paragraphs\":[" paragraphs "]}]}"
#define PARAGRAPH(context, qas) \
    "{\"context\":\"" context "\",\"qas\":[" qas "]}"
#define QUESTION(id, answers) \
    "{\"id\":\"" id "\",\"question\":\"q?\",\"answers\":[" answers "]}"
#define ANSWER(text, start) \
    "{\"text\":\"" text "\",\"answer_start\":" #start "}"

static void members_come_in_any_order(void **state)
{
    static const char text[] =
        "{\"version\":\"v2.0\",\"data\":[\n"
        " {\"title\":\"T\",\"paragraphs\":[\n"
        "  {\"qas\":[\n"
        "   {\"plausible_answers\":[{\"text\":\"?\",\"answer_start\":-1}],\n"
        "    \"question\":\"none?\",\"id\":\"a\",\"answers\":[],\n"
        "    \"is_impossible\":true},\n"
        "   {\"answers\":[{\"answer_start\":3,\"text\":\"\\u00e9 b\"},\n"
        "                 {\"text\":\"b\",\"answer_start\":5}],\n"
        "    \"is_impossible\":false,\"question\":\"q\",\"id\":\"b\"}],\n"
        "   \"context\":\"\xe2\x82\xac \xf0\x9f\x98\x80\xc3\xa9 b\"},\n"
        "  {\"context\":\"\",\"qas\":[]}]}],\"more\":null}";
    struct str s = {0};
    struct digest d;
    struct error e;

    (void)state;
    file_of("s", text);
    if (squad_read(path_of("s"), list, &s, &d, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&s),
                        "<\xe2\x82\xac \xf0\x9f\x98\x80\xc3\xa9 b> a none?: "
                        "b q:\xc3\xa9 b,b,<>");
    assert_true(digest_equal(d, digest_of(text, strlen(text))));
    str_release(&s);
}

static const char *const no_squad[][2] = {
    {"[]", "column 1: found '[', expected '{'"},
    {"{}", "column 1: found an object without 'data', expected that"},
    {"{\"data\":{}}", "column 9: found '{', expected '['"},
    {"{\"data\":[],\"data\":[]}", "column 12: found member 'data' for the"},
    {"{\"data\":[{}]}", "column 10: found an article without 'paragraphs'"},
    {ARTICLE("{\"qas\":[]}"), "found a paragraph without 'context'"},
    {ARTICLE("{\"context\":\"x\"}"), "found a paragraph without 'qas'"},
    {ARTICLE("{\"context\":1}"), "found '1', expected a text"},
    {ARTICLE(PARAGRAPH("x", "{\"id\":\"a\",\"question\":\"q\"}")),
     "found a question without 'answers'"},
    {ARTICLE(PARAGRAPH("x", "{\"id\":\"a\",\"answers\":[]}")),
     "found a question without 'question'"},
    {ARTICLE(PARAGRAPH("x", "{\"question\":\"q\",\"answers\":[]}")),
     "found a question without 'id'"},
    {ARTICLE(PARAGRAPH("x", QUESTION("a", "{\"text\":\"x\"}"))),
     "found an answer without 'answer_start'"},
    {ARTICLE(PARAGRAPH("x", QUESTION("a", "{\"answer_start\":0}"))),
     "found an answer without 'text'"},
    {ARTICLE(PARAGRAPH("x", QUESTION("a", ""))),
     "question 'a': found 0 answers with is_impossible false, expected"},
    {ARTICLE(PARAGRAPH("x", "{\"id\":\"a\",\"question\":\"q\","
                            "\"is_impossible\":\"no\",\"answers\":[]}")),
     "found '\"', expected true or false"},
    {ARTICLE(PARAGRAPH(
         "x", "{\"id\":\"a\",\"question\":\"q\","
              "\"is_impossible\":true,\"answers\":[" ANSWER("x", 0) "]}")),
     "found 1 answers with is_impossible true"},
    {ARTICLE(PARAGRAPH("xy", QUESTION("a", ANSWER("y", "1")))),
     "found '\"', expected a number"},
    {ARTICLE(PARAGRAPH("xy", QUESTION("a", ANSWER("y", 1.5)))),
     "found 1.5, expected a whole number from 0"},
    {ARTICLE(PARAGRAPH("xy", QUESTION("a", ANSWER("y", -1)))),
     "found -1, expected a whole number from 0"},
    {ARTICLE(PARAGRAPH("xy", QUESTION("a", ANSWER("y", 1e2)))),
     "found 1e2, expected a whole number from 0"},
    {ARTICLE(PARAGRAPH("xy", QUESTION("a", ANSWER("y", 99999999999)))),
     "found 99999999999, expected a whole number from 0"},
    {ARTICLE(PARAGRAPH("\xc3\xa9y", QUESTION("a", ANSWER("y", 3)))),
     "found answer_start 3, expected at most 2, the context's code points"},
    {ARTICLE(PARAGRAPH("\xc3\xa9y", QUESTION("a", ANSWER("y", 2)))),
     "found '' at answer_start 2 of the context, expected 'y'"},
    {ARTICLE(PARAGRAPH("x y", QUESTION("a", ANSWER("x", 2)))),
     "line 1, column 94: question 'a': found 'y' at answer_start 2 of the "
     "context, expected 'x'"},
    {ARTICLE(PARAGRAPH(
         "x", QUESTION("a", ANSWER("x", 0)) "," QUESTION("a", ANSWER("x", 0)))),
     "found id 'a' for the second time, expected each once"},
};

/* Characters of 3 bytes each: more than an error quotes. */
#define EUROS_5 "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
#define EUROS EUROS_5 EUROS_5 EUROS_5 EUROS_5 EUROS_5

static void what_is_no_squad_is_refused_with_its_place(void **state)
{
    struct str s = {0};
    struct digest d;
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(no_squad) / sizeof(*no_squad); i++) {
        file_of("bad", no_squad[i][0]);
        assert_int_equal(squad_read(path_of("bad"), list, &s, &d, &e), -1);
        if (!strstr(e.text, no_squad[i][1]) ||
            !strstr(e.text, "/bad', line 1, column "))
            fail_msg("'%s' does not say '%s'", e.text, no_squad[i][1]);
    }
    str_release(&s);
}

/* It may quote the file, and cut the quote within a character. */
static void an_error_is_a_line_of_valid_utf8(void **state)
{
    static const char text[] =
        ARTICLE(PARAGRAPH("x", QUESTION("\\n\x7f", ANSWER("1" EUROS, 0))));
    struct str s = {0};
    struct digest d;
    struct error e;

    (void)state;
    file_of("bad", text);
    assert_int_equal(squad_read(path_of("bad"), list, &s, &d, &e), -1);
    assert_non_null(strstr(e.text, "question '\\n\\x7f': found 'x' at"));
    assert_non_null(strstr(e.text, "expected '1\xe2\x82\xac"));
    assert_non_null(strstr(e.text, "\xac\\xe2\\x82'"));
    assert_int_equal(utf8_valid(e.text, strlen(e.text)), strlen(e.text));
}

/* A file that ends too early, at any place, gives that error. */
static void a_file_that_ends_early_is_refused(void **state)
{
    static const char whole[] =
        ARTICLE(PARAGRAPH("x \\u00e9", QUESTION("a", ANSWER("x", 0))));
    char cut[sizeof(whole)];
    struct str s = {0};
    struct digest d;
    struct error e;

    (void)state;
    file_of("cut", whole);
    if (squad_read(path_of("cut"), list, &s, &d, &e))
        fail_msg("%s", e.text);
    for (size_t n = 0; n < sizeof(whole) - 1; n++) {
        memcpy(cut, whole, n);
        cut[n] = 0;
        file_of("cut", cut);
        assert_int_equal(squad_read(path_of("cut"), list, &s, &d, &e), -1);
        assert_non_null(strstr(e.text, "found the file's end, expected"));
    }
    str_release(&s);
}

static int refuse(void *of, const struct squad_paragraph *p, struct error *e)
{
    (void)of;
    return p->questions ? error_set(e, "found a question") : 0;
}

static void what_a_reader_refuses_gets_the_paragraphs_place(void **state)
{
    struct digest d;
    struct error e;

    (void)state;
    file_of("s", ARTICLE(PARAGRAPH("x", "") ",\n  " PARAGRAPH(
                     "x", QUESTION("a", ANSWER("x", 0)))));
    assert_int_equal(squad_read(path_of("s"), refuse, NULL, &d, &e), -1);
    assert_non_null(strstr(e.text, "/s', line 2, column 3: found a question"));
}

struct counts {
    int paragraphs, questions, answers, impossible;
};

static int count(void *of, const struct squad_paragraph *p, struct error *e)
{
    struct counts *c = of;

    (void)e;
    c->paragraphs++;
    for (int i = 0; i < p->questions; i++) {
        c->questions++;
        c->answers += p->question[i].answers;
        c->impossible += !p->question[i].answers;
    }
    return 0;
}

static long peak_kilobytes(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* 40 MB in one line. */
static void a_line_of_any_length_takes_little_memory(void **state)
{
    enum { PARAGRAPHS = 40000, LEN = 1000 };
    FILE *f = fopen(path_of("line"), "w");
    struct counts c = {0};
    struct digest d;
    struct error e;

    (void)state;
    assert_non_null(f);
    fputs("{\"data\":[{\"paragraphs\":[", f);
    for (int i = 0; i < PARAGRAPHS; i++)
        fprintf(f, "%s{\"context\":\"%0*d\",\"qas\":[]}", i ? "," : "", LEN, i);
    fputs("]}]}", f);
    fclose(f);
    const long before = peak_kilobytes();

    if (squad_read(path_of("line"), count, &c, &d, &e))
        fail_msg("%s", e.text);
    assert_int_equal(c.paragraphs, PARAGRAPHS);
    assert_in_range(peak_kilobytes() - before, 0, 2000);
}

static void real_files_have_the_published_counts(void **state)
{
    static const struct {
        const char *file;
        struct counts n;
    } cases[] = {
        {SQUAD_DEV_1_1, {2067, 10570, 34726, 0}},
        {SQUAD_DEV_2_0, {1204, 11873, 20302, 5945}},
        {SQUAD_TRAIN_1_1, {18896, 87599, 87599, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char *path =
            memory_format("%s/%s", getenv("CODARUN_DATA"), cases[i].file);
        struct counts c = {0};
        struct digest d;
        struct error e;

        if (squad_read(path, count, &c, &d, &e))
            fail_msg("%s", e.text);
        assert_memory_equal(&c, &cases[i].n, sizeof(c));
        free(path);
    }
}

/* Write a file whose context is `letters` letters of two bytes, with an answer
 * of one letter at each place of a list. */
static void long_file(int letters, const int *start, int n)
{
    struct str s = {0};

    str_adds(&s, "{\"data\":[{\"paragraphs\":[{\"context\":\"");
    for (int i = 0; i < letters; i++)
        str_adds(&s, i % 2 ? "\xc3\xa9" : "\xc3\xa8");
    str_adds(&s, "\",\"qas\":[{\"id\":\"a\",\"question\":\"q\",\"answers\":[");
    for (int i = 0; i < n; i++)
        str_addf(&s, "%s{\"text\":\"%s\",\"answer_start\":%d}", i ? "," : "",
                 start[i] == letters  ? ""
                 : start[i] % 2       ? "\xc3\xa9"
                                      : "\xc3\xa8",
                 start[i]);
    str_adds(&s, "]}]}]}]}");
    file_of("s", str_text(&s));
    str_release(&s);
}

static int find_all(void *of, const struct squad_paragraph *p, struct error *e)
{
    const int *start = of;

    (void)e;
    for (int k = 0; k < p->question[0].answers; k++)
        assert_int_equal(p->question[0].answer[k].from, 2 * start[k]);
    return 0;
}

/* In any order, and as fast for many answers as for one. */
static void answers_are_found_by_code_points(void **state)
{
    enum { MANY = 40000 };
    static int some[] = {1000, 999, 512, 511, 256, 257, 255, 0, 1};
    int *start = memory_new(MANY * sizeof(*start));
    struct digest d;
    struct error e;

    (void)state;
    long_file(1000, some, 9);
    assert_int_equal(squad_read(path_of("s"), find_all, some, &d, &e), 0);
    long_file(999, (int[]){1000}, 1);
    assert_int_equal(squad_read(path_of("s"), find_all, some, &d, &e), -1);
    assert_non_null(strstr(e.text, "found answer_start 1000, expected at most "
                                   "999, the context's code points"));
    for (int i = 0; i < MANY; i++)
        start[i] = 10 * MANY - 1 - i;
    long_file(10 * MANY, start, MANY);
    const clock_t began = clock();

    assert_int_equal(squad_read(path_of("s"), find_all, start, &d, &e), 0);
    assert_true((double)(clock() - began) / CLOCKS_PER_SEC < 3);
    free(start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        unit_test_if(!SANITIZED, a_line_of_any_length_takes_little_memory,
                     "a sanitizer's malloc()"),
        cmocka_unit_test(members_come_in_any_order),
        cmocka_unit_test(answers_are_found_by_code_points),
        cmocka_unit_test(what_is_no_squad_is_refused_with_its_place),
        cmocka_unit_test(an_error_is_a_line_of_valid_utf8),
        cmocka_unit_test(a_file_that_ends_early_is_refused),
        cmocka_unit_test(what_a_reader_refuses_gets_the_paragraphs_place),
        unit_test_if(has_squad(), real_files_have_the_published_counts,
                     NO_SQUAD),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
