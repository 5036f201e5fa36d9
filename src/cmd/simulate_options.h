/*
 * simulate_options.h - the options of `codarun run` for a sweep that is
 * simulated, and playing it.
 */
#ifndef CMD_SIMULATE_OPTIONS_H
#define CMD_SIMULATE_OPTIONS_H

#include "config/command_line/option.h"
#include "sweep/simulate/simulate.h"

/* A group in a command's table; its member is a struct simulate_options. */
extern const struct cli_option simulate_table[];

/* Play the sweep and print what it would take, by what trials in the results
 * folder did, which it notes in o; returns the exit status. */
int simulate_print(const struct experiment *x, struct simulate_options *o,
                   const char *dir);

#endif
