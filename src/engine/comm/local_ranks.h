/*
 * local_ranks.h - the other ranks of this host, watched while MPI starts.
 *
 * MPI_Init() waits for all ranks.  If one dies meanwhile and the launcher does
 * not end the job, the others would wait without end.  So a thread watches the
 * processes that the launcher started on this host for the same job: if one has
 * ended, it reports that and ends this one with status 1.  Ranks of other hosts
 * cannot be watched: for them there is the time limit of comm/start_timeout.h.
 *
 * It needs Linux's /proc and the launcher's variable PMIX_NAMESPACE; without
 * them nothing is watched.  Nor is it if a script of the job runs between
 * launcher and rank: then, too, only the time limit of comm/start_timeout.h is
 * left.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_COMM_LOCAL_RANKS_H
#define ENGINE_COMM_LOCAL_RANKS_H

/* Watch from here on, and until all ranks have come, after which one may
 * end. */
void local_ranks_watch(void);
void local_ranks_leave(void);

#endif
