/*
 * simulate_options.h - the options of `codarun run` for simulating a sweep, and
 * the simulation.
 */
#ifndef CMD_SIMULATE_OPTIONS_H
#define CMD_SIMULATE_OPTIONS_H

#include "config/command_line/option.h"
#include "sweep/simulate/simulate.h"

/* A group in a command's table; its member is a struct simulate_options. */
extern const struct cli_option simulate_table[];

/* Simulate the sweep and print how long it would take, based on the durations
 * of trials in the results folder, which are noted in o; returns the exit
 * status. */
int simulate_print(const struct experiment *x, struct simulate_options *o,
                   const char *dir);

#endif
