/* A packed journal contains the same entries as its plain lines. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/sweep/ledger/journal_fixture.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/ledger/journal.h"
#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_reader.h"
#include "text/formats/deflate.h"

/* Counts the calls that unpack. */
static long unpacked;

int uncompress(Bytef *to, uLongf *room, const Bytef *from, uLong n)
{
    int (*real)(Bytef *, uLongf *, const Bytef *, uLong);

    *(void **)&real = dlsym(RTLD_NEXT, "uncompress");
    unpacked++;
    return real(to, room, from, n);
}

static void packs_tell_the_same_in_a_fraction_of_the_room(void **state)
{
    struct error e;

    (void)state;
    many_entries();
    const struct digest before = read_back();
    const long bytes = file_bytes(path);
    struct journal *j = opened();

    assert_int_equal(before.hi, ENTRIES);
    assert_int_equal(journal_compact(j, &e), 0);
    assert_true(digest_equal(read_back(), before));
    assert_in_range(file_bytes(path), 1, bytes / 4);
    journal_close(j);
    assert_true(digest_equal(read_back(), before));
}

static void a_short_journal_stays_as_it_is(void **state)
{
    struct error e;

    (void)state;
    unlink(path);
    struct journal *j = opened();

    for (long i = 0; i < 100; i++)
        add(j, i);
    assert_int_equal(journal_settle(j, &e), 0);
    const long bytes = file_bytes(path);

    assert_int_equal(journal_compact(j, &e), 0);
    assert_int_equal(file_bytes(path), bytes);
    journal_close(j);
}

static void one_goes_on_behind_its_packs_and_is_packed_again(void **state)
{
    struct error e;

    (void)state;
    many_entries();
    struct journal *j = opened();

    assert_int_equal(journal_compact(j, &e), 0);
    for (long i = ENTRIES; i < ENTRIES + 10; i++)
        add(j, i);
    journal_close(j);
    assert_int_equal(read_back().hi, ENTRIES + 10);
    j = opened();
    for (long i = ENTRIES + 10; i < 2 * ENTRIES; i++)
        add(j, i);
    assert_int_equal(journal_settle(j, &e), 0);
    const struct digest before = read_back();

    assert_int_equal(before.hi, 2 * ENTRIES);
    assert_int_equal(journal_compact(j, &e), 0);
    assert_true(digest_equal(read_back(), before));
    journal_close(j);
}

static void write_bytes(const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fwrite(bytes, 1, n, f);
    fclose(f);
}

/* The bytes of a packed journal, followed by some plain lines. */
static struct str packed_bytes(long more)
{
    struct str whole = {0};
    struct error e = {""};

    many_entries();
    struct journal *j = opened();

    assert_int_equal(journal_compact(j, &e), 0);
    for (long i = 0; i < more; i++)
        add(j, ENTRIES + i);
    journal_close(j);
    assert_int_equal(file_read(path, &whole, &e), 0);
    return whole;
}

static void is_refused(const char *says)
{
    struct error e = {""};
    struct digest d = {0};

    assert_int_equal(journal_read(path, count, &d, &e), -1);
    assert_non_null(strstr(e.text, says));
    assert_non_null(strstr(e.text, "bytes to the end (sed -i.damaged"));
}

/* A pack was on the disk before it was put in its place: no kill cuts it. */
static void a_pack_that_is_cut_is_refused(void **state)
{
    struct str whole = packed_bytes(0);

    (void)state;
    for (size_t n = whole.len - 1; n > 100; n -= whole.len / 23) {
        if (whole.s[n - 1] == '\n')
            continue;
        write_bytes(whole.s, n);
        is_refused("a pack that is not whole");
        if (n <= whole.len / 23)
            break;
    }
    str_release(&whole);
}

