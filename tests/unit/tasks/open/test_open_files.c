/*
 * Files of questions with passages: what is read from SearchQA's lines and
 * Quasar-T's files, and what is refused.
 */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/common/long_word.h"
#include "tasks/open/open_files.h"
#include "tests/unit/text_files.h"

/* All questions as one text: id|question|answers|passages|candidates. */
static int read_all(enum open_layout layout, const char *const names[],
                    struct str *out, int *skipped, struct error *e)
{
    char *path[OPEN_FILES] = {NULL};
    struct open_question q;
    int more = -1;

    for (int i = 0; i < OPEN_FILES; i++)
        path[i] = names[i] ? strdup(path_of(names[i])) : NULL;
    struct open_files *f =
        open_files_open(layout, (const char *const *)path, e);

    str_clear(out);
    while (f && (more = open_files_next(f, &q, e)) > 0) {
        str_addf(out, "%s|%s|", q.id, q.text.text);
        for (int i = 0; i < q.answers; i++)
            str_addf(out, "%s%s", i ? "," : "", q.answer[i].text);
        str_adds(out, "|");
        for (int i = 0; i < q.passages; i++)
            str_addf(out, "%s%s %g", i ? "," : "", q.passage[i].text.text,
                     q.passage[i].score);
        str_adds(out, "|");
        for (int i = 0; i < q.candidates; i++)
            str_addf(out, "%s%s", i ? "," : "", q.candidate[i].text);
        str_adds(out, "\n");
    }
    *skipped = f ? f->skipped : 0;
    open_files_close(f);
    for (int i = 0; i < OPEN_FILES; i++)
        free(path[i]);
    return more;
}

static void reads(enum open_layout layout, const char *const names[],
                  const char *expected, int skipped)
{
    struct str s = {0};
    struct error e = {0};
    int found;

    if (read_all(layout, names, &s, &found, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&s), expected);
    assert_int_equal(found, skipped);
    str_release(&s);
}

static void refuses(enum open_layout layout, const char *const names[],
                    const char *says)
{
    struct str s = {0};
    struct error e = {0};
    int skipped;

    assert_int_equal(read_all(layout, names, &s, &skipped, &e), -1);
    if (!strstr(e.text, says) || strchr(e.text, '\n'))
        fail_msg("'%s' does not say '%s'", e.text, says);
    str_release(&s);
}

static const char *const one[OPEN_FILES] = {"q", NULL, NULL};
static const char *const two[OPEN_FILES] = {"q", "c", NULL};
static const char *const three[OPEN_FILES] = {"q", "c", "n"};

/* One blank between passages or two; a passage may contain </s>. */
static void lines_of_searchqa_are_read(void **state)
{
    (void)state;
    file_of("q", "<s> a b </s>  <s>  c</s><s></s> \t<s> d </s> e </s> ||| "
                 "who ? ||| b\n"
                 "<s> a </s> |||  ||| b\n"
                 "<s> a </s> ||| who ? ||| \n"
                 " ||| where ? ||| there\n");
    reads(OPEN_SEARCHQA, one,
          "1|who ?|b|a b 0,c 0,d </s> e 0|\n"
          "4|where ?|there||\n",
          2);
}

static void broken_lines_of_searchqa_are_refused(void **state)
{
    (void)state;
    file_of("q", "<s> a </s> ||| who ? ||| b\n<s> a </s> ||| who ?\n");
    refuses(OPEN_SEARCHQA, one,
            "q', line 2: found 2 parts with ||| between, expected passages, "
            "question, answer");
    file_of("q", "<s> a </s> ||| who ? ||| b ||| c\n");
    refuses(OPEN_SEARCHQA, one, "line 1: found 4 parts");
    file_of("q", "<s> a </s> b ||| who ? ||| b\n");
    refuses(OPEN_SEARCHQA, one,
            "line 1: found '<s> a </s> b', expected a passage between <s> and "
            "</s>");
    file_of("q", "\n");
    refuses(OPEN_SEARCHQA, one, "line 1: found 1 part with ||| between");
    file_of("q", "a ||| who ? ||| b\n");
    refuses(OPEN_SEARCHQA, one, "line 1: found 'a', expected a passage");
}

