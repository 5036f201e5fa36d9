/* report.c - `codarun report`: a page to send. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "html/report.h"

enum {
    KEY_MOST = 256,
    KEY_EXAMPLE,
    KEY_WAIT,
};

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write to FILE; NAME-report.html unless given",
     0},
    {"most", KEY_MOST, "N", 0,
     "Draw curves of the N best settings; 12 unless given", 0},
    {"example", KEY_EXAMPLE, "N", 0,
     "Draw attentions of this example of valid; the first, 0, unless given", 0},
    {"wait", KEY_WAIT, "SECONDS", 0,
     "Read data and draw attentions for so long at most; 5 unless given, 0: "
     "leave them out",
     0},
    {0},
};

struct arguments {
    const char **name; /* [names] owned, each borrowed */
    int names, room;
    struct html_wish wish;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case 'o':
        a->wish.output = arg;
        return 0;
    case KEY_MOST:
        a->wish.most = (int)option_number("most", arg, 1, state);
        return 0;
    case KEY_EXAMPLE:
        a->wish.example = option_number("example", arg, 0, state);
        return 0;
    case KEY_WAIT:
        a->wish.wait = (double)option_number("wait", arg, 0, state);
        return 0;
    case ARGP_KEY_ARG:
        GROW(a->name, a->names, a->room);
        a->name[a->names++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected a results folder");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR...",
    .doc =
        "Write what the sweeps in the results folders DIR came to as one page "
        "of HTML that stands alone: a summary, results beside published "
        "numbers, significance, search, curves, attentions, failures, "
        "configuration and provenance.  DIR may also be the name of an "
        "experiment under "
        "results/.\v"
        "Pictures need the program gnuplot; without it the page has the rest.  "
        "While a sweep runs it has what there is.  Exit status: 0, or 1 when "
        "something that should be on the page could not be read, or trials "
        "have read other data than those beside them, which the page and "
        "standard error name.",
};

static int run(int argc, char **argv)
{
    struct arguments a = {.wish = {.most = 12, .wait = 5}};
    struct error e = {""};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    char **dir = results_folders(a.name, a.names, &e);
    const int faults = dir ? html_report(dir, a.names, &a.wish, &e) : -1;

    if (faults < 0)
        complain("%s", e.text);
    results_folders_free(dir, a.names);
    free(a.name);
    return faults ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_report = {
    .name = "report",
    .summary = "write the results of sweeps as a page to send",
    .argp = &argp,
    .offer = offer_sweeps,
    .run = run,
};
