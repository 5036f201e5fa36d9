/* table.c - `codarun table`: results beside published numbers. */
#include "config.h"

#include <string.h>

#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "cmd/selection_options.h"
#include "config/command_line/value.h"
#include "report/tables/group_columns.h"
#include "report/tables/pivot.h"
#include "report/tables/table.h"

struct table_arguments {
    struct strings name;
    const char *output;
    struct table_view view;
    struct pivot_view pivot;
    struct selection selection;
};

/* True if an option that only a pivot has was given. */
static bool has_pivot_option(const struct table_arguments *a)
{
    const struct pivot_view *v = &a->pivot;

    return v->rows || v->values || v->show || v->test;
}

static bool pivots(const struct table_arguments *a)
{
    return has_pivot_option(a) || (a->name.n > 1 && !a->view.by);
}

static int take_test(const char *name, void *member, struct error *e)
{
    const struct test_kind **into = member;
    const char *known[TESTS + 1] = {NULL};

    for (int i = 0; i < TESTS; i++)
        known[i] = test_kinds[i].name;
    const int at = cli_among(known, name, strlen(name), e);

    if (at >= 0)
        *into = &test_kinds[at];
    return at < 0 ? -1 : 0;
}

/* Return a given option that a pivot does not have. */
static const char *of_no_pivot(const struct table_view *v)
{
    return v->trials    ? "trials"
           : v->tests   ? "tests"
           : v->against ? "against"
           : v->by      ? "by"
           : v->max     ? "max"
           : v->sort    ? "sort"
           : v->top     ? "top"
                        : NULL;
}

static bool is_format(const struct table_view *v, const char *name)
{
    return v->format && !strcmp(v->format->is.name, name);
}

static int check_pivot(const struct table_arguments *a, struct error *e)
{
    const struct table_view *v = &a->view;
    const char *own = of_no_pivot(v);

    if (own && has_pivot_option(a))
        return error_set(e,
                         "found --%s with a pivot's option (--rows, --value, "
                         "--show or --daggers), expected it without",
                         own);
    if (own && a->name.n > 1 && (!v->by || v->trials))
        return error_set(e,
                         "found --%s with several folders, expected one "
                         "folder, or --by without --trials; one trial is "
                         "--where trial=N",
                         own);
    if (a->pivot.test && v->format && v->format->data)
        return error_set(e,
                         "found --daggers with --format %s, expected --tests: "
                         "it has every p",
                         v->format->is.name);
    return 0;
}

/* Move --columns to the table of groups or trials, unless it is a pivot. */
static void place_columns(struct table_arguments *a)
{
    if (pivots(a))
        return;
    a->view.columns = a->pivot.columns;
    a->pivot.columns = NULL;
}

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    struct table_arguments *a = asked;
    const struct table_view *v = &a->view;

    (void)l;
    place_columns(a);
    a->view.selection = a->pivot.selection = &a->selection;
    a->pivot.spreadsheet = v->spreadsheet;
    if (v->spreadsheet && !is_format(v, "csv"))
        return error_set(e,
                         "found --spreadsheet, expected it with --format csv");
    if (v->against && !v->tests && v->format && v->format->alone)
        return error_set(e,
                         "found --against with --format %s, which has no "
                         "differences, expected --tests with it",
                         v->format->is.name);
    return option_format_file(v->format, a->output, e) || check_pivot(a, e) ? -1
                                                                            : 0;
}

