#include "config.h"

#include "sweep/coordinator/rank_groups.h"

#include "base/core/log.h"

#define LEAST_SLOTS 16
#define MOST_SLOTS 8192

int rank_groups_slots_per_group(int groups)
{
    const int share = MOST_SLOTS / groups;

    return share > RANK_GROUPS_MOST_SLOTS ? RANK_GROUPS_MOST_SLOTS
           : share < LEAST_SLOTS          ? LEAST_SLOTS
                                          : share;
}

int rank_groups_init(struct rank_groups *rank_groups,
                     const struct experiment *x, int ranks, bool threads,
                     bool dedicated, struct error *e)
{
    const bool alone = dedicated || (!threads && ranks > 1);
    const int workers = ranks - alone;

    *rank_groups = (struct rank_groups){.first = alone,
                                        .ranks = (int)x->run.ranks_per_trial};
    if (!workers)
        return error_set(e, "--dedicated-coordinator needs two ranks at "
                            "least, found 1: start it with mpirun -n 2");
    if (rank_groups->ranks > workers)
        return error_set(e,
                         "run.ranks_per_trial is %d, but only %d rank%s can "
                         "train: start more ranks (mpirun -n %d) or set "
                         "run.ranks_per_trial=%d",
                         rank_groups->ranks, workers, workers == 1 ? "" : "s",
                         rank_groups->ranks + alone, workers);
    rank_groups->groups = workers / rank_groups->ranks;
    rank_groups->slots_per_group =
        rank_groups->ranks == 1
            ? rank_groups_slots_per_group(rank_groups->groups)
            : 1;
    if (alone && !dedicated)
        log_info("this MPI library lacks threads: rank 0 coordinates and "
                 "does not train");
    if (workers % rank_groups->ranks)
        log_info("%d of %d ranks are spare, since they do not fill a group of "
                 "%d: they stand in for others that are lost",
                 workers % rank_groups->ranks, ranks, rank_groups->ranks);
    return 0;
}
