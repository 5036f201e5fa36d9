/* A journal in packs tells what the same lines told. */
#include "config.h"

#include "../test.h"

#include "journal_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "results/journal.h"
#include "results/journal_line.h"
#include "results/journal_reader.h"
#include "text/deflate.h"

static void packs_tell_the_same_in_a_fraction_of_the_room(void **state)
{
    struct error e;

    (void)state;
    many_entries();
    const struct digest before = told();
    const long bytes = file_bytes(path);
    struct journal *j = opened();

    assert_int_equal(before.hi, ENTRIES);
    assert_int_equal(journal_compact(j, &e), 0);
    assert_true(digest_equal(told(), before));
    assert_in_range(file_bytes(path), 1, bytes / 4);
    journal_close(j);
    assert_true(digest_equal(told(), before));
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
    assert_int_equal(told().hi, ENTRIES + 10);
    j = opened();
    for (long i = ENTRIES + 10; i < 2 * ENTRIES; i++)
        add(j, i);
    assert_int_equal(journal_settle(j, &e), 0);
    const struct digest before = told();

    assert_int_equal(before.hi, 2 * ENTRIES);
    assert_int_equal(journal_compact(j, &e), 0);
    assert_true(digest_equal(told(), before));
    journal_close(j);
}

static void write_bytes(const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fwrite(bytes, 1, n, f);
    fclose(f);
}

/* Up to the last whole line; and the next one that opens it goes on there. */
static void a_torn_pack_is_dropped(void **state)
{
    struct str whole = {0};
    struct error e = {""};

    (void)state;
    many_entries();
    struct journal *j = opened();

    assert_int_equal(journal_compact(j, &e), 0);
    journal_close(j);
    assert_int_equal(file_read(path, &whole, &e), 0);
    for (size_t n = 0; n < whole.len; n += whole.len / 23 + 1) {
        write_bytes(whole.s, n);
        const uint64_t had = told().hi;

        j = opened();
        add(j, 7);
        journal_close(j);
        assert_int_equal(told().hi, had + 1);
    }
    str_release(&whole);
}

/* Whatever a byte of a pack becomes; it names the line. */
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

/* Sealed as it should be, and of other entries than it says. */
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
        journal_seal(&line);
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
        l->reader = journal_reader_copy(entry->reader);
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

/* In whatever order, though another file has taken the journal's place. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_tell_the_same_in_a_fraction_of_the_room),
        cmocka_unit_test(a_short_journal_stays_as_it_is),
        cmocka_unit_test(one_goes_on_behind_its_packs_and_is_packed_again),
        cmocka_unit_test(a_torn_pack_is_dropped),
        cmocka_unit_test(a_damaged_pack_is_refused),
        cmocka_unit_test(a_pack_that_lies_is_refused),
        cmocka_unit_test(an_entry_is_read_again_where_it_stood),
    };

    log_setup(0, "here", true);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
