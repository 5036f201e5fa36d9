/*
 * Scores of SQuAD: the values are those of Python, from
 * tests/peers/squad_scores.py.
 */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/span/squad.h"
#include "tasks/span/squad_score.h"
#include "tests/unit/tasks/span/squad_files.h"
#include "tests/unit/text_files.h"

static struct squad_text text_of(const char *s)
{
    return (struct squad_text){s, strlen(s)};
}

static void normal_forms_are_those_of_python(void **state)
{
    static const char *const cases[][2] = {
        {"The  Cat, an A-one!", "cat aone"},
        {"a", ""},
        {"the the", ""},
        {"theatre a.b", "theatre ab"},
        {"_the_ `an`", ""},
        {" \t", ""},
        /* letters that become two, or differ at a word's end */
        {"\304\260stanbul", "i\314\207stanbul"},
        {"\316\237\316\224\316\237\316\243 \316\243\316\237\316\246\316\237"
         "\316\243. \316\243",
         "\316\277\316\264\316\277\317\202 \317\203\316\277\317\206\316\277"
         "\317\202 \317\203"},
        {"\316\221\316\243'\316\221 \316\221\316\243' ",
         "\316\261\317\203\316\261 \316\261\317\202"},
        /* numbers and signs that Python takes as letters */
        {"\302\252\316\243", "\302\252\317\202"},
        {"\316\243\342\205\240 \342\205\240'\316\243",
         "\317\203\342\205\260 \342\205\260\317\202"},
        {"\342\222\266\316\243", "\342\223\220\317\202"},
        {"x\316\243\360\237\206\211 \360\237\204\260.\316\243",
         "x\317\203\360\237\206\211 \360\237\204\260\317\202"},
        {"\307\205a \341\272\236", "\307\206a \303\237"},
        {"\357\274\264\357\274\250\357\274\245",
         "\357\275\224\357\275\210\357\275\205"},
        /* word boundaries: marks and signs, not letters and numbers */
        {"a\314\201 b", "\314\201 b"},
        {"\303\201n the\303\251 a\302\262", "\303\241n the\303\251 a\302\262"},
        {"a\342\200\223b \342\200\230the\342\200\231",
         "\342\200\223b \342\200\230 \342\200\231"},
        {"\331\243a an\331\243", "\331\243a an\331\243"},
        {"\360\237\230\200a\360\237\230\200",
         "\360\237\230\200 \360\237\230\200"},
        {"\342\205\253 the\302\275 \302\275 the",
         "\342\205\273 the\302\275 \302\275"},
        {"a\302\255a", "\302\255"},
        /* white space of all kinds, and a character that is none */
        {"x\302\240the\343\200\200y\034z\342\200\213w", "x y z\342\200\213w"},
    };
    struct str s = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        squad_normalise(text_of(cases[i][0]), &s);
        assert_string_equal(str_text(&s), cases[i][1]);
    }
    str_release(&s);
}

static void scores(enum squad_rules rules, const char *prediction,
                   const char *one, const char *other, double exact, double f1)
{
    const struct squad_text right[] = {text_of(one ? one : ""),
                                       text_of(other ? other : "")};
    const struct squad_score s =
        squad_score(rules, text_of(prediction), right, !!one + !!other);

    assert_true(s.exact == exact);
    assert_true(s.f1 == f1);
}

static void the_best_of_the_right_answers_counts(void **state)
{
    (void)state;
    scores(SQUAD_1_1, "The cat", "dog", "cat", 1, 1);
    scores(SQUAD_1_1, "big cat cat", "cat", "cat cat dog", 0, 2.0 / 3);
    scores(SQUAD_2_0, "x y z", "x", "y z w v", 0, 0.5714285714285715);
    scores(SQUAD_1_1, "cat", "dog", "bird", 0, 0);
}

