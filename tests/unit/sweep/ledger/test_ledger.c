/*
 * A folder of thousands of small results: listing it and continuing it find
 * what its journal contains, and neither reads a file or binds a configuration
 * for each result. Wherever results are, they make the same table.
 *
 *     tests/unit/sweep/ledger/test_ledger DIR N [files]
 *
 * leaves such a folder of N trials at DIR.
 */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/ledger_fixture.h"

#include "report/tables/table.h"

#define TRIALS 3000
#define FILES 60

/* --- tests ---------------------------------------------------------------- */

static char folder[64];
static struct experiment made;

static int make(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "test_ledger.%ld", (long)getpid());
    make_folder(folder, TRIALS, IN_LINES, &made);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    experiment_release(&made);
    return folder_remove(folder);
}

/* Check every parameter, and a kind with all its fields, some of them swept. */
static void expect_values(const struct experiment *x,
                          const struct results_row *row, const char *config)
{
    for (int p = -1; p < x->search.space.n; p++) {
        const char *field =
            p < 0 ? "model.attention" : x->search.space.parameter[p].name;
        struct str is = {0}, expected = {0};

        assert_int_equal(row_value(&row->config, field, &is),
                         config_value(config, field, &expected));
        assert_string_equal(str_text(&is), str_text(&expected));
        str_release(&is);
        str_release(&expected);
    }
}

/* Rows have the same texts as the bound trials. */
static void every_row_is_as_its_trial(void **state)
{
    struct experiment x;
    struct results s;
    struct error e;

    (void)state;
    assert_int_equal(results_experiment(folder, &x, &e), 0);
    assert_int_equal(results_read(&s, folder, &x, &e), 0);
    assert_int_equal(s.n, TRIALS);
    for (long i = 0; i < s.n; i++) {
        const struct results_row *row = &s.row[i];
        struct trial_config c;

        assert_int_equal(experiment_trial(&x, row->number, &c, &e), 0);
        char *config = trial_config_row(&c), *whole = row_whole(&row->config);

        assert_true(digest_equal(c.digest, row->trial));
        assert_string_equal(whole, config);
        expect_values(&x, row, config);
        assert_true(row->present && row->result.small);
        assert_int_equal(row->result.history.n, 0);
        assert_true(row->result.valid[0] == goal_of(row->number));
        assert_true(row->result.test[0] == (double)row->number / 7);
        assert_string_equal(facts_get(&row->result.facts, "hosts"),
                            row->number % 2 ? "one" : "other");
        free(whole);
        free(config);
        trial_config_release(&c);
    }
    results_release(&s);
    experiment_release(&x);
}

static int by_address(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;

    return (x > y) - (x < y);
}

/* Count the different addresses of all trials. */
static int distinct(const void **address)
{
    int n = 0;

    qsort(address, TRIALS, sizeof(*address), by_address);
    for (long i = 0; i < TRIALS; i++)
        n += i == 0 || address[i] != address[i - 1];
    return n;
}

/* For any number of rows: one text for each kind of attention, one set of facts
 * for each host. */
static void rows_share_what_they_have_in_common(void **state)
{
    const void **config = memory_new(TRIALS * sizeof(*config));
    const void **facts = memory_new(TRIALS * sizeof(*facts));
    struct results s;
    struct error e;

    (void)state;
    assert_int_equal(results_read(&s, folder, &made, &e), 0);
    assert_int_equal(s.n, TRIALS);
    for (long i = 0; i < s.n; i++) {
        config[i] = s.row[i].config.shared;
        facts[i] = s.row[i].result.facts.shared;
    }
    assert_int_equal(distinct(config), 2);
    assert_int_equal(distinct(facts), 2);
    results_release(&s);
    free(config);
    free(facts);
}

/* --- places of results ---------------------------------------------------- */

static void print_table(char *dir, enum stored_in stored_in, bool trials,
                        struct str *out)
{
    const struct table_view view = {
        .format = format_find("csv"), .trials = trials, .split = SPLIT_NONE};
    struct experiment x;
    struct error e;

    make_folder(dir, FILES, stored_in, &x);
    experiment_release(&x);
    if (report_table(&dir, 1, &view, out, &e))
        fail_msg("%s", e.text);
    folder_remove(dir);
}

static int count_lines(const char *p)
{
    int n = 0;

    for (; *p; p++)
        n += *p == '\n';
    return n;
}