/* Whichever block it is, even near the end. */
static void a_pack_with_a_block_of_nuls_is_refused(void **state)
{
    enum { BLOCK = 4096 };
    struct str whole = packed_bytes(3);
    const size_t packs = whole.len - 3 * (PADDING + 20);
    char kept[BLOCK];

    (void)state;
    for (size_t at = 0; at + BLOCK < packs; at += BLOCK) {
        memcpy(kept, whole.s + at, BLOCK);
        memset(whole.s + at, 0, BLOCK);
        write_bytes(whole.s, whole.len);
        is_refused(" behind it");
        memcpy(whole.s + at, kept, BLOCK);
    }
    str_release(&whole);
}

/* A line of a pack that claims so many entries, and has one. */
static void add_pack(long entries, struct str *out)
{
    struct str line = {0};

    str_addf(&line, "7 pack %ld 11 ", entries);
    deflate_text("begin -1 x\n", 11, &line);
    journal_line_add_checksum(&line);
    str_add(out, line.s, line.len);
    str_release(&line);
}

/* A pack counts by the entries that it contains, not as one line, nor by the
 * number that it claims. */
static void the_entries_behind_damage_are_counted(void **state)
{
    static const long lies[] = {LONG_MAX, LONG_MAX, LONG_MIN, -5, 2};
    struct str whole = packed_bytes(3);
    char says[60];
    long first;

    (void)state;
    assert_int_equal(sscanf(whole.s, "0 pack %ld ", &first), 1);
    snprintf(says, sizeof(says), "; %ld whole entries are behind it",
             ENTRIES + 3 - first);
    whole.s[40] ^= 1;
    for (size_t i = 0; i < sizeof(lies) / sizeof(*lies); i++)
        add_pack(lies[i], &whole);
    write_bytes(whole.s, whole.len);
    is_refused(says);
    str_release(&whole);
}

/* Among plain lines after packs, a kill may have cut the last one, or a machine
 * that crashed may have lost some. */
static void a_torn_line_behind_packs_is_dropped(void **state)
{
    struct str whole = packed_bytes(3);

    (void)state;
    memset(whole.s + whole.len - 2 * PADDING, 0, 20);
    write_bytes(whole.s, whole.len);
    assert_int_equal(read_back().hi, ENTRIES + 1);
    for (size_t n = 1; n < PADDING; n += 50) {
        write_bytes(whole.s, whole.len - 2 * PADDING - n);
        const uint64_t had = read_back().hi;
        struct journal *j = opened();

        add(j, 7);
        journal_close(j);
        assert_int_equal(read_back().hi, had + 1);
    }
    str_release(&whole);
}

/* Any changed byte of a pack is found, and the error contains the line. */
static void a_damaged_pack_is_refused(void **state)
{
    struct str whole = {0};
    struct error e = {""};
    struct digest d;

    (void)state;
    many_entries();
    struct journal *j = opened();

    assert_int_equal(journal_compact(j, &e), 0);
    journal_close(j);
    assert_int_equal(file_read(path, &whole, &e), 0);
    for (size_t i = 0; i < 400; i++) {
        whole.s[i] ^= 1;
        write_bytes(whole.s, whole.len);
        assert_int_equal(journal_read(path, count, &d, &e), -1);
        assert_non_null(strstr(e.text, "line 1:"));
        whole.s[i] ^= 1;
    }
    str_release(&whole);
}

/* With a correct checksum, but other entries than it claims. */
static void a_pack_that_lies_is_refused(void **state)
{
    static const struct {
        const char *text;
        long count;
        size_t more;
    } packs[] = {
        {"begin -1 x\n", 2, 0}, {"begin -1 x\n", 0, 0}, {"begin -1 x\n", 1, 1},
        {"begin -1 x", 1, 0},   {"begin\n", 1, 0},      {"\n", 1, 0},
        {"\n\n\n", 3, 0},       {"a b c\n", 1, 0},
    };
    struct error e = {""};
    struct digest d;

    (void)state;
    for (size_t i = 0; i < sizeof(packs) / sizeof(*packs); i++) {
        const size_t n = strlen(packs[i].text);
        struct str line = {0};

        str_addf(&line, "0 pack %ld %zu ", packs[i].count, n + packs[i].more);
        deflate_text(packs[i].text, n, &line);
        journal_line_add_checksum(&line);
        write_bytes(line.s, line.len);
        assert_int_equal(journal_read(path, count, &d, &e), -1);
        assert_non_null(strstr(e.text, "a pack"));
        str_release(&line);
    }
}

