/*
 * A folder of thousands of small results: what its journal says is found again
 * by who lists them and by who goes on, and costs neither a file each nor a
 * configuration bound each.  Wherever results stand, they make the same table.
 *
 *     tests/unit/test_ledger DIR N     leaves such a folder of N trials at DIR
 */
#include "config.h"

#include "../test.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "report/table.h"
#include "results/folder.h"
#include "results/record.h"
#include "results/results.h"
#include "run/books.h"
#include "store/brief.h"

#define TRIALS 3000
#define FILES 60

/* Nobody reads the data that it names. */
static const char text[] =
    "name: ledger\n"
    "task: {kind: rank, train: none, valid: none,\n"
    "       columns: [question, answer, label]}\n"
    "model: {kind: decatt, attention: {kind: coda}}\n"
    "train: {steps: 1, batch: 8}\n"
    "run: {keep: none}\n"
    "sweep:\n"
    "  method: random\n"
    "  trials: %ld\n"
    "  parameters:\n"
    "    model.attention.kind: [softmax, coda]\n"
    "    model.attention.beta:\n"
    "      {min: 0.1, max: 10, scale: log,\n"
    "       when: {model.attention.kind: coda}}\n"
    "    model.hidden: {min: 4, max: 400}\n"
    "    train.l2: [0, 1.0e-4, 0.001]\n"
    "    train.learning_rate: {min: 1.0e-4, max: 1.0e-1, scale: log}\n";

/* --- a folder ------------------------------------------------------------- */

static void write_file(const char *dir, const char *name, const char *content)
{
    char *path = memory_format("%s/%s", dir, name);
    struct error e;

    if (file_replace(path, content, strlen(content), &e))
        fail_msg("%s", e.text);
    free(path);
}

static double goal_of(long number)
{
    return (double)(number * 7919 % 10007) / 100;
}

static struct result result_of(long number)
{
    struct result r = {.attempt = 1,
                       .steps = 1,
                       .best_step = 1,
                       .epochs = 0.5,
                       .seconds = 0.001,
                       .params = digest_of(&number, sizeof(number)),
                       .metrics = 2,
                       .metric = {"map", "mrr"},
                       .valid = {goal_of(number), 1 / 3.0},
                       .test = {(double)number / 7, 2 / 3.0}};

    history_add(&r.history, &(struct history_row){.step = 1,
                                                  .epoch = 0.5,
                                                  .valid = {goal_of(number)}});
    facts_add(&r.facts, "identity", "%s", "numerics 1");
    facts_add(&r.facts, "hosts", "%s", number % 2 ? "one" : "other");
    facts_add(&r.facts, "started", "%s", "2026-11-23T14:32:45Z");
    return r;
}

/* A folder that is written.  Where results have files, the journal is told of
 * them but for every third. */
struct making {
    const char *dir;
    bool files;
    const struct experiment *x;
    struct journal *journal;
    struct index index;
};

static void put_file(const struct making *m, const struct result *r,
                     struct ending *end)
{
    struct str path = {0};
    struct file_look look;
    struct error e;

    folder_result_path(m->dir, r->trial, &path);
    assert_int_equal(folder_make_for(path.s, &e), 0);
    assert_int_equal(result_write(path.s, r, &e), 0);
    assert_true(file_look(path.s, &look));
    end->bytes = look.bytes;
    end->changed = look.changed;
    str_release(&path);
}

static void put_end(struct making *m, long number, struct digest name)
{
    struct result r = result_of(number);
    struct ending end = {.goal = goal_of(number)};
    struct str shared = {0}, own = {0};
    struct error e;
    bool fresh;

    r.trial = name;
    r.number = (int)number;
    if (m->files)
        put_file(m, &r, &end);
    brief_shared(&r, &shared);
    brief_own(&r, !m->files, &own);
    end.setting = index_setting(&m->index, shared.s, &fresh);
    end.own = own.s;
    if (fresh)
        record_setting(m->journal, end.setting, shared.s, &e);
    if (!m->files || number % 3)
        assert_int_equal(record_ending(m->journal, number, &end, false, &e), 0);
    str_release(&shared);
    str_release(&own);
    result_release(&r);
}

static void put_trial(struct making *m, long number)
{
    const struct experiment *x = m->x;
    struct trial t = {.a = experiment_assignment(x, number)};
    struct trial_config c;
    struct error e;

    assert_int_equal(experiment_bind(x, &t.a, &c, &e), 0);
    t.name = c.digest;
    record_proposal(m->journal, &x->search.space, &t, &e);
    record_start(m->journal, number, 1, (int[]){0}, 1, &e);
    put_end(m, number, t.name);
    trial_config_release(&c);
    assignment_release(&x->search.space, &t.a);
}

