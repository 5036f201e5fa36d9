/* plot.c - `codarun plot`: pictures of results, drawn by gnuplot. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/inspection_options.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "cmd/selection_options.h"
#include "report/plot/draw.h"
#include "report/tables/folders_make.h"

struct plot_arguments {
    const char *kinds;
    struct strings dir, metric, parameter;
    struct plot_view view;
    struct plot_order order;
    struct selection selection;
};

/* --- the command line ----------------------------------------------------- */

static int take_page(const char *text, void *member, struct error *e)
{
    struct plot_order *order = member;
    char rest;

    if (sscanf(text, "%dx%d%c", &order->rows, &order->columns, &rest) != 2 ||
        order->rows < 1 || order->columns < 1 || order->rows > 20 ||
        order->columns > 20)
        return error_set(
            e, "found '%s', expected ROWSxCOLUMNS, each from 1 to 20", text);
    return 0;
}

/* Return the pixels of a length, "3.3in", "8.4cm" or "400"; -1 if it is not
 * from 100 to 16,000. */
static int pixels_of(double length, const char *unit)
{
    static const struct {
        const char *name;
        double pixels;
    } units[] = {{"", 1},
                 {"px", 1},
                 {"in", PIXELS_OF_INCH},
                 {"cm", PIXELS_OF_INCH / 2.54},
                 {"mm", PIXELS_OF_INCH / 25.4},
                 {NULL, 0}};

    for (int i = 0; units[i].name; i++)
        if (!strcmp(unit, units[i].name)) {
            const double pixels = length * units[i].pixels;

            return pixels >= 100 && pixels <= 16000 ? (int)(pixels + 0.5) : -1;
        }
    return -1;
}

/* Parse a decimal number, but not "0x9", which strtod() accepts; -1 if it is
 * none. */
static double length_of(const char *text, char **end)
{
    *end = (char *)text;
    return *text >= '1' && *text <= '9' ? strtod(text, end) : -1;
}

/* Parse "3.3in", "3.3x2.4in", "400x300". */
static int take_size(const char *text, void *member, struct error *e)
{
    struct plot_order *order = member;
    char *end;
    const double width = length_of(text, &end);
    const bool both = *end == 'x';
    const double height = both ? length_of(end + 1, &end) : 0;

    order->width = pixels_of(width, end);
    order->height = both ? pixels_of(height, end) : 0;
    if (order->width < 0 || order->height < 0)
        return error_set(e,
                         "found '%s', expected WIDTH or WIDTHxHEIGHT in px, "
                         "in, cm or mm from 100 to 16000 px, such as 3.3in or "
                         "400x300px",
                         text);
    return 0;
}

/* Parse "3" or "0,3". */
static int take_trials(const char *text, void *member, struct error *e)
{
    struct plot_view *view = member;
    const char *at = text;
    char *end = NULL;

    view->trials = 0;
    do {
        const long n = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : -1;

        if (n < 0 || n > INT32_MAX || (*end && *end != ',') ||
            view->trials == PLOT_TRIALS)
            return error_set(e,
                             "found '%s', expected the number of a trial, or "
                             "up to %d with commas between them",
                             text, PLOT_TRIALS);
        view->trial[view->trials++] = n;
        at = end + 1;
    } while (*end);
    return 0;
}

/* Check that each name in "curves,metric" is a kind. */
static int check_kinds(const char *kinds, struct error *e)
{
    for (const char *at = kinds; at; at = strchr(at, ',')) {
        at += *at == ',';
        const size_t n = strcspn(at, ",");

        if (!plot_kind_find(at, n)) {
            struct str text = {0};
            char *name = memory_format("%.*s", (int)n, at);

            plot_kinds_expected(name, &text);
            error_set(e, "%s", str_text(&text));
            free(name);
            str_release(&text);
            return -1;
        }
    }
    return 0;
}

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    struct plot_arguments *a = asked;

    (void)l;
    a->view.metric = a->metric.text;
    a->view.metrics = a->metric.n;
    a->view.parameter = a->parameter.text;
    a->view.parameters = a->parameter.n;
    if (plot_check_output(a->order.output, e))
        return error_in(e, "--output");
    return check_kinds(a->kinds, e);
}

static void complete_plots(struct completions *o)
{
    for (int i = 0; plot_kinds[i]; i++)
        completions_add(o, plot_kinds[i]->name, plot_kinds[i]->summary);
}

