/*
 * launcher.h - what mpirun, srun and Slurm say in the environment.
 *
 * Of how many tasks there are, and of which job they are part.
 *
 * Threads: none of these while another changes the environment.
 */
#ifndef BASE_SYSTEM_LAUNCHER_H
#define BASE_SYSTEM_LAUNCHER_H

#include <stdbool.h>

/* Does CODARUN_ALONE=1 say that each task is a run of its own? */
bool launcher_alone(void);

/* Is this the first process of what was started, or alone? */
bool launcher_first(void);

/*
 * As one of how many tasks was this process started?  1 where nobody says more;
 * *variable, borrowed, is the one that says so, or NULL.  Those of a batch
 * script itself, which Slurm starts once, do not count.
 */
long launcher_tasks(const char **variable);

/* Is this line of the environment one by which mpirun, or a plugin of srun,
 * tells a process which rank of what job it is, or MPI that there is none
 * beside it?  Those of Slurm itself are none. */
bool launcher_says(const char *line);

/* Was it told how ranks meet, as by mpirun or srun --mpi=pmix? */
bool launcher_lets_meet(void);

/* Was it started by srun without a way for ranks to meet (--mpi=none)? */
bool launcher_is_mute(void);

/*
 * The Slurm job that this process is part of.  Texts are borrowed from the
 * environment; NULL: unknown.
 */
struct slurm_job {
    const char *job;        /* NULL: no job of Slurm's */
    const char *array_job;  /* of an array's task: the array, */
    const char *array_task; /* and which task */
    long restarts;          /* how often it was put back into the queue */
    const char *partition, *cluster;
    const char *step; /* NULL: not started by srun */
};
struct slurm_job launcher_slurm(void);

/* "12_3", as Slurm calls task 3 of array 12; NULL where it is none.  The
 * caller's. */
char *launcher_array_task(const struct slurm_job *j);

#endif
