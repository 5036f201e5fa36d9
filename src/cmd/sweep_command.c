#include "config.h"

#include "cmd/sweep_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/processors.h"
#include "base/show.h"
#include "base/thread_binding.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "cmd/simulate_options.h"
#include "comm/comm.h"
#include "comm/meeting.h"
#include "report/table.h"
#include "results/aggregate.h"
#include "results/folder.h"
#include "results/other_data.h"
#include "run/ranks.h"
#include "run/signals.h"
#include "run/sweep.h"

enum {
    KEY_SET = 256,
    KEY_DRY,
    KEY_DEDICATED,
    KEY_OTHER,
    KEY_RETRY,
    KEY_EXTEND,
    KEY_KEEP_GOING,
    KEY_FAIL_FAST,
    KEY_MAX_FAILURES,
    KEY_HOURS,
    KEY_WHERE,
};

#define ROWS_SHOWN 20 /* of the table at the end: a screen holds no more */

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "Results folder; results/NAME unless given", 0},
    {"set", KEY_SET, "FIELD=VALUE", 0,
     "Set a field of the experiment, such as train.seed=2; may be repeated", 0},
    {"dry-run", KEY_DRY, NULL, 0,
     "List the trials with their size and stop, writing nothing but the cache "
     "of encoded data; warns where the results folder has another experiment",
     0},
    {"dedicated-coordinator", KEY_DEDICATED, NULL, 0,
     "Keep rank 0 free of training", 0},
    {"other-identity", KEY_OTHER, NULL, 0,
     "Go on with trials begun under another numerics number or kernel of "
     "OpenBLAS, whose last bits may differ, as the results record; or with a "
     "sweep under a conduct number whose rules are not kept",
     0},
    {"retry-failed", KEY_RETRY, NULL, 0, "Run failed trials again", 0},
    {"extend", KEY_EXTEND, NULL, 0,
     "Admit new trials to the sweep in the results folder, whose own are kept",
     0},
    {"keep-going", KEY_KEEP_GOING, NULL, 0,
     "Run the other trials when some fail (the default)", 0},
    {"fail-fast", KEY_FAIL_FAST, NULL, 0, "Stop when a trial fails", 0},
    {"max-failures", KEY_MAX_FAILURES, "N", 0, "Stop when N trials have failed",
     0},
    {"hours", KEY_HOURS, "H", 0,
     "Write checkpoints and stop, with status 85, before H hours are over "
     "since "
     "the program began; run.hours unless given",
     0},
    {"where", KEY_WHERE, NULL, 0, "Print the results folder and stop", 0},
    {"quiet", 'q', NULL, 0, "Say nothing but warnings", 0},
    {0},
};

struct arguments {
    const char *file;
    char *folder;     /* owned: of results, where file names one */
    const char **set; /* [n]; owned */
    int n, room;
    bool quiet, where;
    struct sweep_options sweep;
    struct simulate_options simulate; /* n = 0: it is run */
};

