#include "config.h"

#include "cmd/command.h"
#include "cmd/completions.h"
#include "cmd/sweep_command.h"

static int run(void *asked, struct error *e)
{
    (void)e;
    return sweep_command(asked);
}

static const struct cli_option options[] = {
    {CLI_WORD(struct sweep_line, file), .value = "FILE|DIR",
     .what = "an experiment file, or its results folder",
     .complete = completions_add_sweeps},
    {CLI_GROUP_WHOLE(sweep_table)},
    CLI_END,
};

const struct command command_resume = {
    .name = "resume",
    .summary = "go on with an experiment; its results folder has to exist",
    .about = "Go on with the experiment FILE, or the one of the results folder "
             "DIR.  Like run, but the results folder has to exist.  Exit "
             "status: as of run.",
    .options = options,
    .check = sweep_line_check,
    .size = sizeof(struct sweep_line),
    .release = sweep_line_release,
    .preset = &(const struct sweep_line){.sweep = {.must_exist = true}},
    .run = run,
    .ranks = true,
};
