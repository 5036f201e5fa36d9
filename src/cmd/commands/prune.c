/* prune.c - `codarun prune`: frees space in a results folder. */
#include "config.h"

#include "sweep/prune/prune.h"

#include <stdlib.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "sweep/run/signals.h"

#define MIB 1048576.0

struct prune_arguments {
    const char *name, *output;
    struct prune_options prune;
    bool files;
    const struct format_kind *format;
};

static const struct cli_option options[] = {
    WORD_SWEEP(struct prune_arguments, name),
    {CLI_FLAG(struct prune_arguments, prune.dry_run), .name = "dry-run",
     .help = "List what would go, and remove nothing"},
    {CLI_WHOLE(struct prune_arguments, prune.most, 0, INT32_MAX), .name = "top",
     .value = "N",
     .help = "Keep the models of the N best finished trials alone, 0: none; "
             "all unless given",
     .more = "The best are those of the sweep's goal, of equals the first. "
             "predict, export, inspect --example, plot attention and the "
             "attentions of a report can load no other trial then; results, "
             "tables and tests are as before."},
    {CLI_WHOLE(struct prune_arguments, prune.unused, 0, 36500),
     .name = "unused", .value = "DAYS",
     .help = "Encoded data go that no run has used for so many days; 30 unless "
             "given",
     .more = "They are those of all sweeps of this user on this host, in the "
             "folder that `codarun doctor` names.  A run that wants one makes "
             "it again."},
    {CLI_FLAG(struct prune_arguments, files), .name = "files",
     .help = "A row for each file, not for each kind of file"},
    OPTION_FORMAT(struct prune_arguments, format),
    OPTION_OUTPUT(struct prune_arguments, output),
    CLI_END,
};

/* --- the list ------------------------------------------------------------- */

static void add_columns(struct grid *g, bool files)
{
    if (files)
        grid_column(g, false, "file");
    grid_column(g, false, "what");
    if (!files)
        grid_column(g, true, "files");
    grid_column(g, true, "bytes");
    g->keys = 1;
}

static void add_files(struct grid *g, const struct prune_list *l)
{
    for (long i = 0; i < l->n; i++) {
        const struct prune_file *f = &l->file[i];
        const int row = grid_row(g);

        grid_set(g, row, 0, "%s", f->path);
        grid_set(g, row, 1, "%s", prune_kind_names[f->kind]);
        grid_set(g, row, 2, "%lld", f->bytes);
    }
}

struct file_total {
    long files;
    long long bytes;
};

static struct file_total sum_of(const struct prune_list *l, int kind)
{
    struct file_total sum = {0};

    for (long i = 0; i < l->n; i++)
        if (kind == PRUNE_KINDS || (int)l->file[i].kind == kind) {
            sum.files++;
            sum.bytes += l->file[i].bytes;
        }
    return sum;
}

static void add_kinds(struct grid *g, const struct prune_list *l)
{
    for (int kind = 0; kind < PRUNE_KINDS; kind++) {
        const struct file_total sum = sum_of(l, kind);

        if (!sum.files)
            continue;
        const int row = grid_row(g);

        grid_set(g, row, 0, "%s", prune_kind_names[kind]);
        grid_set(g, row, 1, "%ld", sum.files);
        grid_set(g, row, 2, "%lld", sum.bytes);
    }
}

static char *total(const struct prune_list *l, bool dry_run)
{
    const struct file_total sum = sum_of(l, PRUNE_KINDS);

    if (!sum.files)
        return memory_format("nothing %s removed\n",
                             dry_run ? "would be" : "was");
    return memory_format("%ld file%s of %lld bytes (%.1f MiB) %s removed\n",
                         sum.files, sum.files == 1 ? "" : "s", sum.bytes,
                         (double)sum.bytes / MIB,
                         dry_run          ? "would be"
                         : sum.files == 1 ? "was"
                                          : "were");
}

static int print(const struct prune_arguments *a, const struct prune_list *l,
                 struct error *e)
{
    char *notes = total(l, a->prune.dry_run);
    struct grid grid = {0};
    struct str text = {0};

    add_columns(&grid, a->files);
    if (a->files)
        add_files(&grid, l);
    else
        add_kinds(&grid, l);
    const struct sheet sheet = {.title = a->prune.dir,
                                .grid = &grid,
                                .notes = notes,
                                .line = option_line(a->output)};
    int failed = 0;

    if (!l->n && a->format == &format_text) /* no head without a row */
        str_adds(&text, notes);
    else
        failed = format_write(a->format, &sheet, &text, e);
    failed = failed || option_write(a->output, &text, e);

    str_release(&text);
    grid_release(&grid);
    free(notes);
    return failed ? -1 : 0;
}

/* --- the command ---------------------------------------------------------- */

static const int statuses[] = {[PRUNE_DONE] = EXIT_DONE,
                               [PRUNE_STOPPED] = EXIT_STOPPED,
                               [PRUNE_HELD] = EXIT_HELD};

/* Prune, and print what was removed, however it ended. */
static int prune_and_print(const struct prune_arguments *a, struct error *e)
{
    struct prune_list list;
    struct error why = {""};
    const enum prune_end end = prune(&a->prune, &list, &why);
    int status = end < 0 ? EXIT_ERROR : statuses[end];

    if (end != PRUNE_DONE)
        complain("%s", why.text);
    if ((end == PRUNE_DONE || list.n) && print(a, &list, e))
        status = -1;
    prune_list_release(&list);
    return status;
}

static int run(void *asked, struct error *e)
{
    struct prune_arguments *a = asked;
    char *dir = results_folder(a->name, e);
    int status = -1;

    a->prune.dir = dir;
    if (!a->prune.dry_run) /* a dry run needs no orderly end */
        signals_catch();
    if (dir)
        status = prune_and_print(a, e);
    free(dir);
    return status;
}

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct prune_arguments *a = asked;

    (void)l;
    return option_format_file(a->format, a->output, e);
}

const struct command command_prune = {
    .name = "prune",
    .summary = "free space in a results folder",
    .about =
        "Remove from the results folder DIR what nothing needs any more: of "
        "trials that have finished all states but the model (the best state, "
        "or else the last one); states of trials that have failed, which "
        "predict and the like cannot load then; files that were damaged and "
        "set aside, or left half-written by a kill.  Of the user's cache on "
        "this host encoded data go that no run has used for a month.  DIR may "
        "also be the name of an experiment under results/.",
    .more = "Results, journal and tables are not touched, nor are states of "
            "trials that may go on, so a sweep that was stopped goes on to the "
            "same bits.  Files that codarun does not know are left alone, and "
            "so is all that lies behind a link.  Exit status: 0; 1 an error, "
            "also where files are damaged, as nothing is removed then; "
            "75 another process runs the sweep; 85 stopped by a signal, and "
            "the same command goes on.",
    .options = options,
    .check = check,
    .size = sizeof(struct prune_arguments),
    .preset =
        &(const struct prune_arguments){.prune = {.most = -1, .unused = 30},
                                        .format = &format_text},
    .run = run,
};