/* How the sweep is run. */
static error_t parse_sweep(int key, char *arg, struct argp_state *state,
                           struct sweep_options *o)
{
    switch (key) {
    case 'o':
        o->dir = arg;
        return 0;
    case KEY_DRY:
        o->dry_run = true;
        return 0;
    case KEY_DEDICATED:
        o->dedicated = true;
        return 0;
    case KEY_OTHER:
        o->other_identity = true;
        return 0;
    case KEY_RETRY:
        o->retry_failed = true;
        return 0;
    case KEY_EXTEND:
        o->extend = true;
        return 0;
    case KEY_KEEP_GOING:
        o->most_failures = 0;
        return 0;
    case KEY_FAIL_FAST:
        o->most_failures = 1;
        return 0;
    case KEY_MAX_FAILURES:
        o->most_failures = option_number("max-failures", arg, 1, state);
        return 0;
    case KEY_HOURS:
        o->hours = option_real(
            "hours", arg, (struct option_range){"hours", 0, 1e6, true}, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_SET:
        GROW(a->set, a->n, a->room);
        a->set[a->n++] = arg;
        return 0;
    case KEY_WHERE:
        a->where = true;
        return 0;
    case 'q':
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        option_only("file", arg, &a->file, state);
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->simulate;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected an experiment file");
        return EINVAL;
    case ARGP_KEY_END:
        if (a->simulate.n && a->sweep.dry_run)
            argp_error(state, "found --dry-run with --simulate, expected one "
                              "of them");
        return 0;
    default:
        return parse_sweep(key, arg, state, &a->sweep);
    }
}

static const struct argp_child children[] = {{.argp = &simulate_argp}, {0}};

const struct argp run_argp = {
    .options = options,
    .children = children,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Run every trial of the experiment FILE, on all ranks of mpirun "
           "or srun, and print the table.  The same command again goes on "
           "where it stopped.\v"
           "Exit status: 0 done, 1 an error, 2 a wrong command line, 3 "
           "finished with failed trials, 75 another process runs the sweep in "
           "that folder, which was left alone, 85 stopped and resumable.",
};

const struct argp resume_argp = {
    .options = options,
    .children = children,
    .parser = parse,
    .args_doc = "FILE|DIR",
    .doc = "Go on with the experiment FILE, or the one of the results folder "
           "DIR.  Like run, but the results folder has to exist.  Exit status: "
           "as of run.",
};

/* `resume DIR` means the experiment that was first run there; so does its name,
 * where no file has it. */
static char *experiment_of(struct arguments *a)
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

static char *results_of(const struct arguments *a, const struct experiment *x)
{
    return a->sweep.dir ? memory_string(a->sweep.dir)
                        : memory_format("results/%s", x->name);
}

static int simulate_experiment(struct arguments *a, const struct experiment *x)
{
    char *dir = results_of(a, x);
    const int status = simulate_print(x, &a->simulate, dir);

    free(dir);
    return status;
}

/* What stands below the table when files are left out or trials have read other
 * data, alone; as report_table(). */
static int report_faults(char *dir, struct str *out, struct error *e)
{
    const long faults = other_data_or_damage(dir, out, e);

    return faults < 0 ? -1 : faults > 0;
}

/* Of very many trials a table takes more memory than all else, and of those
 * that were trained just now no file can be missing. */
static bool is_large(const struct experiment *x, const char *dir, bool quiet)
{
    const long n = experiment_known(x);

    if (n > AGGREGATE_MOST && !quiet)
        say("%ld trials: 'codarun table %s' shows the best\n", n, dir);
    return n > AGGREGATE_MOST;
}

/* Of a sweep that is over.  Trials that have failed are the greater evil. */
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

static int run_experiment(struct arguments *a, struct experiment *x)
{
    char *dir = results_of(a, x);
    enum sweep_end end;

    a->sweep.dir = dir;
    end = sweep_run(x, &a->sweep);
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
    if (processors_ignored())
        log_info("%s is ignored: it is of another machine, for "
                 "HWLOC_THISSYSTEM=1 is not set",
                 processors_ignored());
}

static int on_all_ranks(struct arguments *a)
{
    struct experiment x = {0};
    struct error e = {0};
    char *path = experiment_of(a);
    int status = EXIT_ERROR, failed;

    log_setup(comm_world()->rank, comm_world()->host, a->quiet);
    say_what_is_ignored();
    meeting_all_came();
    failed = experiment_read(&x, path, a->set, a->n, &e);
    if (ranks_agreed(failed, &e) && ranks_agreed(ranks_same_text(&x, &e), &e))
        status = !a->simulate.n            ? run_experiment(a, &x)
                 : comm_world()->rank == 0 ? simulate_experiment(a, &x)
                                           : EXIT_DONE;
    else if (world_any(signals_seen())) /* one rank alone may be told */
        status = EXIT_STOPPED;
    experiment_release(&x);
    free(path);
    return status;
}

/* For scripts that watch it. */
static int print_folder(struct arguments *a)
{
    struct experiment x = {0};
    struct error e = {0};
    char *path = experiment_of(a);
    const int failed = experiment_read(&x, path, a->set, a->n, &e);

    if (failed)
        complain("%s", e.text);
    else {
        char *dir = results_of(a, &x);

        say("%s\n", dir);
        free(dir);
    }
    experiment_release(&x);
    free(path);
    return failed ? EXIT_ERROR : EXIT_DONE;
}

/* A sweep that is simulated has one rank. */
static bool begin_meeting(const struct arguments *a)
{
    struct error e;
    const bool begun = a->simulate.n || !meeting_begin(&e);

    if (!begun)
        complain("%s", e.text);
    return begun;
}

/* Of processes that do not see one another the first one says so. */
static bool has_met(bool first)
{
    struct error e;
    const bool met = launch_has_met(&e);

    if (!met && first)
        complain("%s", e.text);
    return met;
}

static int run_command(struct arguments *a, int *argc, char ***argv)
{
    const bool first = launch_first(); /* before MPI says otherwise */
    const bool keeps = !a->simulate.n; /* what is played keeps nothing */

    if (keeps)
        signals_catch(); /* first: MPI takes its time to start */
    if (!begin_meeting(a))
        return EXIT_ERROR;
    comm_start(argc, argv);
    if (keeps)
        signals_catch(); /* again: a library of MPI may have taken SIGHUP */
    return launch_end(has_met(first) ? on_all_ranks(a) : EXIT_ERROR);
}

int sweep_command(int argc, char **argv, bool resume)
{
    struct arguments a = {.sweep = {.must_exist = resume}};
    int status = EXIT_DONE;

    launch_parse(resume ? &resume_argp : &run_argp, argc, argv, &a);
    if (!a.where)
        status = run_command(&a, &argc, &argv);
    else if (launch_first())
        status = print_folder(&a);
    free(a.folder);
    free(a.set);
    free(a.simulate.workers);
    return status;
}
