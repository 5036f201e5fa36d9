/*
 * A folder of result files that was copied without their times. It is listed
 * from its journal all the same, unless a file is not the one that the journal
 * lists; and a run that reads a file, or continues, finds what happened to it.
 */
#include "config.h"

#include "tests/test.h"

#include "engine/store/checked_file.h"
#include "sweep/results/other_data.h"
#include "tests/unit/ledger_fixture.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "engine/store/checked_file.h"

#define TRIALS 12
#define BODY \
    (CHECKED_FILE_HEADER + 1000) /* offset in a file, after its first block */

static char folder[64];
static struct experiment made;
static struct digest *trial; /* [TRIALS] with files */
static struct str path;      /* set by file_of() */

static const char *file_of(struct digest d)
{
    str_clear(&path);
    folder_result_path(folder, d, &path);
    return str_text(&path);
}

/* Change a file's time to another than the journal's. */
static void age(struct digest d)
{
    const struct timespec then[2] = {{.tv_sec = 1000000000},
                                     {.tv_sec = 1000000000}};

    assert_int_equal(utimensat(AT_FDCWD, file_of(d), then, 0), 0);
}

static int copy(void **state)
{
    struct error e;

    (void)state;
    snprintf(folder, sizeof(folder), "test_copied.%ld", (long)getpid());
    make_folder(folder, TRIALS, IN_FILES, &made);
    assert_int_equal(folder_results(folder, &trial, &e), TRIALS);
    for (long i = 0; i < TRIALS; i++)
        age(trial[i]);
    return 0;
}

static int throw_away(void **state)
{
    (void)state;
    experiment_release(&made);
    free(trial);
    str_release(&path);
    return folder_remove(folder);
}

static void spoil(struct digest d, long at)
{
    const int fd = open(file_of(d), O_RDWR);
    char byte;

    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= 1;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
    age(d);
}

/* --- listing -------------------------------------------------------------- */

static const struct results_row *row_of(const struct results *s,
                                        struct digest d)
{
    for (long i = 0; i < s->n; i++)
        if (digest_equal(s->row[i].trial, d))
            return &s->row[i];
    fail();
    return NULL;
}

/* Unreadable files are listed, so they are not read. */
static void it_is_listed_without_being_read(void **state)
{
    struct results s;
    struct error e;

    (void)state;
    for (long i = 0; i < TRIALS; i++)
        spoil(trial[i], BODY);
    if (results_read(&s, folder, &made, &e))
        fail_msg("%s", e.text);
    assert_int_equal(s.n, TRIALS);
    for (long i = 0; i < s.n; i++) {
        assert_true(s.row[i].present);
        assert_true(s.row[i].result.valid[0] == goal_of(s.row[i].number));
    }
    results_release(&s);
}

static void who_reads_a_file_sees_that_it_is_damaged(void **state)
{
    struct results s;
    struct result r;
    struct error e;

    (void)state;
    spoil(trial[3], BODY);
    assert_int_equal(results_read(&s, folder, &made, &e), 0);
    assert_int_equal(results_whole(&s, row_of(&s, trial[2]), &r, &e), 0);
    result_release(&r);
    assert_int_equal(results_whole(&s, row_of(&s, trial[3]), &r, &e), -1);
    assert_non_null(strstr(e.text, "damaged: found a content of"));
    results_release(&s);
}

static void a_file_that_is_gone_is_no_row(void **state)
{
    struct results s;
    struct error e;

    (void)state;
    unlink(file_of(trial[5]));
    assert_int_equal(results_read(&s, folder, &made, &e), 0);
    for (long i = 0; i < TRIALS; i++)
        assert_int_equal(row_of(&s, trial[i])->present, i != 5);
    results_release(&s);
}

/* The same if all rows are made at once or one at a time. */
static void what_is_left_out_is_told_either_way(void **state)
{
    struct str all = {0}, each = {0};
    struct experiment x;
    struct results s;
    struct error e;

    (void)state;
    unlink(file_of(trial[1]));
    assert_int_equal(truncate(file_of(trial[4]), 4), 0);
    assert_int_equal(results_salvage(&s, &x, folder, &e), 0);
    assert_int_equal(results_left_out(&s, &all), 2);
    assert_int_equal(other_data_or_damage(folder, &each, &e), 2);
    assert_string_equal(str_text(&each), str_text(&all));
    results_release(&s);
    experiment_release(&x);
    str_release(&all);
    str_release(&each);
}

static void expect_refused(const char *why)
{
    struct results s;
    struct error e;

    assert_int_equal(results_read(&s, folder, &made, &e), -1);
    if (!strstr(e.text, why))
        fail_msg("found '%s', expected '%s'", e.text, why);
}

static void a_file_that_is_cut_short_is_refused(void **state)
{
    (void)state;
    assert_int_equal(truncate(file_of(trial[0]), BODY), 0);
    age(trial[0]);
    expect_refused("truncated");
}

