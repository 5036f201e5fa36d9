/* report.c - `codarun report`: a page to send. */
#include "config.h"

#include "base/show.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "html/report.h"

struct arguments {
    struct strings name;
    struct html_wish wish;
};

static const struct cli_option options[] = {
    WORDS_SWEEPS(struct arguments, name),
    {CLI_TEXT(struct arguments, wish.output), .name = "output", .letter = 'o',
     .value = "FILE", .help = "Write to FILE; NAME-report.html unless given"},
    {CLI_WHOLE(struct arguments, wish.most, 1, INT32_MAX), .name = "most",
     .value = "N",
     .help = "Draw curves of the N best settings; 12 unless given"},
    {CLI_WHOLE(struct arguments, wish.example, 0, INT32_MAX), .name = "example",
     .value = "N",
     .help = "Draw attentions of this example of valid; the first, 0, unless "
             "given",
     .more = "They are those of the best trial, and of the best trial of "
             "up to three other groups.  A group has the same kinds of "
             "attention at all sites, layers and heads.  Parameters are "
             "those that were kept (`run.keep`).  The attention is the "
             "last one in the model whose site is set to another kind "
             "than `model.attention`, or the last of all; the figure's "
             "title names its kind."},
    {CLI_REAL(struct arguments, wish.wait, 0, INT32_MAX), .name = "wait",
     .value = "SECONDS", .what = "seconds",
     .help = "Read data and draw attentions for so long at most; 5 unless "
             "given, 0: leave them out"},
    CLI_END,
};

static int run(void *asked, struct error *e)
{
    const struct arguments *a = asked;
    char **dir = results_folders(a->name.text, a->name.n, e);
    const int faults = dir ? html_report(dir, a->name.n, &a->wish, e) : -1;

    results_folders_free(dir, a->name.n);
    return faults > 0 ? EXIT_ERROR : faults;
}

const struct command command_report = {
    .name = "report",
    .summary = "write the results of sweeps as a page to send",
    .about =
        "Write what the sweeps in the results folders DIR came to as one page "
        "of HTML that stands alone: a summary, results beside published "
        "numbers, significance, search, curves, attentions, failures, "
        "configuration and provenance.  DIR may also be the name of an "
        "experiment under results/.",
    .more = "Pictures need the program gnuplot; without it the page has the "
            "rest.  While a sweep runs it has what there is.  Exit status: 0, "
            "or 1 when something that should be on the page could not be read, "
            "or trials have read other data than those beside them, which the "
            "page and standard error name.",
    .options = options,
    .size = sizeof(struct arguments),
    .preset = &(const struct arguments){.wish = {.most = 12, .wait = 5}},
    .run = run,
};