static void put_all(struct making *m)
{
    char *path = memory_format("%s/journal", m->dir);
    struct error e;

    m->journal = journal_open(path, NULL, NULL, &e);
    assert_non_null(m->journal);
    journal_relax(m->journal);
    journal_add(m->journal, "begin", -1, false, &e, "codarun" PLAN,
                experiment_plan(m->x));
    for (long i = 0; i < experiment_known(m->x); i++)
        put_trial(m, i);
    assert_int_equal(journal_settle(m->journal, &e), 0);
    journal_close(m->journal);
    index_release(&m->index);
    free(path);
}

static void make_folder(const char *dir, long trials, bool files,
                        struct experiment *x)
{
    char *yaml = memory_format(text, trials);
    char *path = memory_format("%s/experiment.yaml", dir);
    struct str canonical = {0};
    struct error e;

    assert_int_equal(folder_make(dir, &e), 0);
    write_file(dir, "experiment.yaml", yaml);
    if (experiment_read(x, path, NULL, 0, &e))
        fail_msg("%s", e.text);
    experiment_text(x, &canonical);
    write_file(dir, "experiment.text", str_text(&canonical));
    write_file(dir, "origin", ".");
    put_all(&(struct making){.dir = dir, .files = files, .x = x});
    str_release(&canonical);
    free(path);
    free(yaml);
}

/* --- tests ---------------------------------------------------------------- */

static char folder[64];
static struct experiment made;

static int make(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "test_ledger.%ld", (long)getpid());
    make_folder(folder, TRIALS, false, &made);
    return 0;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *at)
{
    (void)st;
    (void)type;
    (void)at;
    return remove(path);
}

static int remove_folder(const char *dir)
{
    return nftw(dir, remove_one, 16, FTW_PHYS | FTW_DEPTH);
}

static int unmake(void **state)
{
    (void)state;
    experiment_release(&made);
    return remove_folder(folder);
}

/* Every parameter, and a kind with all its fields, some of them swept. */
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

/* Rows have the texts that binding each trial gives. */
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

/* How many addresses there are of all trials. */
static int distinct(const void **address)
{
    int n = 0;

    qsort(address, TRIALS, sizeof(*address), by_address);
    for (long i = 0; i < TRIALS; i++)
        n += i == 0 || address[i] != address[i - 1];
    return n;
}

/* However many rows there are: a text a kind of attention, facts a host. */
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

/* --- wherever results stand ----------------------------------------------- */

static void print_table(const char *dir, bool files, bool trials,
                        struct str *out)
{
    const struct table_view view = {
        .format = TABLE_CSV, .trials = trials, .split = -1};
    struct experiment x;
    struct error e;

    make_folder(dir, FILES, files, &x);
    experiment_release(&x);
    if (report_table(dir, &view, out, &e))
        fail_msg("%s", e.text);
    remove_folder(dir);
}

static int count_lines(const char *p)
{
    int n = 0;

    for (; *p; p++)
        n += *p == '\n';
    return n;
}

/* In the journal; in files that it knows, or was not told of. */
static void all_make_the_same_table(void **state)
{
    char *dir = memory_format("%s.files", folder);

    (void)state;
    for (int trials = 0; trials < 2; trials++) {
        struct str lines = {0}, files = {0};

        print_table(dir, false, trials, &lines);
        print_table(dir, true, trials, &files);
        assert_int_equal(count_lines(lines.s), 1 + FILES);
        assert_string_equal(lines.s, files.s);
        str_release(&lines);
        str_release(&files);
    }
    free(dir);
}

static void a_resume_knows_them_all(void **state)
{
    const struct sweep_options o = {.dir = folder, .must_exist = true};
    struct books b;
    struct error e;
    long first;

    (void)state;
    if (books_look(&b, &made, &o, 2, &e))
        fail_msg("%s", e.text);
    assert_int_equal(books_first(&b, &first, &e), 0);
    assert_int_equal(first, -1);
    const struct study_tally t = study_tally(b.study);

    assert_int_equal(t.count[PLACE_FINISHED], TRIALS);
    assert_true(study_trial(b.study, t.best)->goal > 99);
    books_close(&b);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_as_its_trial),
        cmocka_unit_test(rows_share_what_they_have_in_common),
        cmocka_unit_test(all_make_the_same_table),
        cmocka_unit_test(a_resume_knows_them_all),
    };

    if (argc != 3)
        return cmocka_run_group_tests(tests, make, unmake);
    make_folder(argv[1], strtol(argv[2], NULL, 10), false, &made);
    experiment_release(&made);
    return 0;
}
