#include "config.h"

#include <stddef.h>

#include "cmd/command.h"
#include "cmd/sweep_command.h"

static int run(int argc, char **argv)
{
    return sweep_command(argc, argv, false);
}

const struct command command_run = {
    .name = "run",
    .summary = "run an experiment, or go on with it where it stopped",
    .argp = &run_argp,
    .run = run,
};
