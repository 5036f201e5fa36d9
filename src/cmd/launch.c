#include "config.h"

#include "cmd/launch.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/command.h"
#include "cmd/output.h"
#include "comm/comm.h"

static const char *const rank_names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                         "SLURM_PROCID"};

bool launch_first(void)
{
    for (size_t i = 0; i < sizeof(rank_names) / sizeof(rank_names[0]); i++) {
        const char *rank = getenv(rank_names[i]);

        if (rank)
            return atoi(rank) == 0;
    }
    return true;
}

static bool parsing;

/* argp ends the program itself, behind --help with status 0. */
static void end_help(void)
{
    if (parsing && output_end(EXIT_DONE))
        _exit(EXIT_ERROR);
}

void launch_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    argp_err_exit_status = EXIT_USAGE;
    atexit(end_help);
    parsing = true;
    if (argp_parse(argp, argc, argv, launch_first() ? 0 : ARGP_SILENT, NULL,
                   input))
        exit(launch_first() ? EXIT_USAGE : EXIT_DONE);
    parsing = false;
}

/*
 * mpirun takes the first status that is not 0 for the job's and ends the
 * other ranks for it: so only rank 0 has one, and gives it last.
 */
int launch_end(int status)
{
    const bool first = comm_world()->rank == 0;
    const bool others = comm_world()->size > 1;

    comm_end(first ? status : EXIT_DONE);
    if (first && others && status)
        clock_sleep(0.1);
    return first ? status : EXIT_DONE;
}
