/* table.c - `codarun table`: measured beside published. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "report/table.h"

enum {
    KEY_FORMAT = 256,
    KEY_TRIALS,
    KEY_TESTS,
    KEY_MAX,
    KEY_BY,
    KEY_WIDTH,
    KEY_SPLIT,
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0,
     "text, markdown, csv, latex, json or hdf5; text unless given", 0},
    {"trials", KEY_TRIALS, NULL, 0, "A row a trial instead of one a group", 0},
    {"tests", KEY_TESTS, NULL, 0,
     "Every test of a difference instead, a row each, with what its p is over "
     "and Holm's correction",
     0},
    {"max", KEY_MAX, NULL, 0,
     "The highest of a group's trials, too; CSV always has it", 0},
    {"by", KEY_BY, "TRAIT", 0,
     "A row for each value of a trait, such as a text's length or a question's "
     "type: the metrics over those alone",
     0},
    {"width", KEY_WIDTH, "N", 0,
     "--by a number: so many values in a row; chosen unless given", 0},
    {"split", KEY_SPLIT, "SPLIT", 0,
     "--by: of valid or test; test, where there is one, unless given", 0},
    {"output", 'o', "FILE", 0, "Write to FILE, replacing it", 0},
    {0},
};

struct arguments {
    const char *name, *output;
    struct table_view view;
};

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
        a->view.split = (int)option_split(arg, SPLIT_VALID, state);
        return 0;
    case 'o':
        a->output = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (a->name)
            argp_error(state, "found a second folder '%s', expected one", arg);
        a->name = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected a results folder");
        return EINVAL;
    case ARGP_KEY_END:
        option_format_file(a->view.format, a->output, state);
        if (!a->view.by && (a->view.width || a->view.split >= 0))
            argp_error(state, "found --%s, expected it with --by",
                       a->view.width ? "width" : "split");
        if (a->view.tests && (a->view.trials || a->view.by || a->view.max))
            argp_error(state, "found --tests with --%s, expected it alone",
                       a->view.by       ? "by"
                       : a->view.trials ? "trials"
                                        : "max");
        if (a->view.max && a->view.trials)
            argp_error(state,
                       "found --max with --trials, expected one of them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR",
    .doc = "Print what the sweep in the results folder DIR came to, measured "
           "beside published.  DIR may also be the name of an experiment "
           "under results/.\v"
           "A row stands for the trials that differ in their seeds alone, "
           "with mean and standard deviation over them.  `codarun data kinds "
           "TASK` lists the traits that a task knows of.",
};

static int run(int argc, char **argv)
{
    struct arguments a = {.view.split = -1};
    struct str text = {0};
    struct error e = {""};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    char *dir = results_folder(a.name, &e);
    int failed = !dir || report_table(dir, &a.view, &text, &e) ||
                 option_write(a.output, &text, &e);
    if (failed)
        fprintf(stderr, "codarun: %s\n", e.text);
    str_release(&text);
    free(dir);
    return failed ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_table = {
    .name = "table",
    .summary = "print the results of a sweep, measured beside published",
    .run = run,
};
