#include "config.h"

#include "cmd/launch.h"

#include "base/core/clock.h"
#include "base/system/launcher.h"
#include "cmd/command.h"
#include "engine/comm/comm.h"

bool launch_first(void)
{
    return launcher_first();
}

bool launch_is_joined(struct error *e)
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
 * mpirun uses the first nonzero status for the job, and then ends the other
 * ranks.  So only rank 0 returns a status, and is the last to exit.
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
