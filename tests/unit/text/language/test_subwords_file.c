/* Files of subwords: they are read back as written, and damage is refused. */
#include "config.h"

#include "tests/test.h"

#include <string.h>

#include "tests/unit/text/language/subwords_fixture.h"
#include "tests/unit/text_files.h"

static struct str text_of(const struct subwords *s)
{
    struct str out = {0};

    subwords_text(s, &out);
    return out;
}

static void a_file_has_all_of_them(void **state)
{
    struct subwords s = learned(150), back;
    struct str text = text_of(&s), again;
    struct digest d;
    struct error e = {0};

    (void)state;
    file_of("subwords", text.s);
    if (subwords_read(&back, path_of("subwords"), &d, &e))
        fail_msg("%s", e.text);
    again = text_of(&back);
    assert_string_equal(text.s, again.s);
    assert_int_equal(back.n, s.n);
    assert_memory_equal(back.bytes.s, s.bytes.s, s.bytes.len);
    str_release(&text);
    str_release(&again);
    subwords_release(&s);
    subwords_release(&back);
}

static void names_are_for_people(void **state)
{
    static const struct {
        const char *bytes, *name;
    } cases[] = {{" a", "_a"},
                 {"ß", "ß"},
                 {"_\\", "\\x5f\\x5c"},
                 {"\xc3", "\\xc3"},
                 {"\t", "\\x09"},
                 {"a\xc3", "a\\xc3"},
                 {" \xcc\x81", "_\xcc\x81"},
                 {"\xc2\xa0", "\\xc2\\xa0"}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct subwords s;
        struct str name = {0};
        const unsigned char *b = (const unsigned char *)cases[i].bytes;

        subwords_init(&s);
        int32_t token = *b;
        while (*++b) {
            subwords_add(&s, token, *b);
            token = s.n - 1;
        }
        subwords_name(&s, token, &name);
        assert_string_equal(name.s, cases[i].name);
        str_release(&name);
        subwords_release(&s);
    }
}

static void a_damaged_file_is_refused(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "found '', expected 'codarun subwords 1: N merges'"},
        {"i n\n", "line 1: found 'i n', expected 'codarun subwords 1"},
        {"codarun subwords 2: 1 merges\ni n\n", "line 1: found"},
        {"codarun subwords 1: 1 merges more\ni n\n", "line 1: found"},
        {"codarun subwords 1: -1 merges\n", "found -1 merges, expected 0"},
        {"codarun subwords 1: 2000000 merges\n", "found 2000000 merges"},
        {"codarun subwords 1: 2 merges\ni n\n", "found 1 merges, expected 2"},
        {"codarun subwords 1: 1 merges\ni n\nin g\n", "found 2 merges"},
        {"codarun subwords 1: 1 merges\nin g\n", "line 2: found 'in g'"},
        {"codarun subwords 1: 1 merges\nin\n", "line 2: found 'in'"},
        {"codarun subwords 1: 1 merges\ni n g\n", "line 2: found 'i n g'"},
        {"codarun subwords 1: 1 merges\n\n", "line 2: found ''"},
        {"codarun subwords 1: 2 merges\ni n\ni n\n", "line 3: found 'i n', "},
        {"codarun subwords 1: 4 merges\na b\nb c\nab c\na bc\n", "line 5: "},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct subwords s;
        struct digest d;
        struct error e = {0};

        file_of("subwords", cases[i].text);
        assert_int_equal(subwords_read(&s, path_of("subwords"), &d, &e), -1);
        if (!strstr(e.text, cases[i].says) || !strstr(e.text, "/subwords'"))
            fail_msg("'%s' does not say '%s'", e.text, cases[i].says);
        subwords_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_all_of_them),
        cmocka_unit_test(names_are_for_people),
        cmocka_unit_test(a_damaged_file_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