static const struct cli_option options[] = {
    WORDS_SWEEPS(struct table_arguments, name),
    OPTION_FORMAT(struct table_arguments, view.format),
    {CLI_FLAG(struct table_arguments, view.trials), .name = "trials",
     .help = "A row a trial instead of one a group"},
    {CLI_FLAG(struct table_arguments, view.tests), .name = "tests",
     .excludes = "trials by max",
     .help = "Every test of a difference instead, a row each, with what its p "
             "is over and Holm's correction",
     .more = "Over seeds these are the sign-flip test, Wilcoxon's "
             "signed-rank test and Welch's t test.  Over questions these "
             "are the paired bootstrap, paired randomisation and, where "
             "a question is right or wrong, McNemar's exact test of the "
             "first seed, two-sided and one-sided (mcnemar-greater: the "
             "second group is right more often; mcnemar-less: less "
             "often).  BLEU and chrF have the bootstrap alone.  A row "
             "has p, what p is over, Holm's correction over the rows of "
             "the same test and, where the test has one, a 95 % "
             "interval."},
    {CLI_TEXT(struct table_arguments, view.against), .name = "against",
     .value = "VALUE", .excludes = "by",
     .help = "Differences are from rows with this value in the field in which "
             "they differ, such as a variant's name; from the first unless "
             "given",
     .more = "Where no group of a comparison has this value, differences "
             "are from the first.  A value that no row of the table has "
             "is an error."},
    {CLI_FLAG(struct table_arguments, view.max), .name = "max",
     .excludes = "trials",
     .help = "The highest of a group's trials, too; csv, json and hdf5 always "
             "have it"},
    {CLI_GROUP(struct table_arguments, selection, selection_options)},
    {CLI_TEXT(struct table_arguments, view.sort), .name = "sort",
     .value = "COLUMN", .excludes = "tests by",
     .complete = completions_add_columns,
     .help = "Rows by this column: a metric, best first, or anything else that "
             "--columns takes, lowest first; rows without a value are last",
     .more = "Numbers stand before texts, and equal rows as they stood "
             "before.  A row of several trials goes by their mean."},
    {CLI_FLAG(struct table_arguments, view.reverse), .name = "reverse",
     .needs = "sort", .help = "--sort: the other way round"},
    {CLI_WHOLE(struct table_arguments, view.top, 1, INT32_MAX), .name = "top",
     .value = "N", .excludes = "tests by",
     .help = "The first N rows by --sort, or the best N by the goal",
     .more = "A line says of how many.  Where no trial has the goal on "
             "valid, it is that on test."},
    {CLI_TEXT(struct table_arguments, view.by), .name = "by", .value = "TRAIT",
     .complete = completions_add_traits,
     .help = "A row for each value of a trait, such as a text's length or a "
             "question's type: the metrics over those alone; of several "
             "folders, the trials that differ in their seeds alone are one "
             "group",
     .more = "A column has how many questions or examples have the "
             "value, and metrics are means and deviations over the "
             "seeds.  A row for all of them ends a group; formats for "
             "programs lack that row and have for each metric the count "
             "that it is of (.of).  Result files from version 4 on have "
             "traits.  Answers of older ones are scored again, which "
             "needs the data.  Folders may be those of one sweep that "
             "was split by seed: groups stand in the order of the first "
             "folder.  A trial that stands in two folders, a group whose "
             "trials differ in more than seeds, and another goal are "
             "errors."},
    {CLI_WHOLE(struct table_arguments, view.width, 1, INT32_MAX),
     .name = "width", .value = "N", .needs = "by",
     .help = "--by a number: so many values in a row; chosen unless given",
     .more = "Rows are then 1 to N and so on, and 0 alone.  The steps "
             "that are chosen are 1, 2, 5, 10 and so on, for a dozen "
             "rows at most."},
    {CLI_CHOICE(struct table_arguments, view.split, split_names + SPLIT_VALID),
     .least = SPLIT_VALID, .name = "split", .value = "SPLIT", .needs = "by",
     .help = "--by: of valid or test; test, where there is one, unless given"},
    {CLI_TEXT(struct table_arguments, pivot.rows), .name = "rows",
     .value = "FIELD,...", .complete = completions_add_fields,
     .help = "A row for each combination of values of these fields, swept or "
             "not; results is the folder",
     .more = "Without --rows there is a row for each combination of the "
             "swept fields but seeds."},
    {CLI_TEXT(struct table_arguments, pivot.columns), .name = "columns",
     .value = "COLUMN,...", .excludes = "tests by",
     .complete = completions_add_columns,
     .help = "These columns, in this order: fields, metrics, trial, n, "
             "seconds and so on; with --rows, --value, --show or --daggers, or "
             "of several folders, columns for the values of these fields",
     .more = "Fields may have the short names that tables print.  In a row of "
             "several trials a column of numbers is mean and deviation over "
             "those that have finished, which are also to be had one by one, "
             "as test.map.mean, .sd, .max and .published; any other has each "
             "value once.  Differences below the table are of the metrics that "
             "have a column.  With --rows formats for programs call a column "
             "VALUE.METRIC.WHAT, or FIELD=VALUE.FIELD=VALUE.METRIC.WHAT where "
             "several fields go to columns."},
    {CLI_TEXT(struct table_arguments, pivot.values), .name = "value",
     .value = "METRIC,...", .complete = completions_add_metrics,
     .help = "Of these metrics, such as test.map; those of test unless given",
     .more = "Where there is no test, those of valid.  Where some "
             "folders have a test, the goal on valid stands for those "
             "that have none."},
    {CLI_TEXT(struct table_arguments, pivot.show), .name = "show",
     .value = "WHAT,...", .complete = completions_add_aggregates,
     .help = "mean, sd, low, high, best, median, min, max, count, published or "
             "difference (from that)",
     .more = "They are of the finished trials of a cell: mean and "
             "standard deviation; low and high, the 95 % interval of the "
             "mean, cut at 0 and 100; best, the highest value, or the "
             "lowest of a metric that is best when low; the published "
             "number; and the mean minus that."},
    {CLI_TAKEN(struct table_arguments, pivot.test, take_test),
     .name = "daggers", .value = "TEST", .complete = completions_add_tests,
     .help = "Mark rows that differ from the first, by the test sign-flip, "
             "wilcoxon, welch, bootstrap, randomisation, mcnemar, "
             "mcnemar-greater or mcnemar-less",
     .more = "One dagger stands for p at most 0.05, two for 0.01, after "
             "Holm's correction over the table. mcnemar-greater marks a "
             "row that is right more often, mcnemar-less one that is "
             "right less often.  Pairs are trials with equal seeds and "
             "other swept fields.  Formats for programs have --tests "
             "instead."},
    {CLI_FLAG(struct table_arguments, view.spreadsheet), .name = "spreadsheet",
     .help = "csv: put ' before a cell that begins with =, +, -, @, a tab or a "
             "carriage return and is no number, which a spreadsheet would "
             "compute; programs get other values then",
     .more = "Values may be strangers' texts.  Without the option "
             "programs read them as they are."},
    OPTION_OUTPUT(struct table_arguments, output),
    CLI_END,
};

