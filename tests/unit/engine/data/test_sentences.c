/* Where a document's sentences end, as the task `span` needs it. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "engine/data/sentences.h"
#include "tasks/span/span.h"
#include "tests/unit/text_files.h"

/* Sentences: tokens 0 to 5, 6 to 11, and the last token, which ends only with
 * the text. */
#define CONTEXT "a ( b ? ! ) U.S. said ... ' ) \xe2\x80\xa6 c"
#define TOKENS 13

static void load(struct loaded *l, const char *train, const char *more)
{
    char fields[200];

    file_of("all", "{\"data\":[{\"paragraphs\":[{\"context\":\"" CONTEXT
                   "\",\"qas\":[{\"id\":\"1\",\"question\":\"q?\",\"answers\":"
                   "[{\"text\":\"b\",\"answer_start\":4}]}]}]}]}");
    snprintf(fields, sizeof(fields), "{kind: span, train: %s, valid: all%s}",
             train, more);
    if (load_task(l, fields))
        fail_msg("%s", l->error.text);
}

/* The end of the sentence that begins with token i, which may be an added
 * one. */
static int end_from(const struct loaded *l, int i)
{
    const struct examples *x = &l->task->split[SPLIT_VALID];
    const struct column *c = examples_column(x, sentence_marks.name);

    return sentence_end(c ? column_get(c, 0).at : NULL, i,
                        example_len(x, 0, 0));
}

static void sentences_end_behind_marks_and_closers(void **state)
{
    struct loaded l;

    (void)state;
    load(&l, "all", ", within_sentence: true");
    assert_int_equal(end_from(&l, 0), 6);
    assert_int_equal(end_from(&l, 6), 12); /* an ellipsis of three points, and
                                              one character */
    assert_int_equal(end_from(&l, 12), TOKENS);
    unload_task(&l);
}

static void an_added_token_moves_them(void **state)
{
    struct loaded l;

    (void)state;
    load(&l, "all", ", within_sentence: true, no_answer: true");
    assert_int_equal(end_from(&l, 1), 7);
    assert_int_equal(end_from(&l, 13), TOKENS + 1);
    unload_task(&l);
}

/* Independent of the vocabulary, and of a text that is cut off at its end. */
static void the_text_alone_says_where_they_end(void **state)
{
    struct loaded l;

    (void)state;
    file_of("train", "{\"data\":[{\"paragraphs\":[{\"context\":\"a b\",\"qas\":"
                     "[{\"id\":\"1\",\"question\":\"q\",\"answers\":[{\"text\":"
                     "\"b\",\"answer_start\":2}]}]}]}]}");
    load(&l, "train",
         ", within_sentence: true, vocabulary: train, "
         "max_document_scored: 8");
    assert_int_equal(example_tokens(&l.task->split[SPLIT_VALID], 0, 0)[4],
                     TOKEN_UNKNOWN);
    assert_int_equal(end_from(&l, 0), 6);
    assert_int_equal(end_from(&l, 6), 8);
    unload_task(&l);
}

static void nobody_looks_for_them_unless_asked(void **state)
{
    struct loaded l;

    (void)state;
    load(&l, "all", "");
    assert_null(
        examples_column(&l.task->split[SPLIT_VALID], sentence_marks.name));
    assert_int_equal(end_from(&l, 0), TOKENS);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_end_behind_marks_and_closers),
        cmocka_unit_test(an_added_token_moves_them),
        cmocka_unit_test(the_text_alone_says_where_they_end),
        cmocka_unit_test(nobody_looks_for_them_unless_asked),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
