#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "fetch/data_sets.h"

static void assert_given(const struct data_set *s, int i)
{
    const struct given_file *g = &s->given[i];
    char *name = given_name(g);

    assert_true(*name && !strpbrk(name, "/?"));
    assert_true(g->url ? !strncmp(g->url, "http", 4) : s->note != NULL);
    assert_true(g->bytes >= 0);
    if (g->sha256) {
        assert_int_equal(strlen(g->sha256), 64);
        assert_int_equal(strspn(g->sha256, "0123456789abcdef"), 64);
    }
    for (int j = 0; j < i; j++) { /* a mirror or a folder needs distinct
                                     names */
        char *other = given_name(&s->given[j]);

        assert_string_not_equal(name, other);
        free(other);
    }
    free(name);
}

static void what_a_home_gives_out_can_be_told_apart(void **state)
{
    (void)state;
    for (const struct data_set *s = data_sets; s->name; s++) {
        assert_true(data_set_given(s) > 0);
        for (int i = 0; i < data_set_given(s); i++)
            assert_given(s, i);
    }
}

static void every_file_given_is_used(void **state)
{
    (void)state;
    for (const struct data_set *s = data_sets; s->name; s++)
        for (int i = 0, used = 0; i < data_set_given(s); i++, used = 0) {
            for (const struct made_file *m = s->made; m->path; m++)
                used += m->of == i;
            assert_true(used > 0);
        }
}

static void made_files_are_each_set_s_own_and_below_the_folder(void **state)
{
    (void)state;
    for (const struct data_set *s = data_sets; s->name; s++)
        for (const struct made_file *m = s->made; m->path; m++) {
            assert_true(m->of < data_set_given(s));
            assert_true(*m->path != '/' && !strstr(m->path, ".."));
            for (const struct data_set *o = data_sets; o <= s; o++)
                for (const struct made_file *k = o->made; k->path; k++)
                    assert_true(k == m || strcmp(k->path, m->path) != 0);
        }
}

static void a_size_is_told_where_all_are_known(void **state)
{
    struct error e = {0};

    (void)state;
    assert_int_equal(data_set_bytes(data_set_find("squad1", &e)),
                     30288272 + 4854279);
    assert_int_equal(data_set_bytes(data_set_find("algolisp", &e)), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_home_gives_out_can_be_told_apart),
        cmocka_unit_test(every_file_given_is_used),
        cmocka_unit_test(made_files_are_each_set_s_own_and_below_the_folder),
        cmocka_unit_test(a_size_is_told_where_all_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