#define QUESTION(uid) \
    "{\"uid\":\"" uid "\",\"question\":\"q\",\"answer\":\"a\"}\n"
#define CONTEXTS(uid, list) "{\"uid\":\"" uid "\",\"contexts\":" list "}\n"

static void files_of_quasar_are_read_in_step(void **state)
{
    (void)state;
    file_of("q", "{\"uid\": \"s1\", \"question\": \"who ?\", \"answer\": "
                 "\"b\", \"tags\": [\"1tok\"]}\n"
                 "{\"answer\": [\"c\", \"d\"], \"question\": \"what ?\", "
                 "\"uid\": \"s2\"}\n"
                 "{\"uid\": \"s3\", \"question\": \"\", \"answer\": \"b\"}\n");
    file_of("c", "{\"uid\": \"s1\", \"contexts\": [[1.5, \" a b\"], "
                 "[0.5, \"c\"]]}\n"
                 "{\"contexts\": [], \"uid\": \"s2\"}\n"
                 "{\"contexts\": [], \"uid\": \"s3\"}\n");
    file_of("n", "{\"uid\": \"s1\", \"nps\": [\"b\", [\"a b\", 0, 1], []]}\n"
                 "{\"uid\": \"s2\", \"nps\": []}\n"
                 "{\"uid\": \"s3\", \"nps\": []}\n");
    reads(OPEN_QUASAR, two, "s1|who ?|b|a b 1.5,c 0.5|\ns2|what ?|c,d||\n", 1);
    reads(OPEN_QUASAR, three,
          "s1|who ?|b|a b 1.5,c 0.5|b,a b\ns2|what ?|c,d||\n", 1);
    file_of("q", QUESTION("a  b") QUESTION("a b")); /* compared unchanged */
    file_of("c", CONTEXTS("a  b", "[]") CONTEXTS("a b", "[]"));
    reads(OPEN_QUASAR, two, "a  b|q|a||\na b|q|a||\n", 0);
}

static void files_of_quasar_out_of_step_are_refused(void **state)
{
    (void)state;
    file_of("q", QUESTION("s1") QUESTION("s2"));
    file_of("c", CONTEXTS("s1", "[]") CONTEXTS("s3", "[]"));
    refuses(OPEN_QUASAR, two,
            "c', line 2: found uid 's3', expected 's2', that of the question "
            "in step with it");
    file_of("c", CONTEXTS("s1", "[]"));
    refuses(OPEN_QUASAR, two,
            "c', line 2: found the end of the file, expected a question's "
            "contexts 's2'");
    file_of("c", CONTEXTS("s1", "[]") CONTEXTS("s2", "[]") CONTEXTS("x", "[]"));
    refuses(OPEN_QUASAR, two,
            "c', line 3: found uid 'x', expected the end: there are no more "
            "questions");
    file_of("q", QUESTION(""));
    refuses(OPEN_QUASAR, two, "q', line 1: found an empty uid, expected a ");
    file_of("q", QUESTION("s1"));
    file_of("c", CONTEXTS("s1", "[[1]]"));
    refuses(OPEN_QUASAR, two, "c', line 1: column 25: found a context of one");
    file_of("c", CONTEXTS("s1", "[[1, \"a\", 2]]"));
    refuses(OPEN_QUASAR, two, "found a context of more than two values");
    file_of("c", CONTEXTS("s1", "[[\"a\", 1]]"));
    refuses(OPEN_QUASAR, two, "c', line 1: column 26: ");
    file_of("q", "{\"uid\":\"s1\",\"question\":\"q\"}\n");
    refuses(OPEN_QUASAR, two, "q', line 1: column 1: found a question without");
}

