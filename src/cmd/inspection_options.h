/* inspection_options.h - options that select attentions and an example:
 * --example, --site, --layer, --pass, --head, --matrix, --rows. */
#ifndef CMD_INSPECTION_OPTIONS_H
#define CMD_INSPECTION_OPTIONS_H

#include "config/command_line/option.h"
#include "report/inspection/inspection.h"

/* A group in a command's table; its member is a struct inspection_request. */
extern const struct cli_option inspection_options[];

/* Return the first of them, other than --example, that was given; NULL if none
 * was. */
const char *inspection_options_given(const struct inspection_request *w);

#endif
