#include "config.h"

#include "cmd/command.h"
#include "cmd/sweep_command.h"

static int run(void *asked, struct error *e)
{
    (void)e;
    return sweep_command(asked);
}

static const struct cli_option options[] = {
    {CLI_WORD(struct sweep_line, file), .value = "FILE",
     .what = "an experiment file"},
    {CLI_GROUP_WHOLE(sweep_table)},
    CLI_END,
};

const struct command command_run = {
    .name = "run",
    .summary = "run an experiment, or go on with it where it stopped",
    .about = "Run every trial of the experiment FILE, on all ranks of mpirun "
             "or srun, and print the table.  The same command again goes on "
             "where it stopped.",
    .more = "Exit status: 0 done, 1 an error, 2 a wrong command line, 3 "
            "finished with failed trials, 75 another process runs the sweep in "
            "that folder, which was left alone, 85 stopped and resumable.",
    .options = options,
    .check = sweep_line_check,
    .size = sizeof(struct sweep_line),
    .release = sweep_line_release,
    .run = run,
    .ranks = true,
};
