/* A file that is compressed while it is written: its name determines how, the
 * content is read back, and equal content gives equal bytes. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/files/pack.h"
#include "tests/unit/text_files.h"
#include "text/files/unpack.h"

enum { LINES = 5000 };

static const char *const names[] = {"a.gz", "a.xz", "a.txt"};
enum { NAMES = sizeof(names) / sizeof(*names) };

/* Write to an open file, in pieces, one of which is empty. */
static int put_all(FILE *file, const char *name, const struct str *text,
                   struct error *e)
{
    struct pack *p = pack_file(file, name, e);
    const size_t half = text->len / 2;
    const int failed =
        !p || pack_put(p, text->s, half, e) || pack_put(p, NULL, 0, e) ||
        pack_put(p, text->s + half, text->len - half, e) || pack_finish(p, e);

    pack_free(p);
    return failed;
}

static void make_text(struct str *text)
{
    for (int i = 0; i < LINES; i++)
        str_addf(text, "%d squared is %d\n", i, i * i);
}

static void packs(const char *name, const struct str *text)
{
    FILE *file = fopen(path_of(name), "wb");
    struct error e = {""};

    assert_non_null(file);
    if (put_all(file, name, text, &e))
        fail_msg("%s: %s", name, e.text);
    assert_int_equal(fclose(file), 0);
}

static void bytes_in(const char *name, struct str *bytes)
{
    struct error e = {""};

    if (file_read(path_of(name), bytes, &e))
        fail_msg("%s", e.text);
}

static void what_was_put_in_is_read_again(void **state)
{
    struct str text = {0};

    (void)state;
    make_text(&text);
    char *out = memory_new(text.len + 1);

    for (int i = 0; i < NAMES; i++) {
        struct error e = {""};

        packs(names[i], &text);
        struct unpack *u = unpack_open(path_of(names[i]), &e);

        assert_non_null(u);
        assert_int_equal(unpack_read(u, out, text.len + 1, &e), text.len);
        assert_memory_equal(out, text.s, text.len);
        unpack_close(u);
    }
    free(out);
    str_release(&text);
}

static void the_name_says_how_it_is_packed(void **state)
{
    static const char *const begins[NAMES] = {"\x1f\x8b",
                                              "\xfd"
                                              "7zXZ",
                                              "0 squared"};

    (void)state;
    for (int i = 0; i < NAMES; i++) {
        struct str text = {0}, bytes = {0};

        make_text(&text);
        packs(names[i], &text);
        bytes_in(names[i], &bytes);
        assert_memory_equal(bytes.s, begins[i], strlen(begins[i]));
        if (i < 2)
            assert_true(bytes.len < text.len / 2);
        else
            assert_int_equal(bytes.len, text.len); /* and nothing after it */
        str_release(&bytes);
        str_release(&text);
    }
}

/* The time of day is not stored: gzip has a field for it, bytes 4 to 7. */
static void equal_content_is_equal_bytes(void **state)
{
    struct str text = {0}, bytes = {0};

    (void)state;
    make_text(&text);
    packs("a.gz", &text);
    bytes_in("a.gz", &bytes);
    assert_memory_equal(bytes.s + 4, "\0\0\0\0", 4);
    str_release(&bytes);
    str_release(&text);
}

static void a_full_disk_is_told(void **state)
{
    struct str text = {0};

    (void)state;
    make_text(&text);
    for (int i = 0; i < NAMES; i++) {
        FILE *file = fopen("/dev/full", "wb");
        struct error e = {""};

        assert_non_null(file);
        setvbuf(file, NULL, _IONBF, 0);
        assert_int_equal(put_all(file, names[i], &text, &e), 1);
        assert_string_not_equal(e.text, "");
        fclose(file);
    }
    str_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_in_is_read_again),
        cmocka_unit_test(the_name_says_how_it_is_packed),
        cmocka_unit_test(equal_content_is_equal_bytes),
        cmocka_unit_test(a_full_disk_is_told),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
