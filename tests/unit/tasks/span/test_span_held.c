/* Task span: paragraphs of train's file that belong to valid. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "tasks/span/span.h"
#include "tests/unit/text_files.h"

#define PARAGRAPH(id)                                      \
    "{\"context\":\"a b\",\"qas\":[{\"id\":\"" id          \
    "\",\"question\":\"q?\",\"answers\":[{\"text\":\"b\"," \
    "\"answer_start\":2}]}]}"
#define ARTICLE(paragraphs) "{\"paragraphs\":[" paragraphs "]}"

/* Five paragraphs of a question each. */
static const char file[] =
    "{\"data\":[" ARTICLE(PARAGRAPH("1") "," PARAGRAPH("2")) "," ARTICLE(
        PARAGRAPH("3") "," PARAGRAPH("4") "," PARAGRAPH("5")) "]}";

static void ids_are(const struct loaded *l, enum split split, const char *ids)
{
    const struct span_split *s = span_split(l->task, split);

    assert_int_equal(s->questions, (int)strlen(ids));
    for (int i = 0; i < s->questions; i++)
        assert_int_equal(s->text.s[s->question[i].id], ids[i]);
}

static void paragraphs_are_held_out_of_train(void **state)
{
    struct loaded l;

    (void)state;
    file_of("all", file);
    if (load_task(&l, "{kind: span, train: all, valid: all, test: all, "
                      "held_paragraphs: 2}"))
        fail_msg("%s", l.error.text);
    ids_are(&l, SPLIT_TRAIN, "135");
    ids_are(&l, SPLIT_VALID, "24");
    ids_are(&l, SPLIT_TEST, "12345");
    unload_task(&l);
}

static void what_is_held_out_is_of_the_same_file(void **state)
{
    struct loaded l;

    (void)state;
    file_of("all", file);
    file_of("other", file);
    assert_int_equal(load_task(&l, "{kind: span, train: all, valid: other, "
                                   "held_paragraphs: 2}"),
                     -1);
    assert_string_equal(
        l.error.text, "task 'span': task.held_paragraphs: found valid 'other', "
                      "expected train's file, 'all'");
    unload_task(&l);
    if (load_task(&l, "{kind: span, train: all, valid: ./all, "
                      "held_paragraphs: 2}"))
        fail_msg("%s", l.error.text);
    ids_are(&l, SPLIT_VALID, "24");
    unload_task(&l);
}

static void a_number_that_leaves_a_split_nothing_is_refused(void **state)
{
    struct loaded l;

    (void)state;
    file_of("all", file);
    assert_int_equal(load_task(&l, "{kind: span, train: all, valid: all, "
                                   "held_paragraphs: 1}"),
                     -1);
    assert_non_null(strstr(l.error.text, "task.held_paragraphs: found 1, which "
                                         "leaves no paragraph to train on, "
                                         "expected"));
    unload_task(&l);
    assert_int_equal(load_task(&l, "{kind: span, train: all, valid: all, "
                                   "held_paragraphs: 6}"),
                     -1);
    assert_non_null(strstr(l.error.text, "task.held_paragraphs: found 6, which "
                                         "holds out none of the 5 paragraphs "
                                         "of file '"));
    unload_task(&l);
    if (load_task(&l, "{kind: span, train: all, valid: all, "
                      "held_paragraphs: 5}"))
        fail_msg("%s", l.error.text);
    ids_are(&l, SPLIT_VALID, "5");
    unload_task(&l);
}

static void a_list_of_ids_and_holding_out_are_not_mixed(void **state)
{
    struct loaded l;

    (void)state;
    file_of("all", file);
    assert_int_equal(load_task(&l, "{kind: span, train: all, valid: all, "
                                   "ids_train: list, held_paragraphs: 2}"),
                     -1);
    assert_string_equal(
        l.error.text,
        "task 'span': task.held_paragraphs: found 2 beside lists of ids, "
        "expected one way of cutting train's file");
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs_are_held_out_of_train),
        cmocka_unit_test(what_is_held_out_is_of_the_same_file),
        cmocka_unit_test(a_number_that_leaves_a_split_nothing_is_refused),
        cmocka_unit_test(a_list_of_ids_and_holding_out_are_not_mixed),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
