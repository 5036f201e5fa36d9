/* table.c - `codarun table`: measured beside published. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "report/pivot.h"
#include "report/table.h"

enum {
    KEY_FORMAT = 256,
    KEY_TRIALS,
    KEY_TESTS,
    KEY_AGAINST,
    KEY_MAX,
    KEY_BY,
    KEY_WIDTH,
    KEY_SPLIT,
    KEY_ROWS,
    KEY_COLUMNS,
    KEY_VALUE,
    KEY_SHOW,
    KEY_DAGGERS,
    KEY_SPREADSHEET,
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0,
     "text, markdown, csv, latex, html, json or hdf5; text unless given", 0},
    {"trials", KEY_TRIALS, NULL, 0, "A row a trial instead of one a group", 0},
    {"tests", KEY_TESTS, NULL, 0,
     "Every test of a difference instead, a row each, with what its p is over "
     "and Holm's correction",
     0},
    {"against", KEY_AGAINST, "VALUE", 0,
     "Differences are from rows with this value in the field in which they "
     "differ, such as a variant's name; from the first unless given",
     0},
    {"max", KEY_MAX, NULL, 0,
     "The highest of a group's trials, too; csv, json and hdf5 always have it",
     0},
    {"by", KEY_BY, "TRAIT", 0,
     "A row for each value of a trait, such as a text's length or a question's "
     "type: the metrics over those alone; of several folders, the trials that "
     "differ in their seeds alone are one group",
     0},
    {"width", KEY_WIDTH, "N", 0,
     "--by a number: so many values in a row; chosen unless given", 0},
    {"split", KEY_SPLIT, "SPLIT", 0,
     "--by: of valid or test; test, where there is one, unless given", 0},
    {"rows", KEY_ROWS, "FIELD,...", 0,
     "A row for each combination of values of these fields, swept or not; "
     "results is the folder",
     0},
    {"columns", KEY_COLUMNS, "FIELD,...", 0,
     "Columns for the values of these fields, as --rows has rows for them", 0},
    {"value", KEY_VALUE, "METRIC,...", 0,
     "Of these metrics, such as test.map; those of test unless given", 0},
    {"show", KEY_SHOW, "WHAT,...", 0,
     "mean, sd, low, high, best, median, min, max, count, published or "
     "difference (from that)",
     0},
    {"daggers", KEY_DAGGERS, "TEST", 0,
     "Mark rows that differ from the first, by the test sign-flip, wilcoxon, "
     "welch, bootstrap, randomisation, mcnemar, mcnemar-greater or "
     "mcnemar-less",
     0},
    {"spreadsheet", KEY_SPREADSHEET, NULL, 0,
     "csv: put ' before a cell that begins with =, +, -, @, a tab or a "
     "carriage "
     "return and is no number, which a spreadsheet would compute; programs get "
     "other values then",
     0},
    {"output", 'o', "FILE", 0, "Write to FILE, replacing it", 0},
    {0},
};

struct arguments {
    const char **name; /* [names] owned */
    int names, room;
    const char *output;
    struct table_view view;
    struct pivot_view pivot;
};

static bool has_pivot_option(const struct arguments *a)
{
    const struct pivot_view *v = &a->pivot;

    return v->rows || v->columns || v->values || v->show || v->test;
}

static bool pivots(const struct arguments *a)
{
    return has_pivot_option(a) || (a->names > 1 && !a->view.by);
}

static const struct test_kind *find_test(const char *name,
                                         struct argp_state *state)
{
    const char *known[TESTS];
    struct str list = {0};

    for (int i = 0; i < TESTS; i++) {
        known[i] = test_kinds[i].name;
        if (!strcmp(name, known[i]))
            return &test_kinds[i];
    }
    names_list(known, TESTS, &list);
    argp_error(state, "--daggers: found '%s', expected %s", name,
               str_text(&list));
    str_release(&list);
    return NULL;
}

/* What no pivot has. */
static const char *of_no_pivot(const struct table_view *v)
{
    return v->trials    ? "trials"
           : v->tests   ? "tests"
           : v->against ? "against"
           : v->by      ? "by"
           : v->max     ? "max"
                        : NULL;
}

