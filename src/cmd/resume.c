#include "config.h"

#include <stddef.h>

#include "cmd/command.h"
#include "cmd/offers.h"
#include "cmd/sweep_command.h"

static int run(int argc, char **argv)
{
    return sweep_command(argc, argv, true);
}

const struct command command_resume = {
    .name = "resume",
    .summary = "go on with an experiment; its results folder has to exist",
    .argp = &resume_argp,
    .offer = offer_sweep_first,
    .run = run,
};