struct place_list {
    long n;
    struct journal_place place[ENTRIES];
    struct journal_reader *reader;
};

static int note_place(void *context, const struct journal_entry *entry,
                      struct error *e)
{
    struct place_list *l = context;

    (void)e;
    if (!l->reader)
        l->reader = journal_reader_copy(entry->reader, e);
    l->place[l->n++] = entry->place;
    return 0;
}

static void check_entry(const struct place_list *l, long i)
{
    struct journal_entry entry;
    struct error e = {""};
    char start[40];

    snprintf(start, sizeof(start), "goal %ld.5 # ", i);
    assert_int_equal(journal_reader_again(l->reader, l->place[i], &entry, &e),
                     0);
    assert_int_equal(entry.trial, i);
    assert_string_equal(entry.word, "finish");
    assert_int_equal(strncmp(entry.detail, start, strlen(start)), 0);
    assert_int_equal(strlen(entry.detail), strlen(start) + PADDING);
}

/* In any order, even if another file has replaced the journal. */
static void an_entry_is_read_again_where_it_stood(void **state)
{
    struct error e = {""};

    (void)state;
    many_entries();
    for (int packed = 0; packed < 2; packed++) {
        struct place_list *l = memory_zeroed(1, sizeof(*l));
        struct journal *j = opened();

        assert_int_equal(journal_read(path, note_place, l, &e), 0);
        assert_int_equal(l->n, ENTRIES);
        for (long i = 0; i < ENTRIES; i += 37)
            check_entry(l, i);
        assert_int_equal(journal_compact(j, &e), 0);
        for (long i = 0, at = 1; i < 300; i++, at = (at * 7919 + 1) % ENTRIES)
            check_entry(l, at);
        journal_close(j);
        journal_reader_free(l->reader);
        free(l);
    }
}

/* As the entries of trials that were stopped early: neighbours in the sweep,
 * and far from each other in the journal. */
static void entries_of_many_packs_are_read_again_from_memory(void **state)
{
    struct place_list *l = memory_zeroed(1, sizeof(*l));
    struct error e = {""};

    (void)state;
    many_entries();
    struct journal *j = opened();

    assert_int_equal(journal_compact(j, &e), 0);
    journal_close(j);
    assert_int_equal(journal_read(path, note_place, l, &e), 0);
    for (long i = 0, before = 0; i < 75; i++) {
        if (i == 3)
            before = unpacked;
        check_entry(l, i % 3 * (ENTRIES / 5) + i / 3);
        if (i >= 3)
            assert_int_equal(unpacked, before);
    }
    journal_reader_free(l->reader);
    free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_tell_the_same_in_a_fraction_of_the_room),
        cmocka_unit_test(a_short_journal_stays_as_it_is),
        cmocka_unit_test(one_goes_on_behind_its_packs_and_is_packed_again),
        cmocka_unit_test(a_pack_that_is_cut_is_refused),
        cmocka_unit_test(a_pack_with_a_block_of_nuls_is_refused),
        cmocka_unit_test(the_entries_behind_damage_are_counted),
        cmocka_unit_test(a_torn_line_behind_packs_is_dropped),
        cmocka_unit_test(a_damaged_pack_is_refused),
        cmocka_unit_test(a_pack_that_lies_is_refused),
        cmocka_unit_test(an_entry_is_read_again_where_it_stood),
        cmocka_unit_test(entries_of_many_packs_are_read_again_from_memory),
    };

    log_setup(0, "here", true);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
