/*
 * sweep_command.h - what `codarun run` and `codarun resume` share.
 */
#ifndef CMD_SWEEP_COMMAND_H
#define CMD_SWEEP_COMMAND_H

#include <stdbool.h>

#include "cli/option.h"
#include "run/sweep.h"
#include "simulate/simulate.h"

struct sweep_line {
    const char *file; /* or what a results folder is known by */
    char *folder;     /* owned: of results, where file names one */
    struct strings set;
    bool quiet, where;
    struct sweep_options sweep;
    struct simulate_options simulate; /* n = 0: it is run */
};

/* Their options. */
extern const struct cli_option sweep_table[];

/* Start MPI, run the sweep, print the table. */
int sweep_command(struct sweep_line *a);
void sweep_line_release(void *asked); /* for struct command */

#endif
