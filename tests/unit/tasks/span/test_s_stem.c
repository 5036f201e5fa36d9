/* The S stemmer: its three rules, the exceptions of each, and that only the
 * first rule whose ending a word has is applied. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "tasks/span/s_stem.h"

static void stems(const char *word, const char *expected)
{
    struct str s = {0};

    str_adds(&s, word);
    s_stem(&s);
    assert_string_equal(str_text(&s), expected);
    assert_int_equal(s.len, strlen(expected));
    str_release(&s);
}

static void ies_becomes_y(void **state)
{
    (void)state;
    stems("queries", "query");
    stems("flies", "fly");
    stems("calories", "calory");
}

static void es_loses_its_s(void **state)
{
    (void)state;
    stems("houses", "house");
    stems("eyes", "eye");
    stems("zombeies", "zombeie"); /* not an "ies" of the first rule */
    stems("movaies", "movaie");
    stems("heroes", "heroes");
    stems("trees", "trees");
    stems("algaes", "algaes");
}

static void s_is_dropped(void **state)
{
    (void)state;
    stems("cats", "cat");
    stems("news", "new");
    stems("corpus", "corpus");
    stems("glass", "glass");
}

static void what_has_no_such_ending_or_is_short_stays(void **state)
{
    static const char *const words[] = {"",    "s",   "as",    "is",   "ies",
                                        "yes", "cat", "sheep", "geese"};

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        stems(words[i], words[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ies_becomes_y),
        cmocka_unit_test(es_loses_its_s),
        cmocka_unit_test(s_is_dropped),
        cmocka_unit_test(what_has_no_such_ending_or_is_short_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
