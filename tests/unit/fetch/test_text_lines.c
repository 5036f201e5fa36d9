/* Lines of an archive's member, whatever the sizes of the pieces read. */
#include "config.h"

#include "tests/test.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "base/core/memory.h"
#include "fetch/text_lines.h"
#include "tests/unit/text_files.h"

enum { LINES = 20000, LONGEST = 200000 };

static size_t length_of(int i)
{
    return i == 700 ? LONGEST : (size_t)(i * i % 131);
}

/* Every fifth line ends in CR LF, and the last one has no end. */
static void make_text(struct str *text)
{
    for (int i = 0; i < LINES; i++) {
        for (size_t k = 0; k < length_of(i); k++)
            str_add(text, &(char){(char)('a' + (i + (int)k) % 26)}, 1);
        if (i < LINES - 1)
            str_adds(text, i % 5 ? "\n" : "\r\n");
    }
}

static void make_archive(const char *path, const struct str *text)
{
    struct archive *a = archive_write_new();
    struct archive_entry *entry = archive_entry_new();

    assert_int_equal(archive_write_set_format_ustar(a), ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_pathname(entry, "data/text");
    archive_entry_set_size(entry, (la_int64_t)text->len);
    assert_int_equal(archive_write_header(a, entry), ARCHIVE_OK);
    assert_int_equal(archive_write_data(a, text->s, text->len), text->len);
    archive_entry_free(entry);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
}

static void lines_are_whole_over_the_ends_of_pieces(void **state)
{
    struct str text = {0};
    struct text_lines l;
    struct error e;
    char *line;
    size_t len;

    (void)state;
    make_text(&text);
    make_archive(path_of("a.tar"), &text);
    if (text_lines_open(&l, path_of("a.tar"), "data/text", 1 << 22, &e))
        fail_msg("%s", e.text);
    for (int i = 0; i < LINES; i++) {
        assert_int_equal(text_lines_next(&l, &line, &len, &e), 1);
        assert_int_equal(l.number, i + 1);
        assert_int_equal(len, length_of(i));
        assert_int_equal(line[len], '\0');
        for (size_t k = 0; k < len; k++)
            if (line[k] != 'a' + (i + (int)k) % 26)
                fail_msg("line %d, byte %zu", i, k);
        memset(line, 'X', len + 1); /* callers may change it */
    }
    assert_int_equal(text_lines_next(&l, &line, &len, &e), 0);
    assert_true(l.text.room < 3 * LONGEST); /* less than what was read */
    text_lines_release(&l);
    str_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_whole_over_the_ends_of_pieces),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
