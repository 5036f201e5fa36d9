/* selection_options.h - options that select trials of a folder: --where,
 * --finished. */
#ifndef CMD_SELECTION_OPTIONS_H
#define CMD_SELECTION_OPTIONS_H

#include "config/command_line/option.h"
#include "report/tables/selection.h"

/* A group in a command's table; its member is a struct selection, which the
 * command releases. */
extern const struct cli_option selection_options[];

#endif
