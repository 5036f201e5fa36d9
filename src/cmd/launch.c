#include "config.h"

#include "cmd/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/launcher.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/output.h"
#include "comm/comm.h"

bool launch_first(void)
{
    return launcher_first();
}

static bool parsing;
static FILE *standard_error; /* while argp has one that shows */

/* argp ends the program itself, behind --help with status 0. */
static void end_help(void)
{
    if (parsing && output_end(EXIT_DONE))
        _exit(EXIT_ERROR);
}

/* A name on the command line may be a file's, which others gave it. */
static ssize_t write_shown(void *unused, const char *bytes, size_t n)
{
    char *text = memory_format("%.*s", (int)n, bytes);

    (void)unused;
    show_put(text, standard_error);
    free(text);
    return (ssize_t)n;
}

/* What argp says is shown: it takes standard error as it is when it begins. */
static void show_errors(void)
{
    const cookie_io_functions_t io = {.write = write_shown};
    FILE *shown = fopencookie(NULL, "w", io);

    standard_error = stderr;
    if (!shown)
        return;
    setvbuf(shown, NULL, _IOLBF, 0);
    stderr = shown;
}

static void show_no_more(void)
{
    fflush(stderr);
    if (stderr != standard_error)
        fclose(stderr);
    stderr = standard_error;
}

void launch_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    argp_err_exit_status = EXIT_USAGE;
    atexit(end_help);
    parsing = true;
    show_errors();
    const int wrong = argp_parse(argp, argc, argv,
                                 launch_first() ? 0 : ARGP_SILENT, NULL, input);

    show_no_more();
    if (wrong)
        exit(launch_first() ? EXIT_USAGE : EXIT_DONE);
    parsing = false;
}

bool launch_has_met(struct error *e)
{
    const struct comm *world = comm_world();

    if (world->size > 1 || world->started == 1 || launcher_alone())
        return true;
    const char *way =
        launcher_slurm().step
            ? "srun --mpi=pmix, or what else of 'srun --mpi=list' Open MPI was "
              "built for, which CODARUN_MPI names to sweep.sbatch"
            : "the mpirun of the Open MPI that codarun was built with";

    error_set(e,
              "%s: found %ld tasks, expected the ranks that MPI sees, 1: each "
              "would run the whole sweep (start them by %s; CODARUN_ALONE=1 "
              "if each is to be a run of its own)",
              world->started_by, world->started, way);
    return false;
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