static void check(const struct arguments *a, struct argp_state *state)
{
    const struct table_view *v = &a->view;
    const char *own = of_no_pivot(v);

    option_format_file(v->format, a->output, state);
    if (v->spreadsheet && (!v->format || strcmp(v->format->is.name, "csv")))
        argp_error(state, "found --spreadsheet, expected it with --format csv");
    if (!v->by && (v->width || v->split >= 0))
        argp_error(state, "found --%s, expected it with --by",
                   v->width ? "width" : "split");
    if (v->tests && (v->trials || v->by || v->max))
        argp_error(state, "found --tests with --%s, expected it alone",
                   v->by       ? "by"
                   : v->trials ? "trials"
                               : "max");
    if (v->against && v->by)
        argp_error(state, "found --against with --by, which compares nothing");
    if (v->against && !v->tests && v->format && v->format->alone)
        argp_error(state,
                   "found --against with --format %s, which has no "
                   "differences, expected --tests with it",
                   v->format->is.name);
    if (v->max && v->trials)
        argp_error(state, "found --max with --trials, expected one of them");
    if (own && has_pivot_option(a))
        argp_error(state,
                   "found --%s with a pivot's option, expected a table without "
                   "rows, columns and values of its own",
                   own);
    if (own && a->names > 1 && (!v->by || v->trials))
        argp_error(state,
                   "found --%s with several folders, expected one folder, or "
                   "--by without --trials",
                   own);
    if (a->pivot.test && v->format && v->format->data)
        argp_error(state,
                   "found --daggers with --format %s, expected --tests: it has "
                   "every p",
                   v->format->is.name);
}

static error_t parse_pivot(int key, char *arg, struct argp_state *state)
{
    struct pivot_view *v = &((struct arguments *)state->input)->pivot;

    switch (key) {
    case KEY_ROWS:
        v->rows = arg;
        return 0;
    case KEY_COLUMNS:
        v->columns = arg;
        return 0;
    case KEY_VALUE:
        v->values = arg;
        return 0;
    case KEY_SHOW:
        v->show = arg;
        return 0;
    case KEY_DAGGERS:
        v->test = find_test(arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_FORMAT:
        a->view.format = option_format(arg, state);
        return 0;
    case KEY_TRIALS:
        a->view.trials = true;
        return 0;
    case KEY_TESTS:
        a->view.tests = true;
        return 0;
    case KEY_AGAINST:
        a->view.against = arg;
        return 0;
    case KEY_MAX:
        a->view.max = true;
        return 0;
    case KEY_BY:
        a->view.by = arg;
        return 0;
    case KEY_WIDTH:
        a->view.width = option_number("width", arg, 1, state);
        return 0;
    case KEY_SPLIT:
        a->view.split = option_split(arg, SPLIT_VALID, state);
        return 0;
    case 'o':
        a->output = arg;
        return 0;
    case KEY_SPREADSHEET:
        a->view.spreadsheet = a->pivot.spreadsheet = true;
        return 0;
    case ARGP_KEY_ARG:
        GROW(a->name, a->names, a->room);
        a->name[a->names++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected a results folder");
        return EINVAL;
    case ARGP_KEY_END:
        check(a, state);
        return 0;
    default:
        return parse_pivot(key, arg, state);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR...",
    .doc = "Print what the sweep in the results folder DIR came to, measured "
           "beside published, or a table of fields of one or several.  DIR may "
           "also be the name of an experiment under results/.\v"
           "A row stands for the trials that differ in their seeds alone, "
           "with mean and standard deviation over them.  `codarun data kinds "
           "TASK` lists the traits that a task knows of.  Files of results "
           "that are damaged or gone are named and left out; the last line "
           "says how many trials are, and the exit status is 1.  So it is "
           "where trials have read other data than those beside them, which a "
           "line names.",
};

/* As report_table(). */
static int report(struct arguments *a, char *const *dir, struct str *text,
                  struct error *e)
{
    a->pivot.format = a->view.format;
    a->pivot.line = a->view.line = option_line(a->output);
    if (pivots(a))
        return report_pivot(dir, a->names, &a->pivot, text, e);
    return report_table(dir, a->names, &a->view, text, e);
}

static int run(int argc, char **argv)
{
    struct arguments a = {.view.split = SPLIT_NONE};
    struct str text = {0};
    struct error e = {""};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    char **dir = results_folders(a.name, a.names, &e);
    int made = dir ? report(&a, dir, &text, &e) : -1;

    if (made >= 0 && option_write(a.output, &text, &e))
        made = -1;
    if (made < 0)
        complain("%s", e.text);
    results_folders_free(dir, a.names);
    free(a.name);
    str_release(&text);
    return made ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_table = {
    .name = "table",
    .summary = "print the results of sweeps, measured beside published",
    .argp = &argp,
    .offer = offer_sweeps,
    .run = run,
};
