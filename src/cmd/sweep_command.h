/*
 * sweep_command.h - the common parts of `codarun run` and `codarun resume`.
 */
#ifndef CMD_SWEEP_COMMAND_H
#define CMD_SWEEP_COMMAND_H

#include <stdbool.h>

#include "config/command_line/command.h"
#include "sweep/run/hook.h"
#include "sweep/run/sweep.h"
#include "sweep/simulate/simulate.h"

struct sweep_line {
    const char *file; /* an experiment file, or the name of a results folder */
    char *folder;     /* owned: the results folder, if `file` names one */
    struct strings set;
    bool quiet, where;
    int json; /* --dry-run or --simulate prints JSON */
    struct sweep_options sweep;
    struct hook hook; /* owned: runs when the sweep has ended */
    struct simulate_options simulate; /* n = 0 if the sweep is run */
};

/* The options of both. */
extern const struct cli_option sweep_table[];

/* Functions for struct command. */
int sweep_line_check(void *asked, const struct parsed_line *l, struct error *e);
void sweep_line_release(void *asked);

/* Start MPI, run the sweep, print the table. */
int sweep_command(struct sweep_line *a);

#endif