/* The error names the file with the word, not that of the questions. */
static void long_words_are_refused_where_they_are(void **state)
{
    char *word = memory_zeroed(LONGEST_WORD + 2, 1), *line;

    (void)state;
    memset(word, 'a', LONGEST_WORD + 1);
    line = memory_format("<s> %s </s> ||| who ? ||| b\n", word);
    file_of("q", line);
    refuses(OPEN_SEARCHQA, one, "q', line 1: found a word of more than");
    free(line);
    file_of("q", QUESTION("s1"));
    file_of("c", CONTEXTS("s1", "[]"));
    line = memory_format("{\"uid\": \"s1\", \"nps\": [\"%s\"]}\n", word);
    file_of("n", line);
    refuses(OPEN_QUASAR, three, "n', line 1: found a word of more than");
    free(line);
    line = memory_format(CONTEXTS("s1", "[[1, \"%s\"]]"), word);
    file_of("c", line);
    refuses(OPEN_QUASAR, two, "c', line 1: found a word of more than");
    free(line);
    free(word);
}

/* Each answer is searched for in each passage. */
static void too_many_answers_are_refused(void **state)
{
    struct str s = {0};

    (void)state;
    str_adds(&s, "{\"uid\": \"s1\", \"question\": \"q\", \"answer\": [");
    for (int i = 0; i < OPEN_MOST_ANSWERS; i++)
        str_addf(&s, "\"%d\",", i);
    str_adds(&s, "\"a\"]}\n");
    file_of("q", str_text(&s));
    file_of("c", CONTEXTS("s1", "[]"));
    refuses(OPEN_QUASAR, two,
            "q', line 1: found 1001 answers to a question, expected no more "
            "than 1000");
    str_release(&s);
}

/* The error also names what is allowed there. */
static void what_is_no_answer_is_refused(void **state)
{
    (void)state;
    file_of("c", CONTEXTS("s1", "[]"));
    file_of("q", "{\"uid\":\"s1\",\"question\":\"q\",\"answer\":7}\n");
    refuses(OPEN_QUASAR, two,
            "q', line 1: column 37: found '7', expected a text in double "
            "quotes, or an array of them");
}

static void a_uid_comes_once(void **state)
{
    (void)state;
    file_of("q", QUESTION("s1") QUESTION("s2") QUESTION("s1"));
    file_of("c",
            CONTEXTS("s1", "[]") CONTEXTS("s2", "[]") CONTEXTS("s1", "[]"));
    refuses(OPEN_QUASAR, two,
            "q', line 3: found uid 's1' for the second time, expected each "
            "once");
}

static void scores_are_finite(void **state)
{
    (void)state;
    file_of("q", QUESTION("s1"));
    file_of("c", CONTEXTS("s1", "[[-1e999, \"a\"]]"));
    refuses(OPEN_QUASAR, two,
            "c', line 1: column 25: found a score beyond any double");
    file_of("c", CONTEXTS("s1", "[[NaN, \"a\"]]"));
    refuses(OPEN_QUASAR, two, "c', line 1: column 26: found 'N'");
}

/* As in joined passages, in which answers are searched for. */
static void white_space_within_texts_is_a_blank(void **state)
{
    (void)state;
    file_of("q", "<s> in New\t York </s> <s> \xc2\xa0 </s> ||| where  ? ||| "
                 "New \xc2\xa0York\n");
    reads(OPEN_SEARCHQA, one, "1|where ?|New York|in New York 0|\n", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_searchqa_are_read),
        cmocka_unit_test(broken_lines_of_searchqa_are_refused),
        cmocka_unit_test(files_of_quasar_are_read_in_step),
        cmocka_unit_test(files_of_quasar_out_of_step_are_refused),
        cmocka_unit_test(long_words_are_refused_where_they_are),
        cmocka_unit_test(too_many_answers_are_refused),
        cmocka_unit_test(what_is_no_answer_is_refused),
        cmocka_unit_test(a_uid_comes_once),
        cmocka_unit_test(scores_are_finite),
        cmocka_unit_test(white_space_within_texts_is_a_blank),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
