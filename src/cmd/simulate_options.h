/*
 * simulate_options.h - the options of `codarun run` for a sweep that is played.
 */
#ifndef CMD_SIMULATE_OPTIONS_H
#define CMD_SIMULATE_OPTIONS_H

#include <argp.h>

/* A child of a command's own; its input is a struct simulate_options. */
extern const struct argp simulate_argp;

#endif