/* In the journal; in files that it lists, or does not list. */
static void all_make_the_same_table(void **state)
{
    char *dir = memory_format("%s.files", folder);

    (void)state;
    for (int trials = 0; trials < 2; trials++) {
        struct str lines = {0}, files = {0};

        print_table(dir, IN_LINES, trials, &lines);
        print_table(dir, IN_SOME, trials, &files);
        assert_int_equal(count_lines(lines.s), 1 + FILES);
        assert_string_equal(lines.s, files.s);
        str_release(&lines);
        str_release(&files);
    }
    free(dir);
}

static void expect_all_known(void)
{
    const struct sweep_options o = {.dir = folder, .must_exist = true};
    struct run_ledger b;
    struct error e;
    long first;

    if (run_ledger_take(&b, &made, &o, 2, &e))
        fail_msg("%s", e.text);
    assert_int_equal(run_ledger_first(&b, &first, &e), 0);
    assert_int_equal(first, -1);
    const struct study_tally t = study_tally(b.study);

    assert_int_equal(t.count[PHASE_FINISHED], TRIALS);
    assert_true(study_trial(b.study, t.best)->goal > 99);
    run_ledger_close(&b);
}

static void a_resume_knows_them_all(void **state)
{
    (void)state;
    expect_all_known();
}

/* --- lines of a trial that cannot be ---------------------------------------
 */

#define FAR (1L << 50)

static void an_index_has_room_for_any_number(void **state)
{
    const struct journal_entry far = {
        .word = "propose",
        .trial = FAR,
        .detail = (char[]){"00000000000000010000000000000002 1"}};
    struct index ix = {0};
    struct digest name;
    struct error e;

    (void)state;
    assert_int_equal(index_take(&ix, &far, &e), 0);
    assert_true(index_name(&ix, FAR, &name));
    assert_int_equal(name.hi, 1);
    assert_int_equal(name.lo, 2);
    assert_false(index_name(&ix, FAR - 1, &name));
    index_release(&ix);
}

static int index_one(void *index, const struct journal_entry *entry,
                     struct error *e)
{
    return index_take(index, entry, e);
}

/* The index's entry of trial 0 after this last end. */
static void end_again(const char *path, long bytes, long long changed)
{
    struct ending end = {.goal = 1,
                         .file = {.bytes = bytes, .changed = changed},
                         .setting = 0,
                         .own = "a result in short"};
    struct index ix = {0};
    struct error e;
    struct journal *j = journal_open(path, NULL, NULL, &e);

    assert_int_equal(record_ending(j, 0, &end, false, &e), 0);
    journal_close(j);
    assert_int_equal(journal_read(path, index_one, &ix, &e), 0);
    assert_int_equal(index_file(&ix, &ix.entry[0]).bytes, bytes);
    assert_int_equal(index_file(&ix, &ix.entry[0]).changed, changed);
    assert_int_equal(index_small(&ix, &ix.entry[0]), bytes == 0);
    index_release(&ix);
}

static void the_last_end_says_where_a_result_is(void **state)
{
    char *path = memory_format("%s/ends", folder);
    struct error e;
    struct journal *j = journal_open(path, NULL, NULL, &e);

    (void)state;
    assert_int_equal(journal_add(j, "propose", 0, false, &e, "%s",
                                 "00000000000000010000000000000002 1"),
                     0);
    journal_close(j);
    end_again(path, 100, 5);
    end_again(path, 200, 7);
    end_again(path, 0, 0);
    end_again(path, 300, 9);
    free(path);
}

static void a_resume_takes_no_room_for_a_trial_that_is_none(void **state)
{
    char *path = memory_format("%s/journal", folder);
    struct error e;
    struct journal *j = journal_open(path, NULL, NULL, &e);

    (void)state;
    assert_int_equal(record_start(j, FAR, 1, (int[]){0}, 1, &e), 0);
    assert_int_equal(record_word(j, RECORD_STOP, FAR, "", true, &e), 0);
    journal_close(j);
    expect_all_known();
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_as_its_trial),
        cmocka_unit_test(rows_share_what_they_have_in_common),
        cmocka_unit_test(all_make_the_same_table),
        cmocka_unit_test(a_resume_knows_them_all),
        cmocka_unit_test(an_index_has_room_for_any_number),
        cmocka_unit_test(the_last_end_says_where_a_result_is),
        cmocka_unit_test(a_resume_takes_no_room_for_a_trial_that_is_none),
    };
    char **const arg = unit_arguments;

    if (!arg[1] || !arg[2])
        return cmocka_run_group_tests(tests, make, unmake);
    make_folder(arg[1], strtol(arg[2], NULL, 10), arg[3] ? IN_FILES : IN_LINES,
                &made);
    experiment_release(&made);
    return 0;
}
