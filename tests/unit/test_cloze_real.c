/* Task cloze on real questions: how many there are, and what is right of them
 * without reading. */
#include "config.h"

#include "../test.h"

#include <string.h>

#include "task/cloze.h"
#include "text_files.h"

/* Of a file as train and valid, that says `notes` of valid. */
static void check(const char *layout, const char *file, int n,
                  const char *notes)
{
    struct loaded l;
    char section[400];

    if (!has_data("cloze/README.md")) {
        print_message("SKIP: no cloze questions under $CODARUN_DATA\n");
        skip();
    }
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
          "10.0 % by chance, 34.2 % the most frequent candidate, 38.7 % the "
          "most frequent that is not in the query");
}

static void common_nouns_of_childrens_books(void **state)
{
    (void)state;
    check("cbt", "cloze/cbt-CN-test.txt.xz", 2500,
          "10.0 % by chance, 23.2 % the most frequent candidate, 23.4 % the "
          "most frequent that is not in the query");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_entities_of_childrens_books),
        cmocka_unit_test(common_nouns_of_childrens_books),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
