#include "config.h"

#include "cmd/sweep_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/system/machine.h"
#include "base/system/thread_binding.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "cmd/simulate_options.h"
#include "engine/comm/comm.h"
#include "engine/comm/start_timeout.h"
#include "report/tables/table.h"
#include "sweep/folder/folder.h"
#include "sweep/results/aggregate.h"
#include "sweep/results/other_data.h"
#include "sweep/run/hook.h"
#include "sweep/run/ranks.h"
#include "sweep/run/signals.h"
#include "sweep/run/sweep.h"

#define ROWS_SHOWN 20 /* of the table at the end: more do not fit on a screen */

const struct cli_option sweep_table[] = {
    {CLI_TEXT(struct sweep_line, sweep.dir), .name = "output", .letter = 'o',
     .value = "DIR", .help = "Results folder; results/NAME unless given"},
    OPTION_SET(struct sweep_line, set,
               "Set a field of the experiment, such as train.seed=2; may be "
               "repeated"),
    {CLI_FLAG(struct sweep_line, sweep.dry_run), .name = "dry-run",
     .help = "List the trials with their size and stop, writing nothing but "
             "the cache of encoded data; warns where the results folder has "
             "another experiment",
     .more = "For each trial it prints the swept values, the number of "
             "parameters, the steps and the memory."},
    {CLI_FLAG(struct sweep_line, sweep.dedicated),
     .name = "dedicated-coordinator", .help = "Keep rank 0 free of training",
     .more = "See STOPPING AND GOING ON for what that is good for."},
    {CLI_FLAG(struct sweep_line, sweep.other_identity),
     .name = "other-identity",
     .help = "Go on with trials begun under another numerics number or kernel "
             "of OpenBLAS, whose last bits may differ, as the results record; "
             "or with a sweep under a conduct number whose rules are not kept",
     .more = "A trial has another identity where codarun's numerics "
             "number is another or, with `train.products: openblas`, the "
             "version or kernel of OpenBLAS.  Saved states of model "
             "universal from before numerics 3 are refused all the same, "
             "because their parameters meant something else.  A sweep "
             "that was begun under conduct number 1 goes on by the rules "
             "of number 2.  Those rules say what a search that learns "
             "proposes, what is drawn from a normal distribution of "
             "whole numbers or steps, and which trials a scheduler lets "
             "go on.  A sweep that was begun under number 2 needs no "
             "option."},
    {CLI_FLAG(struct sweep_line, sweep.retry_failed), .name = "retry-failed",
     .help = "Run failed trials again"},
    {CLI_FLAG(struct sweep_line, sweep.extend), .name = "extend",
     .help = "Admit new trials to the sweep in the results folder, whose own "
             "are kept",
     .more = "New trials come from another value of a grid, say, or from "
             "a larger number of trials.  Every trial that the folder "
             "has must be among the new ones."},
    {CLI_SET(struct sweep_line, sweep.most_failures, 0), .name = "keep-going",
     .help = "Run the other trials when some fail (the default)"},
    {CLI_SET(struct sweep_line, sweep.most_failures, 1), .name = "fail-fast",
     .help = "Stop when a trial fails",
     .more = "Trials that are being trained then stop with a checkpoint."},
    {CLI_WHOLE(struct sweep_line, sweep.most_failures, 1, INT32_MAX),
     .name = "max-failures", .value = "N",
     .help = "Stop when N trials have failed",
     .more = "Only failures of this run count.  Trials that are being "
             "trained then stop with a checkpoint."},
    {CLI_REAL(struct sweep_line, sweep.hours, 0, 1e6), .above = true,
     .name = "hours", .value = "H", .what = "hours",
     .help = "Write checkpoints and stop, with status 85, before H hours are "
             "over since the program began; run.hours unless given",
     .more = "Use it where the batch system kills a job at its time "
             "limit without a signal before.  See STOPPING AND GOING ON."},
    {CLI_FLAG(struct sweep_line, where), .name = "where",
     .help = "Print the results folder and stop",
     .more = "It is for scripts: codarun status \"$(codarun run FILE "
             "--where)\"."},
    {CLI_CHOICE(struct sweep_line, json, option_text_or_json), .name = "format",
     .value = "FORMAT",
     .help = "Of --dry-run and --simulate: text, or json, one object; text "
             "unless given"},
    {CLI_FLAG(struct sweep_line, quiet), .name = "quiet", .letter = 'q',
     .help = "Say nothing but warnings",
     .more = "The table is not printed either.  Lines below it that tell "
             "of damaged files, or of other data than the first trial "
             "had, go to standard error."},
    {CLI_GROUP(struct sweep_line, simulate, simulate_table),
     .help = "Simulation:"},
    CLI_END,
};