/* Append the table; returns as report_table(). */
static int report(struct table_arguments *a, char *const *dir, struct str *text,
                  struct error *e)
{
    a->pivot.format = a->view.format;
    a->pivot.line = a->view.line = option_line(a->output);
    if (pivots(a))
        return report_pivot(dir, a->name.n, &a->pivot, text, e);
    return report_table(dir, a->name.n, &a->view, text, e);
}

static void release(void *asked)
{
    selection_release(&((struct table_arguments *)asked)->selection);
}

static int run(void *asked, struct error *e)
{
    struct table_arguments *a = asked;
    struct str text = {0};
    char **dir = results_folders(a->name.text, a->name.n, e);
    int made = dir ? report(a, dir, &text, e) : -1;

    if (made >= 0 && option_write(a->output, &text, e))
        made = -1;
    results_folders_free(dir, a->name.n);
    str_release(&text);
    return made > 0 ? EXIT_ERROR : made;
}

/* Append a column's line.  A help text continues after its semicolon with what
 * a file contains if there is no value. */
static void list_column(const char *name, const char *unit, const char *help,
                        struct str *out)
{
    const bool has = strcmp(unit, "-") != 0;

    str_addf(out, "  %-10s  %.*s%s%s%s\n", name, (int)strcspn(help, ";"), help,
             has ? " [" : "", has ? unit : "", has ? "]" : "");
}

/* Append the columns of trials, and those that only groups have. */
static void list_columns(struct str *out)
{
    const char *name, *help;

    str_adds(out, "\nColumns beside fields and metrics, for --columns, --sort "
                  "and --where:\n");
    for (int i = 0; i < trial_columns_n; i++) {
        const struct schema_row *s = trial_column_schema(&trial_columns[i]);

        list_column(trial_columns[i].name, s->units, s->meaning, out);
    }
    str_adds(out, "Without --trials, but not for --where:\n");
    for (int i = 0; (name = group_column_name(i, &help)); i++)
        list_column(name, "-", help, out);
}

const struct command command_table = {
    .name = "table",
    .summary = "print the results of sweeps, measured beside published",
    .about = "Print the results of the sweep in the results folder DIR, "
             "measured beside published numbers.  With --rows, or of several "
             "folders, any fields are rows and columns.  DIR may also be the "
             "name of an experiment under results/.",
    .more = "A row stands for the trials that differ in their seeds alone, "
            "with mean and standard deviation over them.  `codarun data kinds "
            "TASK` lists the traits of a task.  Result files that are damaged "
            "or gone are named and left out, and the last line says how many "
            "trials that are.  A line names trials that have read other data "
            "than the first one.  In both cases the exit status is 1.",
    .options = options,
    .check = check,
    .release = release,
    .list = list_columns,
    .size = sizeof(struct table_arguments),
    .preset = &(const struct table_arguments){.view.split = SPLIT_NONE},
    .run = run,
};
