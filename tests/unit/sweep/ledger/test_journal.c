/* The journal: appended entries are read back, also if the file is cut or
 * damaged. */
#include "config.h"

#include "tests/test.h"

#define FOLDER_FILE "journal"
#include "tests/unit/folder_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/ledger/journal.h"
#include "sweep/ledger/journal_reader.h"

static int note(void *context, const struct journal_entry *entry,
                struct error *e)
{
    (void)e;
    str_addf(context, "%s/%ld/%s;", entry->word, entry->trial, entry->detail);
    return 0;
}

/* Open, collect the entries, and close. */
static int read_back(struct str *out, struct error *e)
{
    str_clear(out);
    struct journal *j = journal_open(path, note, out, e);
    journal_close(j);
    return j ? 0 : -1;
}

static void three_entries(void)
{
    struct error e = {""};

    unlink(path);
    struct journal *j = journal_open(path, NULL, NULL, &e);
    assert_non_null(j);
    assert_int_equal(journal_add(j, "begin", -1, true, &e, "%d trials", 10), 0);
    assert_int_equal(journal_add(j, "start", 0, false, &e, "group 0"), 0);
    assert_int_equal(
        journal_add(j, "fail", 0, true, &e, "two\nlines # and\ta hash"), 0);
    journal_close(j);
}

#define ALL "begin/-1/10 trials;start/0/group 0;fail/0/two lines # and\ta hash;"

static void entries_are_told_in_order(void **state)
{
    struct str out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    assert_int_equal(read_back(&out, &e), 0);
    assert_string_equal(out.s, ALL);
    str_release(&out);
}

static void appending_goes_on_where_it_ended(void **state)
{
    struct str out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    struct journal *j = journal_open(path, NULL, NULL, &e);
    assert_int_equal(journal_add(j, "adopt", 1, true, &e, "%s", ""), 0);
    journal_close(j);
    assert_int_equal(read_back(&out, &e), 0);
    assert_string_equal(out.s, ALL "adopt/1/;");
    str_release(&out);
}

static void write_bytes(const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fwrite(bytes, 1, n, f);
    fclose(f);
}

/* Wherever a kill cuts the last line, the whole lines before it remain. */
static void a_torn_last_line_is_dropped_for_good(void **state)
{
    struct str whole = {0}, out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    assert_int_equal(file_read(path, &whole, &e), 0);
    size_t second = (size_t)(strstr(whole.s, "\n2 fail") - whole.s) + 1;
    for (size_t n = second; n < whole.len; n++) {
        write_bytes(whole.s, n);
        assert_int_equal(read_back(&out, &e), 0);
        assert_string_equal(out.s, "begin/-1/10 trials;start/0/group 0;");
        struct journal *j = journal_open(path, NULL, NULL, &e);
        assert_int_equal(journal_add(j, "x", 5, false, &e, "y"), 0);
        journal_close(j);
        assert_int_equal(read_back(&out, &e), 0);
        assert_string_equal(out.s, "begin/-1/10 trials;start/0/group 0;x/5/y;");
    }
    str_release(&whole);
    str_release(&out);
}

/* A machine that lost power may have kept a line's end without its start. */
static void a_last_line_never_written_is_torn_too(void **state)
{
    struct str whole = {0}, out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    assert_int_equal(file_read(path, &whole, &e), 0);
    memset(strstr(whole.s, "2 fail"), 0, 10);
    write_bytes(whole.s, whole.len);
    assert_int_equal(read_back(&out, &e), 0);
    assert_string_equal(out.s, "begin/-1/10 trials;start/0/group 0;");
    str_release(&whole);
    str_release(&out);
}

/* It also says what follows, since the suggested repair drops that. */
static void damage_before_the_end_names_the_line(void **state)
{
    static const char *const behind[] = {"; 2 whole entries are behind",
                                         "; 1 whole entry is behind",
                                         "; 0 whole entries are behind"};
    struct str whole = {0}, out = {0};
    struct error e = {""};
    char where[16], way_out[32];

    (void)state;
    three_entries();
    assert_int_equal(file_read(path, &whole, &e), 0);
    for (size_t i = 0, line = 1; i < whole.len - 1; i++) {
        bool newline = whole.s[i] == '\n';
        whole.s[i] ^= 1;
        write_bytes(whole.s, whole.len);
        assert_int_equal(read_back(&out, &e), -1);
        snprintf(where, sizeof(where), "line %zu:", line);
        snprintf(way_out, sizeof(way_out), "-i.damaged '%zu,$d'", line);
        assert_non_null(strstr(e.text, where));
        assert_non_null(strstr(e.text, way_out));
        if (!newline)
            assert_non_null(strstr(e.text, behind[line - 1]));
        assert_non_null(strstr(e.text, path));
        whole.s[i] ^= 1;
        line += newline;
    }
    str_release(&whole);
    str_release(&out);
}

