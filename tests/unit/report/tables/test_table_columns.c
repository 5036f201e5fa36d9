/* The columns and rows of a table that are asked for, and their order. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/table_fixture.h"

#include "report/tables/row_order.h"
#include "sweep/results/trial_columns.h"

/* Return a table for programs, or the error. */
static char *made(bool whole, struct table_view view)
{
    struct results s;
    struct str out = {0};
    struct error e;

    view.format = view.format ? view.format : format_find("csv");
    make_results(&s, whole);
    const int bad =
        report_results(&experiment, &s, "results/wikiqa", &view, &out, &e);

    results_release(&s);
    if (!bad)
        return str_take(&out);
    str_release(&out);
    return memory_string(e.text);
}

static void expect_table(bool whole, struct table_view view,
                         const char *expected)
{
    char *found = made(whole, view);

    assert_string_equal(found, expected);
    free(found);
}

/* Append column `at` of a line of CSV without quoted cells. */
static void add_cell(const char *line, int at, struct str *out)
{
    for (; at; at--)
        line += strcspn(line, ",") + 1;
    str_add(out, line, strcspn(line, ",\r"));
    str_adds(out, "\n");
}

static void add_column(const char *csv, int at, struct str *out)
{
    for (; *csv; csv += strcspn(csv, "\n") + 1)
        add_cell(csv, at, out);
}

/* A column alone has the same cells as in the whole table. */
static void a_column_alone_has_the_same_cells(void **state)
{
    static const char *const name[] = {
        "trial",      "status",   "model.attention.kind",
        "train.seed", "steps",    "best_step",
        "valid.map",  "test.map", "test.mrr",
        "params",     "identity"};
    char *whole = made(true, (struct table_view){.trials = true});

    (void)state;
    for (int c = 0; c < 11; c++) {
        struct str expected = {0}, found = {0};
        char *alone =
            made(true, (struct table_view){.trials = true, .columns = name[c]});

        add_column(whole, c, &expected);
        add_column(alone, 0, &found);
        assert_string_equal(str_text(&found), str_text(&expected));
        free(alone);
        str_release(&expected);
        str_release(&found);
    }
    free(whole);
}

static void columns_of_trials_stand_as_asked_for(void **state)
{
    (void)state;
    expect_table(
        false,
        (struct table_view){.trials = true,
                            .columns = "seed,test.map,trial,reason,attention"},
        "train.seed,test.map,trial,reason,model.attention.kind\r\n"
        "1,60,0,,softmax\r\n"
        "2,61,1,,softmax\r\n"
        "3,62,2,,softmax\r\n"
        "1,63,3,,coda\r\n"
        "2,65,4,,coda\r\n"
        "3,,5,loss is NaN | step 7,coda\r\n");
}

/* Numeric columns become a mean and its companions, others list each value
 * once. */
static void columns_of_groups_are_over_their_trials(void **state)
{
    (void)state;
    expect_table(false,
                 (struct table_view){
                     .columns = "trial,attention,best_step,status,n,hidden"},
                 "trial,model.attention.kind,best_step.mean,best_step.sd,best_"
                 "step.max,status,n,model.hidden\r\n"
                 "0 1 2,softmax,200,100,300,finished,3,200\r\n"
                 "3 4 5,coda,450,70.71067812,500,\"finished, failed\",2,200"
                 "\r\n");
    expect_table(false,
                 (struct table_view){
                     .columns = "test.map.max,test.map.published,test.map.sd"},
                 "test.map.max,test.map.published,test.map.sd\r\n"
                 "62,66.4,1\r\n"
                 "65,70.5,1.414213562\r\n");
}

/* Programs find a column by its name. */
static void a_column_asked_for_twice_is_there_once(void **state)
{
    (void)state;
    expect_table(false,
                 (struct table_view){.trials = true,
                                     .top = 1,
                                     .columns = "seed,trial,train.seed"},
                 "train.seed,trial\r\n2,4\r\n");
    expect_table(
        false,
        (struct table_view){
            .columns = "attention,n,test.map.sd,model.attention.kind,test.map,"
                       "test.map.mean,test.map.published"},
        "model.attention.kind,n,test.map.sd,test.map.mean,test.map.max,test."
        "map.published\r\n"
        "softmax,3,1,61,62,66.4\r\n"
        "coda,2,1.414213562,64,65,70.5\r\n");
}

static void what_is_no_column_is_an_error(void **state)
{
    const struct format_kind *csv = format_find("csv");

    (void)state;
    for (int trials = 0; trials < 2; trials++) {
        expect_table(
            true, (struct table_view){csv, trials, .columns = "trial,atention"},
            "--columns: found 'atention', expected a field such as train.seed, "
            "a metric such as valid.accuracy, or a column such as trial, "
            "status or seconds; did you mean 'attention'?");
        expect_table(
            true, (struct table_view){csv, trials, .columns = ","},
            "--columns: found ',', expected names with commas between");
        expect_table(true, (struct table_view){csv, trials, .sort = "map"},
                     "--sort: found 'map', which may be valid.map or test.map");
    }
}

