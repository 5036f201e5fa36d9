/*
 * launch.h - commands under mpirun and srun.
 *
 * A command line is parsed before MPI starts.  Therefore --help needs no ranks,
 * and a wrong option is reported once, by the first process, with status 2.  A
 * command that all ranks run (struct command) starts MPI itself.
 */
#ifndef CMD_LAUNCH_H
#define CMD_LAUNCH_H

#include <stdbool.h>

#include "base/core/error.h"

/* True in the first process started by mpirun or srun, or without them. */
bool launch_first(void);

/* True if the processes started together are in one MPI world; call it after
 * MPI has started.  CODARUN_ALONE=1 permits that they are not.  Otherwise
 * false, with an error that says why and what to do. */
bool launch_is_joined(struct error *e);

/* End MPI; returns the status this rank should exit with.  Collective. */
int launch_end(int status);

#endif
