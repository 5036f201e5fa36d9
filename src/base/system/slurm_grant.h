/*
 * slurm_grant.h - what Slurm has granted a job on this host, by the variables
 * that it sets in the job's environment.
 *
 * Outside of a job such variables are requests for jobs to come, and count for
 * nothing.
 */
#ifndef BASE_SYSTEM_SLURM_GRANT_H
#define BASE_SYSTEM_SLURM_GRANT_H

/* How many processors, and the variable that says so; INFINITY: none does. */
double slurm_processors(const char **by);

/* Bytes of memory for all ranks of the host, and the variables that say so;
 * INFINITY: it does not say, or has granted all there is. */
double slurm_memory(const char **by);

#endif