static void a_missing_line_is_damage(void **state)
{
    struct str whole = {0}, out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    assert_int_equal(file_read(path, &whole, &e), 0);
    const char *second = strchr(whole.s, '\n') + 1;
    write_bytes(second, strlen(second));
    assert_int_equal(read_back(&out, &e), -1);
    assert_non_null(strstr(e.text, "out of sequence"));
    str_release(&whole);
    str_release(&out);
}

/* A machine that lost power may have kept only the end of the last sync. */
static void lines_behind_a_gap_near_the_end_are_torn_too(void **state)
{
    struct str whole = {0}, out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    assert_int_equal(file_read(path, &whole, &e), 0);
    memset(strstr(whole.s, "1 start"), 0, 10);
    write_bytes(whole.s, whole.len);
    assert_int_equal(read_back(&out, &e), 0);
    assert_string_equal(out.s, "begin/-1/10 trials;");
    str_release(&whole);
    str_release(&out);
}

/* A hole takes no space on the disk, but would take memory of its length. */
static void a_line_that_does_not_end_is_damage(void **state)
{
    struct str out = {0};
    struct error e = {""};

    (void)state;
    three_entries();
    const off_t whole = (off_t)file_bytes(path);

    assert_int_equal(truncate(path, whole + (off_t)JOURNAL_LONGEST + 1), 0);
    assert_int_equal(read_back(&out, &e), -1);
    assert_non_null(strstr(e.text, "line 4: found no line's end for "));
    assert_int_equal(file_bytes(path), whole + (off_t)JOURNAL_LONGEST + 1);
    assert_int_equal(truncate(path, whole), 0);
    assert_int_equal(read_back(&out, &e), 0);
    assert_string_equal(out.s, ALL);
    str_release(&out);
}

static void a_second_writer_is_refused_and_harms_nothing(void **state)
{
    struct error e = {""};
    struct str out = {0};

    (void)state;
    three_entries();
    struct journal *one = journal_open(path, NULL, NULL, &e);
    struct journal *two = journal_open(path, NULL, NULL, &e);

    assert_int_equal(journal_add(two, "begin", -1, true, &e, "here"), 0);
    assert_int_equal(journal_settle(two, &e), 0);
    journal_add(one, "begin", -1, true, &e, "there");
    assert_int_equal(journal_settle(one, &e), -1);
    assert_non_null(strstr(e.text, "another process"));
    assert_int_equal(journal_add(two, "start", 0, true, &e, "here"), 0);
    assert_int_equal(journal_settle(two, &e), 0);
    journal_close(one);
    journal_close(two);
    assert_int_equal(read_back(&out, &e), 0);
    str_release(&out);
}

/* The next start would not find lines added then. */
static void one_that_was_removed_or_replaced_takes_no_more(void **state)
{
    static const char *const says[] = {"was removed", "was replaced"};
    char *other = memory_format("%s/other", dir);
    struct error e;

    (void)state;
    for (int i = 0; i < 2; i++) {
        three_entries();
        struct journal *j = journal_open(path, NULL, NULL, &e);

        assert_int_equal(journal_add(j, "start", 1, true, &e, "here"), 0);
        assert_int_equal(journal_settle(j, &e), 0);
        assert_int_equal(rename(path, other), 0);
        if (i == 1)
            three_entries();
        journal_add(j, "finish", 1, true, &e, "nowhere");
        assert_int_equal(journal_settle(j, &e), -1);
        assert_non_null(strstr(e.text, path));
        assert_non_null(strstr(e.text, says[i]));
        journal_close(j);
        unlink(other);
    }
    free(other);
}

int main(void)
{
    log_setup(1, "here", true);

    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_told_in_order),
        cmocka_unit_test(appending_goes_on_where_it_ended),
        cmocka_unit_test(a_torn_last_line_is_dropped_for_good),
        cmocka_unit_test(a_last_line_never_written_is_torn_too),
        cmocka_unit_test(damage_before_the_end_names_the_line),
        cmocka_unit_test(a_missing_line_is_damage),
        cmocka_unit_test(lines_behind_a_gap_near_the_end_are_torn_too),
        cmocka_unit_test(a_line_that_does_not_end_is_damage),
        cmocka_unit_test(a_second_writer_is_refused_and_harms_nothing),
        cmocka_unit_test(one_that_was_removed_or_replaced_takes_no_more),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
