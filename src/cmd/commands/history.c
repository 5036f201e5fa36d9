/* history.c - `codarun history`: everything measured in all trials, for other
 * programs. */
#include "config.h"

#include <stdlib.h>

#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/output.h"
#include "cmd/results_folder.h"
#include "report/history/history.h"
#include "report/history/metric_names.h"

struct history_arguments {
    const char *name;
    struct strings metric;
    struct history_view view;
};

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    struct history_arguments *a = asked;
    struct history_view *v = &a->view;

    (void)l;
    v->metric = a->metric.text;
    v->metrics = a->metric.n;
    v->put = output_write;
    return history_wants_output(v->format) && !v->output
               ? error_set(e, "found --format %s, expected --output with it",
                           history_formats[v->format])
               : 0;
}

/* Offer the metrics of all tasks. */
static void complete_histories(struct completions *o)
{
    struct name_list names = {0};

    completions_add_curves(o);
    for (const struct kind *const *k = task_kinds.list; *k; k++)
        metric_names_add(&names, (const struct task_kind *)*k);
    for (int i = 0; i < names.n; i++)
        completions_add(o, names.name[i], NULL);
    name_list_release(&names);
}

static const struct cli_option options[] = {
    WORD_SWEEP(struct history_arguments, name),
    {CLI_CHOICE(struct history_arguments, view.format, history_formats),
     .name = "format", .value = "FORMAT",
     .help = "csv, json, hdf5 or tensorboard; csv unless given"},
    {CLI_TEXT(struct history_arguments, view.output), .name = "output",
     .letter = 'o', .value = "PATH",
     .help = "Write to the file PATH, replacing it; tensorboard: to the folder "
             "PATH",
     .more = "csv and json are printed without it.  A folder is one that is "
             "not there, is empty, or was written by this command before: "
             "then what it had written there is replaced, runs that do not "
             "come again are removed, and no other file is touched."},
    {CLI_TEXTS(struct history_arguments, metric), .name = "metric",
     .value = "METRIC", .complete = complete_histories,
     .help = "This one alone, such as loss or valid.f1; all unless given; may "
             "be repeated"},
    {CLI_WHOLE(struct history_arguments, view.trial, 0, INT32_MAX),
     .name = "trial", .value = "N",
     .help = "Of this trial alone; all unless given"},
    CLI_END,
};

static int run(void *asked, struct error *e)
{
    const struct history_arguments *a = asked;
    char *dir = results_folder(a->name, e);
    const int written = dir ? history_write(dir, &a->view, e) : -1;

    free(dir);
    if (written < 0 && !*e->text) /* main() reports errors of standard output */
        return EXIT_DONE;
    return written > 0 ? EXIT_ERROR : written;
}

const struct command command_history = {
    .name = "history",
    .summary = "write what was measured in all trials, for other programs",
    .about = "Write what was measured in the trials of the results folder DIR "
             "as one long table: a row for each trial, step and metric.  DIR "
             "may also be the name of an experiment under results/.",
    .more = "Columns: trial, status, each swept field under its full name, "
            "step, epoch, metric, value.  Metrics: loss and learning_rate, "
            "valid.NAME at each evaluation, test.NAME at the step whose "
            "checkpoint was scored, and what train.inspect has seen.  A trial "
            "that has no result yet is unfinished: its rows are those up to "
            "its last checkpoint, where it has one.",
    .options = options,
    .check = check,
    .size = sizeof(struct history_arguments),
    .preset = &(const struct history_arguments){.view.trial = -1},
    .run = run,
};
