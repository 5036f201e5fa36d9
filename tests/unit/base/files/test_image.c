/* Images: contents are restored, and a wrong file is refused. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/files/image.h"
#include "tests/unit/text_files.h"

static const struct digest key = {1, 2}, other_key = {1, 3};

struct thing {
    int n;
    double *number;
    char **text;
    char *name, *nothing;
    struct str long_text;
    struct thing *inner;
};

static void thing_image(struct thing *t, struct image *m)
{
    bool has_inner = t->inner != NULL;

    IMAGE_VALUE(m, t->n);
    IMAGE_ARRAY(m, t->number, t->n);
    t->text = image_texts(m, t->text, t->n);
    t->name = image_text(m, t->name);
    t->nothing = image_text(m, t->nothing);
    image_str(m, &t->long_text);
    IMAGE_VALUE(m, has_inner);
    if (has_inner) {
        IMAGE_ROOM(m, t->inner, 1);
        thing_image(t->inner, m);
    }
}

static void write_thing(const char *name)
{
    struct thing inner = {.name = (char[]){"inner"}};
    struct thing t = {.n = 3,
                      .number = (double[]){0.5, -0.0, 3e300},
                      .text = (char *[]){"one", "", "three"},
                      .name = (char[]){""},
                      .long_text = {(char[]){"a\0b"}, 3, 4},
                      .inner = &inner};
    struct image m = {0};
    struct error e;

    thing_image(&t, &m);
    assert_int_equal(image_write(&m, path_of(name), key, &e), 0);
    assert_int_equal(file_bytes(path_of(name)), m.bytes);
    image_release(&m);
}

static void what_was_noted_comes_back(void **state)
{
    const double number[] = {0.5, -0.0, 3e300};
    struct thing t = {0};
    struct image m;
    struct error e;

    (void)state;
    write_thing("whole");
    assert_int_equal(image_open(&m, path_of("whole"), key, &e), 0);
    thing_image(&t, &m);
    assert_int_equal(m.at, m.bytes);
    assert_int_equal(t.n, 3);
    assert_memory_equal(t.number, number, sizeof(number));
    assert_string_equal(t.text[0], "one");
    assert_string_equal(t.text[1], "");
    assert_string_equal(t.text[2], "three");
    assert_string_equal(t.name, "");
    assert_null(t.nothing);
    assert_int_equal(t.long_text.len, 3);
    assert_memory_equal(t.long_text.s, "a\0b", 4);
    assert_string_equal(t.inner->name, "inner");
    assert_null(t.inner->number);
    assert_null(t.inner->inner);
    image_release(&m);
}

/* Arrays and texts lie in the mapping, where ranks share them. */
static void arrays_lie_in_the_file(void **state)
{
    struct thing t = {0};
    struct image m;
    struct error e;

    (void)state;
    write_thing("shared");
    assert_int_equal(image_open(&m, path_of("shared"), key, &e), 0);
    thing_image(&t, &m);
    const char *const at[] = {(char *)t.number, t.text[2], t.long_text.s};

    for (int i = 0; i < 3; i++)
        assert_in_range((uintptr_t)at[i], (uintptr_t)m.map,
                        (uintptr_t)m.map + m.bytes - 1);
    assert_int_equal((uintptr_t)t.number % 64, 0);
    image_release(&m);
}

static void refuses(const void *bytes, size_t n, const char *says)
{
    struct image m;
    struct error e = {0};

    bytes_of("wrong", bytes, n);
    assert_int_equal(image_open(&m, path_of("wrong"), key, &e), -1);
    assert_null(m.map);
    if (!strstr(e.text, says))
        fail_msg("'%s' does not say '%s'", e.text, says);
}

static void damage_anywhere_is_found(void **state)
{
    struct str s = {0};
    struct error e;

    (void)state;
    write_thing("right");
    assert_int_equal(file_read(path_of("right"), &s, &e), 0);
    assert_in_range(s.len, 500, 5000);
    for (size_t i = 0; i < s.len; i++) {
        s.s[i] ^= 4;
        refuses(s.s, s.len, "file '");
        s.s[i] ^= 4;
    }
    for (size_t n = 0; n < s.len; n++)
        refuses(s.s, n, "cut short");
    str_adds(&s, "more");
    refuses(s.s, s.len, "found");
    str_release(&s);
}

static void another_key_is_something_else(void **state)
{
    struct image m;
    struct error e;

    (void)state;
    write_thing("another");
    assert_int_equal(image_open(&m, path_of("another"), other_key, &e), -1);
    assert_non_null(strstr(e.text, "of something else"));
    assert_int_equal(image_open(&m, folder, key, &e), -1);
    assert_non_null(strstr(e.text, "no file of this user's"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_noted_comes_back),
        cmocka_unit_test(arrays_lie_in_the_file),
        cmocka_unit_test(damage_anywhere_is_found),
        cmocka_unit_test(another_key_is_something_else),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
