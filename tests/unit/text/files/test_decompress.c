/* Compressed files: zstd and bzip2 data complete, cut, damaged, and followed by
 * other bytes; and an archive of one file, read as that file. */
#include "config.h"

#include "tests/test.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "base/core/memory.h"
#include "tests/unit/text_files.h"
#include "text/files/unpack.h"

enum { TEXT = 3000, PACKED = 20000 };

/* No two parts of it are equal, so that each packed byte matters. */
static char text[TEXT];

static int make_text(void **state)
{
    uint32_t x = 1;

    for (size_t i = 0; i < TEXT; i++) {
        x = x * 1103515245u + 12345u;
        text[i] = i % 60 == 59 ? '\n' : (char)('a' + (x >> 16) % 26);
    }
    return make_folder(state);
}

/* Pack one file of n bytes with this format and filter. */
static size_t pack(const char *format, const char *filter, const char *bytes,
                   size_t n, unsigned char *out)
{
    struct archive *a = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    size_t used = 0;

    assert_int_equal(archive_write_set_format_by_name(a, format), ARCHIVE_OK);
    if (*filter)
        assert_int_equal(archive_write_add_filter_by_name(a, filter),
                         ARCHIVE_OK);
    archive_write_set_bytes_per_block(a, 0);
    assert_int_equal(archive_write_open_memory(a, out, PACKED, &used),
                     ARCHIVE_OK);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_pathname(entry, "data/text");
    archive_entry_set_size(entry, (la_int64_t)n);
    assert_int_equal(archive_write_header(a, entry), ARCHIVE_OK);
    assert_int_equal(archive_write_data(a, bytes, n), n);
    archive_entry_free(entry);
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    return used;
}

/* Read a file to its end; returns how many bytes, or -1 with the error. */
static long read_all(const char *name, char *out, size_t room,
                     struct digest *digest, struct error *e)
{
    struct unpack *u = unpack_open(path_of(name), e);
    const long n = u ? unpack_read(u, out, room, e) : -1;

    if (n >= 0)
        assert_true((size_t)n < room);
    if (n >= 0 && digest)
        *digest = unpack_digest(u);
    unpack_close(u);
    return n;
}

static void reads(const char *name, const void *packed, size_t n,
                  const char *expected, size_t len)
{
    char *out = memory_new(PACKED);
    struct digest digest;
    struct error e = {0};

    bytes_of(name, packed, n);
    const long got = read_all(name, out, PACKED, &digest, &e);

    if (got < 0)
        fail_msg("%s: %s", name, e.text);
    assert_int_equal(got, len);
    assert_memory_equal(out, expected, len);
    assert_true(digest_equal(digest, digest_of(packed, n)));
    free(out);
}

static void refuses(const char *name, const void *packed, size_t n,
                    const char *says)
{
    char *out = memory_new(PACKED);
    struct error e = {0};

    bytes_of(name, packed, n);
    if (read_all(name, out, PACKED, NULL, &e) >= 0)
        fail_msg("%s of %zu bytes is read", name, n);
    if (!strstr(e.text, says))
        fail_msg("'%s' does not say '%s'", e.text, says);
    free(out);
}

static const struct {
    const char *filter, *name, *kind;
    size_t magic; /* bytes by which it is recognised */
} kinds[] = {{"zstd", "a.zst", "zstd", 4}, {"bzip2", "a.bz2", "bzip2", 10}};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

static void zstd_and_bzip2_data_are_read(void **state)
{
    unsigned char packed[PACKED];

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        size_t n = pack("raw", kinds[k].filter, text, TEXT, packed);

        reads(kinds[k].name, packed, n, text, TEXT);
        reads("misnamed", packed, n, text, TEXT);
        n += pack("raw", kinds[k].filter, text, TEXT, packed + n);
        bytes_of(kinds[k].name, packed, n);
        char *twice = memory_new(2 * TEXT);

        memcpy(twice, text, TEXT);
        memcpy(twice + TEXT, text, TEXT);
        reads(kinds[k].name, packed, n, twice, sizeof(text) * 2);
        free(twice);
        n = pack("raw", kinds[k].filter, "", 0, packed);
        reads(kinds[k].name, packed, n, "", 0);
    }
    refuses("a.zst", "plain\n", 6, "no zstd data, but its name ends in .zst");
    refuses("a.bz2", "BZh9 is\n", 8, "no bzip2 data, but its name ends in");
    reads("text", "BZh9 is\n", 8, "BZh9 is\n", 8);
    reads("text", "BZh91 is text\n", 14, "BZh91 is text\n", 14);
}

