#include "config.h"

#include "sweep/coordinator/crew.h"

#include "base/core/log.h"
#include "engine/comm/comm.h"

#define LEAST_LANES 16
#define MOST_SLOTS 8192

int crew_lanes(int groups)
{
    const int share = MOST_SLOTS / groups;

    return share > CREW_LANES    ? CREW_LANES
           : share < LEAST_LANES ? LEAST_LANES
                                 : share;
}

int crew_init(struct crew *crew, const struct experiment *x, bool dedicated,
              struct error *e)
{
    const struct comm *world = comm_world();
    const bool alone = dedicated || (!world->threads && world->size > 1);
    const int workers = world->size - alone;

    *crew = (struct crew){.first = alone, .ranks = (int)x->run.ranks_per_trial};
    if (!workers)
        return error_set(e, "--dedicated-coordinator needs two ranks at "
                            "least, found 1: start it with mpirun -n 2");
    if (crew->ranks > workers)
        return error_set(e,
                         "run.ranks_per_trial is %d, but only %d rank%s can "
                         "train: start more ranks (mpirun -n %d) or set "
                         "run.ranks_per_trial=%d",
                         crew->ranks, workers, workers == 1 ? "" : "s",
                         crew->ranks + alone, workers);
    crew->groups = workers / crew->ranks;
    crew->lanes = crew->ranks == 1 ? crew_lanes(crew->groups) : 1;
    if (alone && !dedicated)
        log_info("this MPI library lacks threads: rank 0 coordinates and "
                 "does not train");
    if (workers % crew->ranks)
        log_info("%d of %d ranks are spare, since they do not fill a group of "
                 "%d: they stand in for others that are lost",
                 workers % crew->ranks, world->size, crew->ranks);
    return 0;
}