/* Return the experiment's file.  `resume DIR` means the experiment of that
 * folder; DIR can also be its name, if there is no such file. */
static char *experiment_of(struct sweep_line *a)
{
    struct stat s;
    struct error none;
    const bool file = !stat(a->file, &s) && !S_ISDIR(s.st_mode);

    if (a->sweep.must_exist && !file)
        a->folder = results_folder(a->file, &none);
    if (!a->folder)
        return memory_string(a->file);
    if (!a->sweep.dir)
        a->sweep.dir = a->folder;
    return folder_path(a->folder, FOLDER_YAML);
}

/* Read the experiment.  If the name is not a file, the error suggests a sweep
 * under results/ with a similar name. */
static int read_experiment(struct sweep_line *a, struct experiment *x,
                           struct error *e)
{
    char *path = experiment_of(a);
    const int failed = experiment_read(x, path, a->set.text, a->set.n, e);

    if (failed && a->sweep.must_exist && !strpbrk(a->file, "./")) {
        char *near = memory_format("results/%s", a->file);

        nearest_file_more(near, e);
        free(near);
    }
    free(path);
    return failed;
}

static char *results_of(const struct sweep_line *a, const struct experiment *x)
{
    return a->sweep.dir ? memory_string(a->sweep.dir)
                        : memory_format("results/%s", x->name);
}

static int simulate_experiment(struct sweep_line *a, const struct experiment *x)
{
    char *dir = results_of(a, x);
    const int status = simulate_print(x, &a->simulate, dir);

    free(dir);
    return status;
}

/* Append only the notes on files left out and other data; returns as
 * report_table(). */
static int report_faults(char *dir, struct str *out, struct error *e)
{
    const long faults = other_data_or_damage(dir, out, e);

    return faults < 0 ? -1 : faults > 0;
}

/* True if there are so many trials that a table would need more memory than the
 * sweep; none of the new files can be missing. */
static bool is_large(const struct experiment *x, const char *dir, bool quiet)
{
    const long n = experiment_trials(x);

    if (n > AGGREGATE_MOST && !quiet)
        say("%ld trials: 'codarun table %s' shows the best\n", n, dir);
    return n > AGGREGATE_MOST;
}

/* Print the table of a sweep that has ended.  Failed trials take precedence
 * over other errors. */
static enum sweep_end show_table(char *dir, bool quiet, enum sweep_end end)
{
    const struct table_view view = {.most = ROWS_SHOWN,
                                    .line = option_line(NULL)};
    struct str out = {0};
    struct error e = {0};
    const int reported = quiet ? report_faults(dir, &out, &e)
                               : report_table(&dir, 1, &view, &out, &e);

    if (reported < 0)
        complain("%s", e.text);
    show_put(str_text(&out), quiet ? stderr : stdout);
    str_release(&out);
    return reported && end != SWEEP_FAILED_TRIALS ? SWEEP_ERROR : end;
}

/* Keep what the hook needs after the experiment is released. */
static void keep_hook(struct sweep_line *a, const struct experiment *x)
{
    char *whole = realpath(a->sweep.dir, NULL);

    a->hook.dir = whole ? whole : memory_string(a->sweep.dir);
    a->hook.command = memory_string(x->run.hook);
}

static void begin_hook(void *line, int status)
{
    struct sweep_line *a = line;

    hook_begin(&a->hook, status);
}

static void finish_hook(void *line)
{
    struct sweep_line *a = line;

    hook_finish(&a->hook);
}

