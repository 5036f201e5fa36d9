/*
 * command.h - codarun's commands, and the recipe for adding one.
 *
 * To add one:
 *   1. copy commands/status.c to commands/NAME.c and rename in it;
 *      command_line/option.h says how a command line becomes a struct;
 *   2. add `src/cmd/commands/NAME.c` to subcommands in src/local.mk.
 * That is all: help, completion and the manual page come with it.  A line
 * @NAME@ in cmd/codarun.1.in lets text follow it on the manual page.
 */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include "config/command_line/command.h"

extern const struct command *const commands[]; /* ends with NULL */
extern const struct command program;           /* codarun itself, their
                                                  parent */

/* Exit statuses of all commands. */
enum {
    EXIT_DONE = 0,
    EXIT_ERROR = 1,
    EXIT_USAGE = 2,
    EXIT_FAILED_TRIALS = 3,
    EXIT_HELD = 75,
    EXIT_STOPPED = 85,
};

#endif
