/* Texts that would use up all memory, and paths that are no files. */
#include "config.h"

#include "tests/test.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "tests/unit/text_files.h"
#include "text/files/lines.h"

/* Read a file to its end.  Return the bytes of its lines, or -1. */
static long read_all(const char *name, struct error *e)
{
    struct lines *l = lines_open(path_of(name), e);
    char *line;
    size_t len;
    int more = l ? 0 : -1;
    long n = 0;

    while (l && (more = lines_next(l, &line, &len, e)) > 0)
        n += (long)len;
    lines_close(l);
    return more < 0 ? -1 : n;
}

static void refuses(const char *name, const char *says)
{
    struct error e = {0};

    assert_int_equal(read_all(name, &e), -1);
    if (!strstr(e.text, says) || !strstr(e.text, name))
        fail_msg("'%s' does not say '%s' of %s", e.text, says, name);
}

/* Every rank reads the data, and so does every later start: so they must be a
 * file. */
static void what_is_no_file_is_no_data(void **state)
{
    struct error e = {0};
    char *path;

    (void)state;
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    assert_int_equal(data_path(path_of("pipe"), "", &path, &e), -1);
    assert_null(path);
    assert_non_null(strstr(e.text, "found a pipe, expected a file"));
    assert_int_equal(data_path("/dev/null", "", &path, &e), -1);
    assert_non_null(strstr(e.text, "found a device, expected a file"));
}

/* The limit is checked before memory is used up. */
static void a_line_without_an_end_is_refused(void **state)
{
    const size_t n = LINES_LONGEST + (1 << 20);
    char *bytes = memory_new(n);

    (void)state;
    memset(bytes, 'a', n);
    memcpy(bytes, "one\ntwo\n", 8);
    bytes[8 + LINES_LONGEST] = '\n';
    bytes_of("longest", bytes, n);
    struct error e = {0};

    assert_int_equal(read_all("longest", &e), n - 3);
    bytes[8 + LINES_LONGEST] = 'a';
    memset(bytes + 8, 'a', n - 8);
    bytes_of("longer", bytes, n);
    refuses("longer", "line 3: found no line's end for");
    free(bytes);
}

/* A dictionary of 1.5 GiB, by its header; the data need none of it. */
static void packed_data_that_take_much_memory_are_refused(void **state)
{
    uint8_t packed[1000];
    size_t n = 0;

    (void)state;
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL,
                                             (const uint8_t *)"text\n", 5,
                                             packed, &n, sizeof(packed)),
                     LZMA_OK);
    bytes_of("small.xz", packed, n);
    struct error e = {0};

    assert_int_equal(read_all("small.xz", &e), 4);
    uint8_t *block = packed + 12, *filter = block + 2;
    const size_t header = ((size_t)block[0] + 1) * 4;

    while (*filter != 0x21) /* after the sizes, LZMA2 with one property */
        filter++;
    assert_int_equal(filter[1], 1);
    filter[2] = 37;
    const uint32_t sum = lzma_crc32(block, header - 4, 0);

    for (int i = 0; i < 4; i++)
        block[header - 4 + (size_t)i] = (uint8_t)(sum >> 8 * i);
    bytes_of("large.xz", packed, n);
    refuses("large.xz", "MiB to unpack, expected at most 256");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_file_is_no_data),
        cmocka_unit_test(a_line_without_an_end_is_refused),
        cmocka_unit_test(packed_data_that_take_much_memory_are_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