/* libarchive treats data that are cut in the first block as empty. */
static void a_file_cut_anywhere_is_refused(void **state)
{
    unsigned char packed[PACKED];

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        const size_t n = pack("raw", kinds[k].filter, text, TEXT, packed);

        for (size_t cut = 1; cut < n; cut += cut < 30 || cut + 30 > n ? 1 : 13)
            refuses(kinds[k].name, packed, cut,
                    cut < kinds[k].magic ? "no " : "cut short");
    }
}

/* The checksum of the unpacked data is checked.  libarchive writes none for
 * zstd: tests/cli/test_archives.sh tests that with zstd's own tool. */
static void damage_anywhere_is_refused(void **state)
{
    unsigned char packed[PACKED];
    const size_t n = pack("raw", "bzip2", text, TEXT, packed);

    (void)state;
    for (size_t i = 10; i < n; i += 7) {
        packed[i] ^= 0x10;
        refuses("a.bz2", packed, n, "bzip2 data");
        packed[i] ^= 0x10;
    }
}

/* libarchive ignores what follows bzip2 data. */
static void what_stands_behind_is_refused(void **state)
{
    unsigned char packed[PACKED];

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        size_t n = pack("raw", kinds[k].filter, text, TEXT, packed);
        const size_t first = n;

        memset(packed + n, 'x', 100);
        for (size_t more = 1; more <= 100; more += 33)
            refuses(kinds[k].name, packed, n + more, kinds[k].kind);
        n += pack("raw", kinds[k].filter, text, TEXT, packed + n);
        packed[first + 1] ^= 1; /* so the second is not valid data */
        refuses(kinds[k].name, packed, n, kinds[k].kind);
    }
}

static void what_is_packed_twice_is_unpacked_once(void **state)
{
    unsigned char packed[PACKED], again[PACKED];

    (void)state;
    for (int k = 0; k < KINDS; k++) {
        const size_t n = pack("raw", kinds[k].filter, text, TEXT, packed);
        const size_t m =
            pack("raw", kinds[k].filter, (const char *)packed, n, again);

        reads(kinds[k].name, again, m, (const char *)packed, n);
    }
}

static void an_archive_of_one_file_is_that_file(void **state)
{
    static const char *const filters[][2] = {
        {"", "a.tar"},      {"gzip", "a.tgz"},      {"gzip", "a.tar.gz"},
        {"xz", "a.tar.xz"}, {"bzip2", "a.tar.bz2"}, {"zstd", "a.tar.zst"}};
    unsigned char packed[PACKED];

    (void)state;
    for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++) {
        const size_t n = pack("ustar", filters[i][0], text, TEXT, packed);

        reads(filters[i][1], packed, n, text, TEXT);
        refuses(filters[i][1], packed, n / 2, ""); /* cut */
    }
    const size_t n = pack("zip", "", text, TEXT, packed);

    reads("a.zip", packed, n, text, TEXT);
    reads("misnamed", packed, n, text, TEXT);
    for (size_t cut = 4; cut < n; cut += 17)
        refuses("a.zip", packed, cut, "cannot be read as zip");
    refuses("a.zip", "plain\n", 6, "cannot be read as zip");
    refuses("a.tar", "plain\n", 6, "cannot be read as zip or tar");
    packed[200] ^= 1;
    refuses("a.zip", packed, n, "damaged: ");
}

/* The compression of a tar has a checksum after the tar's end. */
static void the_checksum_around_a_tar_is_checked(void **state)
{
    unsigned char packed[PACKED];
    const size_t n = pack("ustar", "gzip", text, TEXT, packed);

    (void)state;
    packed[n - 6] ^= 1;
    refuses("a.tgz", packed, n, "damaged gzip data");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zstd_and_bzip2_data_are_read),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(damage_anywhere_is_refused),
        cmocka_unit_test(what_stands_behind_is_refused),
        cmocka_unit_test(what_is_packed_twice_is_unpacked_once),
        cmocka_unit_test(an_archive_of_one_file_is_that_file),
        cmocka_unit_test(the_checksum_around_a_tar_is_checked),
    };

    return cmocka_run_group_tests(tests, make_text, remove_folder);
}