static int run_experiment(struct sweep_line *a, struct experiment *x)
{
    char *dir = results_of(a, x);
    enum sweep_end end;

    a->sweep.dir = dir;
    end = sweep_run(x, &a->sweep, &a->hook.end);
    if (a->hook.end.name)
        keep_hook(a, x);
    if (comm_world()->rank == 0 && !a->sweep.dry_run &&
        (end == SWEEP_DONE || end == SWEEP_FAILED_TRIALS ||
         end == SWEEP_OTHER_DATA) &&
        !is_large(x, dir, a->quiet))
        end = show_table(dir, a->quiet, end);
    free(dir);
    return end == SWEEP_OTHER_DATA ? EXIT_ERROR : (int)end;
}

static void say_what_is_ignored(void)
{
    if (thread_binding_ignored())
        log_info("%s is ignored: threads run on whatever cores the job has on "
                 "their host",
                 thread_binding_ignored());
    if (machine_ignored())
        log_info("%s is ignored: it is of another machine, for "
                 "HWLOC_THISSYSTEM=1 is not set",
                 machine_ignored());
}

static int on_all_ranks(struct sweep_line *a)
{
    struct experiment x = {0};
    struct error e = {0};
    int status = EXIT_ERROR;

    log_setup(comm_world()->rank, comm_world()->host, a->quiet);
    say_what_is_ignored();
    start_timeout_all_came();
    const int failed = read_experiment(a, &x, &e);

    if (ranks_agreed(failed, &e) && ranks_agreed(ranks_same_text(&x, &e), &e))
        status = !a->simulate.n            ? run_experiment(a, &x)
                 : comm_world()->rank == 0 ? simulate_experiment(a, &x)
                                           : EXIT_DONE;
    else if (world_any(signals_seen())) /* possibly only one rank got the
                                           signal */
        status = EXIT_STOPPED;
    experiment_release(&x);
    return status;
}

/* Print the folder, for scripts that watch it. */
static int print_folder(struct sweep_line *a)
{
    struct experiment x = {0};
    struct error e = {0};
    const int failed = read_experiment(a, &x, &e);

    if (failed)
        complain("%s", e.text);
    else {
        char *dir = results_of(a, &x);

        say("%s\n", dir);
        free(dir);
    }
    experiment_release(&x);
    return failed ? EXIT_ERROR : EXIT_DONE;
}

/* A simulated sweep has one rank. */
static bool begin_start_timeout(const struct sweep_line *a)
{
    struct error e;
    const bool begun = a->simulate.n || !start_timeout_begin(&e);

    if (!begun)
        complain("%s", e.text);
    return begun;
}

/* If processes do not see each other, the first one reports it. */
static bool is_joined(bool first)
{
    struct error e;
    const bool met = launch_is_joined(&e);

    if (!met && first)
        complain("%s", e.text);
    return met;
}

static int run_command(struct sweep_line *a)
{
    const bool first = launch_first(); /* before MPI starts */
    const bool keeps = !a->simulate.n; /* a simulation stores nothing */
    const struct comm_last last = {begin_hook, finish_hook, a};

    if (keeps)
        signals_catch(); /* first, since MPI is slow to start */
    if (!begin_start_timeout(a))
        return EXIT_ERROR;
    comm_start();
    comm_at_end(&last);
    if (keeps)
        signals_catch(); /* again, as an MPI library may have taken SIGHUP */
    return launch_end(is_joined(first) ? on_all_ranks(a) : EXIT_ERROR);
}

int sweep_line_check(void *asked, const struct parsed_line *l, struct error *e)
{
    struct sweep_line *a = asked;

    a->sweep.json = a->json;
    a->simulate.json = a->json;
    return parsed_line_has(l, "format") && !a->sweep.dry_run && !a->simulate.n
               ? error_set(e, "found --format, expected it with --dry-run or "
                              "--simulate")
               : 0;
}

int sweep_command(struct sweep_line *a)
{
    if (!a->where)
        return run_command(a);
    return launch_first() ? print_folder(a) : EXIT_DONE;
}

void sweep_line_release(void *asked)
{
    struct sweep_line *a = asked;

    hook_release(&a->hook);
    free(a->folder);
    free(a->simulate.workers);
}