static void no_answer_is_scored_by_the_rules_of_each_version(void **state)
{
    (void)state;
    scores(SQUAD_1_1, "", NULL, NULL, 0, 0);
    scores(SQUAD_2_0, "", NULL, NULL, 1, 1);
    scores(SQUAD_2_0, "cat", NULL, NULL, 0, 0);
    scores(SQUAD_2_0, "the", NULL, NULL, 1, 1);
    scores(SQUAD_1_1, "an", "the", NULL, 1, 0); /* equal, without a token */
    scores(SQUAD_2_0, "an", "the", NULL, 1, 1);
    scores(SQUAD_2_0, "", "the", "cat", 0, 0); /* the empty one is dropped */
    scores(SQUAD_1_1, "", "the", "cat", 1, 0);
}

/* --- real files ----------------------------------------------------------- */

/* The mean score of made-up predictions. */
struct mean {
    enum squad_rules rules;
    int n;
    double exact, f1;
};

/* From `at`, `many` pieces of a text that single spaces separate. */
static struct squad_text words(const char *text, int at, int many)
{
    const char *end;

    while (at--)
        text = strchr(text, ' ') + 1;
    for (end = text + strcspn(text, " "); --many && *end;)
        end += 1 + strcspn(end + 1, " ");
    return (struct squad_text){text, (size_t)(end - text)};
}

static struct squad_text make_up(const struct mean *m, const char *context,
                                 const char *first, struct str *room)
{
    int n = 1;

    for (const char *c = context; *c; c++)
        n += *c == ' ';
    str_clear(room);
    switch (m->n % 5) {
    case 0:
        return text_of(first);
    case 1:
        return words(context, (int)((long)m->n * 7919 % n), 1 + m->n % 4);
    case 2:
        str_addf(room, "The %s.", first);
        return text_of(str_text(room));
    case 3:
        return words(first, 0, 1);
    default:
        return text_of("");
    }
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    struct mean *m = of;
    struct str room = {0};

    (void)e;
    for (int i = 0; i < p->questions; i++) {
        const struct squad_question *q = &p->question[i];
        struct squad_text right[10];
        struct squad_score s;
        char *first;

        assert_in_range(q->answers, 0, 10);
        for (int k = 0; k < q->answers; k++)
            right[k] = squad_answer_text(p, &q->answer[k]);
        first = q->answers
                    ? memory_format("%.*s", (int)right[0].len, right[0].at)
                    : memory_string("");
        s = squad_score(m->rules, make_up(m, p->context, first, &room), right,
                        q->answers);
        m->exact += s.exact;
        m->f1 += s.f1;
        m->n++;
        free(first);
    }
    str_release(&room);
    return 0;
}

static void real_files_score_as_the_official_scripts_have_it(void **state)
{
    static const struct {
        const char *file;
        enum squad_rules rules;
        int n;
        double exact, f1;
    } cases[] = {
        {SQUAD_DEV_1_1, SQUAD_1_1, 10570, 47.530747398297066,
         54.078081050144775},
        {SQUAD_DEV_1_1, SQUAD_2_0, 10570, 47.52128666035951,
         54.078081050144775},
        {SQUAD_DEV_2_0, SQUAD_1_1, 11873, 23.852438305398802,
         27.05781778351986},
        {SQUAD_DEV_2_0, SQUAD_2_0, 11873, 64.08658300345321, 67.29196248157456},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char *path =
            memory_format("%s/%s", getenv("CODARUN_DATA"), cases[i].file);
        struct mean m = {.rules = cases[i].rules};
        struct digest d;
        struct error e;

        if (squad_read(path, take, &m, &d, &e))
            fail_msg("%s", e.text);
        assert_int_equal(m.n, cases[i].n);
        assert_true(100 * m.exact / m.n == cases[i].exact);
        assert_true(100 * m.f1 / m.n == cases[i].f1);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_forms_are_those_of_python),
        cmocka_unit_test(the_best_of_the_right_answers_counts),
        cmocka_unit_test(no_answer_is_scored_by_the_rules_of_each_version),
        unit_test_if(has_squad(),
                     real_files_score_as_the_official_scripts_have_it,
                     NO_SQUAD),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
