/*
 * verify.c - `codarun verify`: checks files, compares two runs, or trains a
 * trial again and compares.
 */
#include "config.h"

#include "base/core/log.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "cmd/verify/verify.h"
#include "engine/comm/comm.h"

struct verify_arguments {
    const char *name[2];
    long rerun; /* -1 if not given */
    int json;
};

static const struct cli_option options[] = {
    WORD_SWEEP(struct verify_arguments, name[0]),
    {CLI_WORD_OR_NONE(struct verify_arguments, name[1]), .value = "DIR2",
     .complete = completions_add_sweeps},
    {CLI_WHOLE(struct verify_arguments, rerun, 0, INT32_MAX), .name = "rerun",
     .letter = 'r', .value = "TRIAL",
     .help = "Train this trial of DIR again, on all ranks, and compare; or "
             "that of the experiment FILE, and compare with its row in CSV",
     .more = "Steps, metrics and the digest of the parameters are "
             "compared.  A data file that is not there, or not the one "
             "that the trial read, is named.  Of a sweep that was run "
             "with --set, FILE is experiment.yaml of its results folder, "
             "which has these settings."},
    OPTION_TEXT_OR_JSON(struct verify_arguments, json),
    CLI_END,
};

static int on_first_rank(const struct verify_arguments *a)
{
    struct named_folder p[2] = {{0}};
    struct error e = {""}, damage = {""};
    const bool two = a->name[1] != NULL;
    const int failed = two ? named_folder_init(&p[0], a->name[0], &e) ||
                                 named_folder_init(&p[1], a->name[1], &e)
                           : named_folder_open(&p[0], a->name[0], &damage, &e);
    int status = EXIT_ERROR;

    if (failed)
        complain("%s", e.text);
    else if (two)
        status = verify_runs(&p[0], &p[1], a->json);
    else
        status = verify_files(&p[0], &damage, a->json);
    named_folder_release(&p[0]);
    named_folder_release(&p[1]);
    return status;
}

static int run(void *asked, struct error *e)
{
    const struct verify_arguments *a = asked;

    (void)e;
    if (a->rerun < 0)
        return launch_first() ? on_first_rank(a) : EXIT_DONE;
    comm_start();
    log_setup(comm_world()->rank, comm_world()->host, true);
    return launch_end(a->name[1]
                          ? rerun_row(a->rerun, a->name[0], a->name[1], a->json)
                          : rerun_stored(a->rerun, a->name[0], a->json));
}

const struct command command_verify = {
    .name = "verify",
    .summary = "check files, prove two runs equal, train a trial again",
    .usage = "DIR\nDIR1 DIR2\n--rerun TRIAL DIR\n--rerun TRIAL FILE CSV",
    .about = "Check every file of a results folder and print what hash each "
             "trial's parameters have; or prove that two runs are equal; or "
             "train a trial again and compare.",
    .more = "Two trials are equal when configuration, status, steps, metrics, "
            "history, answers and parameters are, bit for bit.  CSV is what "
            "`codarun table --trials --format csv` wrote: a trial is equal to "
            "its row when every column is, the digest of its parameters too.  "
            "Exit status: 0 when all is whole and equal, else 1.",
    .options = options,
    .size = sizeof(struct verify_arguments),
    .preset = &(const struct verify_arguments){.rerun = -1},
    .run = run,
    .ranks = true,
};
