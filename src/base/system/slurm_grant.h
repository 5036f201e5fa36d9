/*
 * slurm_grant.h - what Slurm has granted a job on this host, from the variables
 * that it sets in the job's environment.
 *
 * Outside of a job such variables are requests for future jobs, and are
 * ignored.
 */
#ifndef BASE_SYSTEM_SLURM_GRANT_H
#define BASE_SYSTEM_SLURM_GRANT_H

/* The number of processors, and the variable with it; INFINITY if none is
 * set. */
double slurm_processors(const char **by);

/* Bytes of memory for all ranks of the host, and the variables with them;
 * INFINITY if none is set, or if Slurm has granted all there is. */
double slurm_memory(const char **by);

#endif
