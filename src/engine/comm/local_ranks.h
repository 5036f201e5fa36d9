/*
 * local_ranks.h - the other ranks of this host, while MPI starts.
 *
 * MPI_Init() waits for all ranks.  Under a launcher that goes on without one
 * that died meanwhile, the others would wait for ever, so a thread looks
 * whether the processes that the launcher has started here beside this one, for
 * the same job, are all there: when one has ended, it says so and ends this one
 * with status 1.  Those of other hosts are seen by nobody: for them there is
 * the time of comm/start_timeout.h.
 *
 * Linux's /proc tells, and the launcher by PMIX_NAMESPACE; without them nothing
 * is watched.  Nor is it where a script of the job stands between launcher and
 * rank: for that, too, there is the time of comm/start_timeout.h.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_COMM_LOCAL_RANKS_H
#define ENGINE_COMM_LOCAL_RANKS_H

/* From here on; and until all have come, after which one may end. */
void local_ranks_watch(void);
void local_ranks_leave(void);

#endif
