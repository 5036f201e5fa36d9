/*
 * launcher.h - what mpirun, srun and Slurm tell a process by environment
 * variables: how many tasks there are, and which job they are part of.
 *
 * Threads: call none of these while another thread changes the environment.
 */
#ifndef BASE_SYSTEM_LAUNCHER_H
#define BASE_SYSTEM_LAUNCHER_H

#include <stdbool.h>

/* True if CODARUN_ALONE=1 is set: each task is a run of its own. */
bool launcher_alone(void);

/* True if this is the first process of what was started, or the only one. */
bool launcher_first(void);

/*
 * The number of tasks that were started together with this process; 1 if no
 * variable gives it.  *variable, borrowed, is the one that does, or NULL.  The
 * variables of a batch script itself, which Slurm starts once, do not count.
 */
long launcher_tasks(const char **variable);

/* True if this line of the environment is one by which mpirun, or a plugin of
 * srun, tells a process its rank and job, or tells MPI that there are no
 * others.  Variables of Slurm itself are not. */
bool launcher_says(const char *line);

/* True if the ranks can connect to each other, as with mpirun or srun
 * --mpi=pmix. */
bool launcher_can_join(void);

/* True if srun started it without a way for ranks to connect (--mpi=none). */
bool launcher_cannot_join(void);

/*
 * The Slurm job that this process is part of.  Texts are borrowed from the
 * environment; NULL if unknown.
 */
struct slurm_job {
    const char *job;        /* NULL: no Slurm job */
    const char *array_job;  /* of a task of an array: the array's job, */
    const char *array_task; /* and the task's number */
    long restarts;          /* how often it was requeued */
    const char *partition, *cluster;
    const char *step; /* NULL: not started by srun */
};
struct slurm_job launcher_slurm(void);

/* "12_3", Slurm's name of task 3 of array 12; NULL if it is none.  The caller
 * frees it. */
char *launcher_array_task(const struct slurm_job *j);

#endif
