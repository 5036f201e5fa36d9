/* report.c - `codarun report`: a page that can be sent to others. */
#include "config.h"

#include <stdlib.h>

#include "base/files/file.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/report_follow.h"
#include "cmd/results_folder.h"
#include "report/html/report.h"

struct report_arguments {
    struct strings name;
    struct html_options options;
    double every; /* seconds between two writings with --follow */
    bool follow;
};

static const struct cli_option options[] = {
    WORDS_SWEEPS(struct report_arguments, name),
    {CLI_TEXT(struct report_arguments, options.output), .name = "output",
     .letter = 'o', .value = "FILE",
     .help = "Write to FILE; NAME-report.html unless given"},
    {CLI_WHOLE(struct report_arguments, options.most, 1, INT32_MAX),
     .name = "most", .value = "N",
     .help = "Draw curves of the N best settings; 12 unless given"},
    {CLI_WHOLE(struct report_arguments, options.example, 0, INT32_MAX),
     .name = "example", .value = "N",
     .help = "Draw attentions of this example of valid; the first, 0, unless "
             "given",
     .more = "They are those of the best trial, and of the best trial of "
             "up to three other groups.  A group has the same kinds of "
             "attention at all sites, layers and heads.  Parameters are "
             "those that were kept (`run.keep`).  The attention is the "
             "last one in the model whose site is set to another kind "
             "than `model.attention`, or the last of all; the figure's "
             "title names its kind."},
    {CLI_REAL(struct report_arguments, options.wait, 0, INT32_MAX),
     .name = "wait", .value = "SECONDS", .what = "seconds",
     .help = "Read data and draw attentions for so long at most; 5 unless "
             "given, 0: leave them out"},
    {CLI_REAL(struct report_arguments, every, 1, 86400), .name = "follow",
     .optional = true, .value = "SECONDS", .what = "seconds",
     .help = "Write it anew every 10 seconds, or so many, until the sweeps are "
             "over",
     .more = "A browser that has the page open loads it again, and stays where "
             "its reader is; for that the page needs its script, and no "
             "server.  No more than a tenth of the time is spent on writing: "
             "where a page takes long to make they are further apart.  The "
             "last page, once no sweep of DIR runs, is the same as without "
             "--follow.  After a signal, such as Ctrl-C, the page is written "
             "once more, and does not load itself again.  Of one whose command "
             "was killed the script stops loading it after ten times without "
             "a change."},
    CLI_END,
};

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    struct report_arguments *a = asked;
    const char *file = a->options.output;

    a->follow = parsed_line_has(l, "follow");
    if (!a->follow || !file)
        return 0;
    char *place = file_place(file);

    free(place);
    return place ? 0
                 : error_set(e,
                             "--follow: found output '%s', expected a file "
                             "that can be replaced",
                             file);
}

static int run(void *asked, struct error *e)
{
    const struct report_arguments *a = asked;
    char **dir = results_folders(a->name.text, a->name.n, e);
    const int faults =
        !dir        ? -1
        : a->follow ? report_follow(dir, a->name.n, &a->options, a->every, e)
                    : html_report(dir, a->name.n, &a->options, e);

    results_folders_free(dir, a->name.n);
    return faults > 0 ? EXIT_ERROR : faults;
}

const struct command command_report = {
    .name = "report",
    .summary = "write the results of sweeps as a page to send",
    .about =
        "Write the results of the sweeps in the results folders DIR as one "
        "page of HTML that needs no other file: a summary, results beside "
        "published numbers, significance, search, curves, attentions, "
        "failures, configuration and provenance.  DIR may also be the name of "
        "an experiment under results/.",
    .more = "Pictures need the program gnuplot; without it the page has the "
            "rest.  While a sweep runs it has what there is.  Exit status: 0, "
            "or 1 if something that should be on the page could not be read, "
            "or if trials have read other data than the first one.  The page "
            "and standard error name both.",
    .options = options,
    .size = sizeof(struct report_arguments),
    .preset =
        &(const struct report_arguments){.options = {.most = 12, .wait = 5},
                                         .every = 10},
    .check = check,
    .run = run,
};
