/* plot.c - `codarun plot`: pictures of results, through gnuplot. */
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
#include "cmd/wish.h"
#include "plot/draw.h"

enum {
    KEY_DATA = 256,
    KEY_METRIC,
    KEY_PARAMETER,
    KEY_BAND,
    KEY_MOST,
    KEY_TRIAL,
    KEY_BY,
    KEY_WIDTH,
    KEY_SPLIT,
    KEY_PAGE,
};

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0,
     "Draw into FILE, which ends in .svg or .png; NAME-KIND.svg unless given",
     0},
    {"data", KEY_DATA, NULL, 0,
     "Write script and data beside the picture, as .gp and .dat", 0},
    {"metric", KEY_METRIC, "METRIC", 0,
     "Such as valid.f1, test.f1 or, of curves, loss and learning_rate; the "
     "goal's unless given; may be repeated, a panel each",
     0},
    {"parameter", KEY_PARAMETER, "FIELD", 0,
     "A swept field; all of them unless given; may be repeated", 0},
    {"band", KEY_BAND, "BAND", 0,
     "Around means: the range of the seeds or their deviation; range unless "
     "given",
     0},
    {"most", KEY_MOST, "N", 0, "Draw the N best settings; 12 unless given", 0},
    {"trial", KEY_TRIAL, "N", 0,
     "attention, histograms: of this one; the best unless given", 0},
    {"by", KEY_BY, "TRAIT", 0, "length, type: by this trait", 0},
    {"width", KEY_WIDTH, "N", 0, "length: so many values in a bin", 0},
    {"split", KEY_SPLIT, "SPLIT", 0,
     "length, type: of valid or test; test, where there is one, unless given; "
     "attention: valid unless given",
     0},
    {"page", KEY_PAGE, "RxC", 0,
     "So many rows and columns of panels on a page; more pages are FILE-2, "
     "FILE-3",
     0},
    {0},
};

struct arguments {
    const char *kinds;
    int dirs, dir_room, metric_room, parameter_room;
    const char **dir; /* owned, the names borrowed */
    struct plot_view view;
    struct plot_order order;
};

/* --- the command line ----------------------------------------------------- */

static void parse_page(struct arguments *a, const char *arg,
                       struct argp_state *state)
{
    char rest;

    if (sscanf(arg, "%dx%d%c", &a->order.rows, &a->order.columns, &rest) != 2 ||
        a->order.rows < 1 || a->order.columns < 1 || a->order.rows > 20 ||
        a->order.columns > 20)
        argp_error(state,
                   "--page: found '%s', expected ROWSxCOLUMNS, each from 1 to "
                   "20",
                   arg);
}

static void parse_band(struct arguments *a, const char *arg,
                       struct argp_state *state)
{
    for (int i = 0; plot_band_names[i]; i++)
        if (!strcmp(arg, plot_band_names[i])) {
            a->view.band = (enum plot_band)i;
            return;
        }
    argp_error(state, "--band: found '%s', expected range or deviation", arg);
}

/* "curves,metric": is each a kind? */
static void check_kinds(const char *kinds, struct argp_state *state)
{
    for (const char *at = kinds; at; at = strchr(at, ',')) {
        at += *at == ',';
        const size_t n = strcspn(at, ",");

        if (!plot_kind_find(at, n)) {
            struct str text = {0};
            char *name = memory_format("%.*s", (int)n, at);

            plot_kinds_expected(name, &text);
            argp_error(state, "%s", str_text(&text));
            free(name);
            str_release(&text);
        }
    }
}

static void parse_argument(struct arguments *a, const char *arg,
                           struct argp_state *state)
{
    if (!a->kinds) {
        a->kinds = arg;
        check_kinds(arg, state);
        return;
    }
    GROW(a->dir, a->dirs, a->dir_room);
    a->dir[a->dirs++] = arg;
}

static error_t parse_list(int key, const char *arg, struct arguments *a)
{
    if (key == KEY_METRIC) {
        GROW(a->view.metric, a->view.metrics, a->metric_room);
        a->view.metric[a->view.metrics++] = arg;
    } else {
        GROW(a->view.parameter, a->view.parameters, a->parameter_room);
        a->view.parameter[a->view.parameters++] = arg;
    }
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->view.inside;
        return 0;
    case 'o':
        a->order.output = arg;
        return 0;
    case KEY_DATA:
        a->order.data = true;
        return 0;
    case KEY_METRIC:
    case KEY_PARAMETER:
        return parse_list(key, arg, a);
    case KEY_BAND:
        parse_band(a, arg, state);
        return 0;
    case KEY_MOST:
        a->view.most = (int)option_number("most", arg, 1, state);
        return 0;
    case KEY_TRIAL:
        a->view.trial = option_number("trial", arg, 0, state);
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
    case KEY_PAGE:
        parse_page(a, arg, state);
        return 0;
    case ARGP_KEY_ARG:
        parse_argument(a, arg, state);
        return 0;
    case ARGP_KEY_END:
        if (!a->kinds)
            argp_error(state, "expected a kind of picture");
        if (!a->dirs)
            argp_error(state, "expected a results folder");
        if (a->order.output && !plot_ending(a->order.output))
            argp_error(state,
                       "--output: found '%s', expected a name that ends in "
                       ".svg or .png",
                       a->order.output);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The kinds, a line each. */
static char *filter(int key, const char *text, void *input)
{
    struct str out = {0};

    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC)
        return (char *)text;
    str_adds(&out, "Kinds, of which several may be given with commas between "
                   "them:\n");
    for (int i = 0; plot_kinds[i]; i++)
        str_addf(&out, "  %-11s %s\n", plot_kinds[i]->name,
                 plot_kinds[i]->summary);
    return str_take(&out);
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "KIND[,KIND]... DIR...",
    .doc = "Draw what came of the results folders DIR, through the program "
           "gnuplot.  Equal results are equal pictures, to the byte.\v ",
    .children = wish_children,
    .help_filter = filter,
};

/* --- what is done --------------------------------------------------------- */

static int draw(const void *context, const struct folders *f, struct error *e)
{
    const struct arguments *a = context;
    const struct plot_input in = {f->n, f->folder, a->view};

    return plot_draw(&in, a->kinds, &a->order, e);
}

static int run(int argc, char **argv)
{
    struct arguments a = {.view = {.split = SPLIT_NONE,
                                   .trial = -1,
                                   .most = 12,
                                   .inside = INSIDE_ANY}};
    struct error e = {""};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    char **dir = results_folders(a.dir, a.dirs, &e);
    const int drawn = dir ? folders_make(dir, a.dirs, false, draw, &a, &e) : -1;

    if (drawn < 0)
        complain("%s", e.text);
    results_folders_free(dir, a.dirs);
    free(a.dir);
    free(a.view.metric);
    free(a.view.parameter);
    return drawn ? EXIT_ERROR : EXIT_DONE;
}

/* Kinds, then folders. */
static void offer_kinds_of(const char *const *word, int n, struct offers *o)
{
    for (int i = 0; !n && plot_kinds[i]; i++)
        offer(o, plot_kinds[i]->name, plot_kinds[i]->summary);
    if (n)
        offer_sweeps(word, n, o);
}

const struct command command_plot = {
    .name = "plot",
    .summary = "draw the results of sweeps: curves, parameters, timelines",
    .argp = &argp,
    .offer = offer_kinds_of,
    .run = run,
};