static const struct cli_option options[] = {
    {CLI_WORD(struct plot_arguments, kinds), .value = "KIND[,KIND]...",
     .what = "a kind of picture", .complete = complete_plots},
    WORDS_SWEEPS(struct plot_arguments, dir),
    {CLI_TEXT(struct plot_arguments, order.output), .name = "output",
     .letter = 'o', .value = "FILE",
     .help = "Draw into FILE, which ends in .svg, .png or .pdf; NAME-KIND.svg "
             "unless given",
     .more = "Panels for which a page has no room go to FILE-2.svg and "
             "so on."},
    {CLI_FLAG(struct plot_arguments, order.data), .name = "data",
     .help = "Write script and data beside the picture, as .gp and .dat",
     .more = "FILE.dat has tables of text; where a place on an axis "
             "stands for a word, a last column has the word.  FILE.gp is "
             "the script, by which gnuplot draws the picture again. "
             "Both are written where there is no gnuplot, too, and the "
             "exit status is then 1."},
    {CLI_TEXTS(struct plot_arguments, metric), .name = "metric",
     .value = "METRIC", .complete = completions_add_curves,
     .help = "Such as valid.f1, test.f1 or, of curves, loss and learning_rate; "
             "the goal's unless given; may be repeated, a panel each"},
    {CLI_TEXTS(struct plot_arguments, parameter), .name = "parameter",
     .value = "FIELD", .complete = completions_add_fields,
     .help = "A swept field; all of them unless given; may be repeated"},
    {CLI_CHOICE(struct plot_arguments, view.band, plot_band_names),
     .name = "band", .value = "BAND",
     .help = "Around means: the range of the seeds or their deviation; range "
             "unless given"},
    {CLI_WHOLE(struct plot_arguments, view.most, 1, INT32_MAX), .name = "most",
     .value = "N", .help = "Draw the N best settings; 12 unless given",
     .more = "A line says how many are left out."},
    {CLI_TAKEN(struct plot_arguments, view, take_trials), .name = "trial",
     .value = "N[,N]...",
     .help = "attention, histograms: these trials of DIR; the best unless "
             "given",
     .more = "The best is that of those that have finished, by the sweep's "
             "goal; standard error names it."},
    {CLI_TEXT(struct plot_arguments, view.by), .name = "by", .value = "TRAIT",
     .complete = completions_add_traits, .help = "length, type: by this trait"},
    {CLI_WHOLE(struct plot_arguments, view.width, 1, INT32_MAX),
     .name = "width", .value = "N", .help = "length: so many values in a bin"},
    OPTION_SPLIT_SCORED(struct plot_arguments, view.split,
                        "length, type: of valid or test; test, where there is "
                        "one, unless given; attention: valid unless given"),
    {CLI_TAKEN(struct plot_arguments, order, take_page), .name = "page",
     .value = "RxC",
     .help = "So many rows and columns of panels on a page; more pages are "
             "FILE-2, FILE-3"},
    {CLI_TAKEN(struct plot_arguments, order, take_size), .name = "size",
     .value = "SIZE",
     .help = "WIDTH or WIDTHxHEIGHT of a page in px, in, cm or mm, such as "
             "3.3in, a paper's column; as its panels need unless given",
     .more = "96 px are an inch, texts of 12 px 9 points, and a PNG has two "
             "pixels for each."},
    {CLI_GROUP(struct plot_arguments, selection, selection_options)},
    {CLI_GROUP(struct plot_arguments, view.inspection, inspection_options),
     .help = "What attentions make of an example:"},
    CLI_END,
};

/* Append the kinds, a line for each. */
static void list_kinds(struct str *out)
{
    str_adds(out, "Kinds, of which several may be given with commas between "
                  "them:\n");
    for (int i = 0; plot_kinds[i]; i++)
        str_addf(out, "  %-11s %s\n", plot_kinds[i]->name,
                 plot_kinds[i]->summary);
}

/* --- drawing -------------------------------------------------------------- */

static int draw(const void *context, const struct folders *f, struct error *e)
{
    const struct plot_arguments *a = context;
    const struct plot_input in = {f->n, f->folder, a->view};

    return plot_draw(&in, a->kinds, &a->order, e);
}

static void release(void *asked)
{
    selection_release(&((struct plot_arguments *)asked)->selection);
}

static int run(void *asked, struct error *e)
{
    const struct plot_arguments *a = asked;
    char **dir = results_folders(a->dir.text, a->dir.n, e);
    const int drawn =
        dir ? folders_make(dir, a->dir.n, &a->selection, false, draw, a, e)
            : -1;

    results_folders_free(dir, a->dir.n);
    return drawn > 0 ? EXIT_ERROR : drawn;
}

const struct command command_plot = {
    .name = "plot",
    .summary = "draw the results of sweeps: curves, parameters, timelines",
    .about = "Draw the results of the results folders DIR with the program "
             "gnuplot.  Equal results give equal pictures, to the byte.",
    .options = options,
    .check = check,
    .release = release,
    .list = list_kinds,
    .size = sizeof(struct plot_arguments),
    .preset = &(const struct plot_arguments){.view = {.split = SPLIT_NONE,
                                                      .most = 12,
                                                      .inspection =
                                                          INSPECTION_ANY_INIT}},
    .run = run,
};
