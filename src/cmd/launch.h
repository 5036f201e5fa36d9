/*
 * launch.h - commands under mpirun and srun.
 *
 * A command line is read before MPI starts: --help needs no ranks, and a wrong
 * option is answered once, by the first process, with status 2.  A command that
 * all ranks run (struct command) starts MPI itself.
 */
#ifndef CMD_LAUNCH_H
#define CMD_LAUNCH_H

#include <stdbool.h>

#include "base/core/error.h"

/* Is this the first process of what mpirun or srun started, or alone? */
bool launch_first(void);

/* Do the processes that were started together see one another, now that MPI has
 * started?  CODARUN_ALONE=1 allows that they do not.  Else false, with why and
 * what to do. */
bool launch_has_met(struct error *e);

/* End MPI; returns the status this rank should exit with.  Collective. */
int launch_end(int status);

#endif