static void metrics_stand_best_first_and_others_lowest_first(void **state)
{
    const char *columns = "trial,test.map";

    (void)state;
    expect_table(false,
                 (struct table_view){
                     .trials = true, .columns = columns, .sort = "test.map"},
                 "trial,test.map\r\n4,65\r\n3,63\r\n2,62\r\n1,61\r\n0,60\r\n"
                 "5,\r\n");
    expect_table(false,
                 (struct table_view){.trials = true,
                                     .columns = columns,
                                     .sort = "test.map",
                                     .reverse = true},
                 "trial,test.map\r\n0,60\r\n1,61\r\n2,62\r\n3,63\r\n4,65\r\n"
                 "5,\r\n");
    expect_table(false,
                 (struct table_view){
                     .trials = true, .columns = columns, .sort = "attention"},
                 "trial,test.map\r\n3,63\r\n4,65\r\n5,\r\n0,60\r\n1,61\r\n"
                 "2,62\r\n");
}

static void groups_are_sorted_by_their_means(void **state)
{
    (void)state;
    expect_table(false,
                 (struct table_view){.columns = "attention,test.map.mean",
                                     .sort = "test.map"},
                 "model.attention.kind,test.map.mean\r\n"
                 "coda,64\r\nsoftmax,61\r\n");
    expect_table(false,
                 (struct table_view){.columns = "attention,test.map.sd",
                                     .sort = "test.map.sd"},
                 "model.attention.kind,test.map.sd\r\n"
                 "softmax,1\r\ncoda,1.414213562\r\n");
    expect_table(false,
                 (struct table_view){.columns = "attention,n", .sort = "n"},
                 "model.attention.kind,n\r\ncoda,2\r\nsoftmax,3\r\n");
}

/* By the goal, valid.map: the first rows of the table sorted by it. */
static void the_top_rows_begin_the_sorted_ones(void **state)
{
    for (int trials = 0; trials < 2; trials++)
        for (int top = 1; top <= TRIALS; top++) {
            struct table_view view = {.trials = trials, .top = top};
            char *first = made(false, view);

            (void)state;
            view.top = 0;
            view.sort = "valid.map";
            char *all = made(false, view);

            assert_memory_equal(all, first, strlen(first));
            assert_true(strlen(first) <= strlen(all));
            assert_int_equal(strlen(first) == strlen(all),
                             top >= (trials ? TRIALS : 2));
            free(all);
            free(first);
        }
}

static void lines_below_say_what_is_left_out(void **state)
{
    char *table = made(true, (struct table_view){.format = format_find("text"),
                                                 .top = 1,
                                                 .columns = "attention,"
                                                            "test.map"});

    (void)state;
    assert_non_null(strstr(table, "rows: the first 1 of 2 by valid.map\n"
                                  "differences are of all rows\n"
                                  "test.map: coda minus softmax"));
    assert_null(strstr(table, "test.mrr")); /* which has no column */
    free(table);
}

/* Help and completion describe each column and its unit; the row for any name
 * in the schema of sweep.h5 is for fields. */
static void each_column_is_explained(void **state)
{
    (void)state;
    for (int i = 0; i < trial_columns_n; i++) {
        const struct schema_row *row = trial_column_schema(&trial_columns[i]);

        assert_string_not_equal(row->name, "/trials:FIELD");
        assert_int_equal(trial_column_is_number(&trial_columns[i]),
                         strcmp(row->type, "text") != 0);
    }
}

static void rows_without_a_value_are_last_and_equals_stay(void **state)
{
    static const char *const text[] = {"b", "2", NULL, "10", "a", "", "2.0"};
    /* numbers precede texts in both directions */
    static const int order[2][7] = {{1, 6, 3, 4, 0, 2, 5},
                                    {3, 1, 6, 0, 4, 2, 5}};

    (void)state;
    for (int down = 0; down < 2; down++) {
        struct row_key key[7];
        int row[7];

        for (int i = 0; i < 7; i++)
            key[i] = row_key(text[i]);
        rows_order(key, 7, down, row);
        assert_memory_equal(row, order[down], sizeof(row));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_alone_has_the_same_cells),
        cmocka_unit_test(columns_of_trials_stand_as_asked_for),
        cmocka_unit_test(columns_of_groups_are_over_their_trials),
        cmocka_unit_test(a_column_asked_for_twice_is_there_once),
        cmocka_unit_test(what_is_no_column_is_an_error),
        cmocka_unit_test(metrics_stand_best_first_and_others_lowest_first),
        cmocka_unit_test(groups_are_sorted_by_their_means),
        cmocka_unit_test(the_top_rows_begin_the_sorted_ones),
        cmocka_unit_test(lines_below_say_what_is_left_out),
        cmocka_unit_test(each_column_is_explained),
        cmocka_unit_test(rows_without_a_value_are_last_and_equals_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
