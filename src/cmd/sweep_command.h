/*
 * sweep_command.h - what `codarun run` and `codarun resume` share.
 */
#ifndef CMD_SWEEP_COMMAND_H
#define CMD_SWEEP_COMMAND_H

#include <stdbool.h>

#include "config/command_line/command.h"
#include "sweep/run/hook.h"
#include "sweep/run/sweep.h"
#include "sweep/simulate/simulate.h"

struct sweep_line {
    const char *file; /* or what a results folder is known by */
    char *folder;     /* owned: of results, where file names one */
    struct strings set;
    bool quiet, where;
    int json; /* what --dry-run or --simulate prints */
    struct sweep_options sweep;
    struct hook hook; /* owned: for when it has ended */
    struct simulate_options simulate; /* n = 0: it is run */
};

/* Their options. */
extern const struct cli_option sweep_table[];

/* For struct command. */
int sweep_line_check(void *asked, const struct parsed_line *l, struct error *e);
void sweep_line_release(void *asked);

/* Start MPI, run the sweep, print the table. */
int sweep_command(struct sweep_line *a);

#endif