static void a_first_block_that_is_damaged_is_refused(void **state)
{
    (void)state;
    spoil(trial[0], CHECKED_FILE_HEADER - 2);
    expect_refused("damaged");
}

static void put_over(struct digest from, struct digest over)
{
    struct str bytes = {0};
    struct error e;

    assert_int_equal(file_read(file_of(from), &bytes, &e), 0);
    assert_int_equal(file_replace(file_of(over), bytes.s, bytes.len, &e), 0);
    str_release(&bytes);
    age(over);
}

/* Another trial whose file has the same size. */
static struct digest like(struct digest d)
{
    const long bytes = file_bytes(file_of(d));

    for (long i = 0; i < TRIALS; i++)
        if (!digest_equal(trial[i], d) &&
            file_bytes(file_of(trial[i])) == bytes)
            return trial[i];
    fail();
    return d;
}

static void a_file_of_another_trial_is_refused(void **state)
{
    (void)state;
    put_over(like(trial[7]), trial[7]);
    expect_refused("holds the result of another trial");
}

/* As made by another run of the same sweep: the table shows the existing file.
 */
static void another_result_of_the_same_trial_is_read(void **state)
{
    struct results s;
    struct result r;
    struct error e;

    (void)state;
    assert_int_equal(result_read(file_of(trial[4]), &r, &e), 0);
    r.valid[0] = 12345;
    assert_int_equal(result_write(file_of(trial[4]), &r, &e), 0);
    result_release(&r);
    age(trial[4]);
    assert_int_equal(results_read(&s, folder, &made, &e), 0);
    assert_true(row_of(&s, trial[4])->result.valid[0] == 12345);
    results_release(&s);
}

/* --- continuing ----------------------------------------------------------- */

static void a_resume_knows_all_but_those_that_are_damaged(void **state)
{
    const struct sweep_options o = {.dir = folder, .must_exist = true};
    struct run_ledger b;
    struct error e;
    long first;

    (void)state;
    spoil(trial[6], BODY);
    if (run_ledger_take(&b, &made, &o, 2, &e))
        fail_msg("%s", e.text);
    assert_int_equal(study_tally(b.study).count[PHASE_FINISHED], TRIALS - 1);
    assert_int_equal(run_ledger_first(&b, &first, &e), 0);
    assert_true(digest_equal(study_trial(b.study, first)->name, trial[6]));
    assert_false(file_exists(file_of(trial[6])));
    run_ledger_close(&b);
}

/* Make a file below the folder that was last written long ago. */
static char *old_file(const char *name)
{
    char *file = memory_format("%s/%s", folder, name);
    const struct timespec then[2] = {{.tv_sec = 1000000000},
                                     {.tv_sec = 1000000000}};
    struct error e;

    assert_int_equal(folder_make_for(file, &e), 0);
    assert_int_equal(file_replace(file, "x", 1, &e), 0);
    assert_int_equal(utimensat(AT_FDCWD, file, then, 0), 0);
    return file;
}

static void a_resume_removes_what_a_kill_left_and_nothing_else(void **state)
{
    static const char *const name[] = {
        "journal.tmp.elsewhere.12",
        "trials/ab/x.h5.tmp.elsewhere.12",
        "states/cd/x.tmp.elsewhere.lan.12", /* and these belong to other
                                               processes: */
        "notes.tmp.elsewhere.12",
        "journal.tmp.old",
        "journal.tmp.v1.old",
        "trials/ab/x.h5.tmp.old",
        "mine/journal.tmp.elsewhere.12",
        "trials/mine/x.h5.tmp.elsewhere.12"};
    const struct sweep_options o = {.dir = folder, .must_exist = true};
    char *file[sizeof(name) / sizeof(*name)];
    struct run_ledger b;
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(name) / sizeof(*name); i++)
        file[i] = old_file(name[i]);
    assert_int_equal(run_ledger_take(&b, &made, &o, 2, &e), 0);
    run_ledger_close(&b);
    for (size_t i = 0; i < sizeof(name) / sizeof(*name); i++) {
        assert_int_equal(file_exists(file[i]), i >= 3);
        free(file[i]);
    }
}

#define ON_A_COPY(test) cmocka_unit_test_setup_teardown(test, copy, throw_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_A_COPY(it_is_listed_without_being_read),
        ON_A_COPY(who_reads_a_file_sees_that_it_is_damaged),
        ON_A_COPY(a_file_that_is_gone_is_no_row),
        ON_A_COPY(what_is_left_out_is_told_either_way),
        ON_A_COPY(a_file_that_is_cut_short_is_refused),
        ON_A_COPY(a_first_block_that_is_damaged_is_refused),
        ON_A_COPY(a_file_of_another_trial_is_refused),
        ON_A_COPY(another_result_of_the_same_trial_is_read),
        ON_A_COPY(a_resume_knows_all_but_those_that_are_damaged),
        ON_A_COPY(a_resume_removes_what_a_kill_left_and_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
