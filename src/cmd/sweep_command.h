/*
 * sweep_command.h - what `codarun run` and `codarun resume` share.
 */
#ifndef CMD_SWEEP_COMMAND_H
#define CMD_SWEEP_COMMAND_H

#include <argp.h>
#include <stdbool.h>

extern const struct argp run_argp, resume_argp;

/* Parse the command line, start MPI, run the sweep, print the table. */
int sweep_command(int argc, char **argv, bool resume);

#endif
