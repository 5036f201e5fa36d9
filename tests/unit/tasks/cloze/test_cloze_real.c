/* Task cloze on real questions: their number, and the baselines. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "tasks/cloze/cloze.h"
#include "tests/unit/text_files.h"

/* Load a file as train and valid; the notes on valid contain `notes`. */
static void check(const char *layout, const char *file, int n,
                  const char *notes)
{
    struct loaded l;
    char section[400];

    snprintf(section, sizeof(section),
             "{kind: cloze, layout: %s, train: %s, valid: %s}", layout, file,
             file);
    if (load_task(&l, section))
        fail_msg("%s", l.error.text);
    print_message("# %s", str_text(&l.task->notes));
    assert_int_equal(l.task->split[SPLIT_VALID].n, n);
    if (!strstr(str_text(&l.task->notes), notes))
        fail_msg("'%s' does not say '%s'", str_text(&l.task->notes), notes);
    unload_task(&l);
}

static void named_entities_of_childrens_books(void **state)
{
    (void)state;
    check("cbt", "cloze/cbt-NE-test.txt.xz", 2500,
          "10.0 % by chance, 34.5 % the most frequent candidate, 38.7 % the "
          "most frequent that is not in the query");
}

static void common_nouns_of_childrens_books(void **state)
{
    (void)state;
    check("cbt", "cloze/cbt-CN-test.txt.xz", 2500,
          "10.0 % by chance, 23.6 % the most frequent candidate, 23.5 % the "
          "most frequent that is not in the query");
}

/* The whole train, if there is time. */
static void a_whole_train(void **state)
{
    (void)state;
    if (is_full())
        check("cbt", "cloze/cbt-NE-train.txt.xz", 48331, "by chance");
}

#define TEST_IF(have, f) unit_test_if(have, f, "no cloze/ under CODARUN_DATA")

int main(void)
{
    const bool have = has_data("cloze/README.md");
    const struct CMUnitTest tests[] = {
        TEST_IF(have, named_entities_of_childrens_books),
        TEST_IF(have, common_nouns_of_childrens_books),
        TEST_IF(have, a_whole_train),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
