/* wish.h - options that say which attentions are meant, and on which example:
 * --example, --site, --layer, --pass, --head, --matrix, --rows. */
#ifndef CMD_WISH_H
#define CMD_WISH_H

#include "config/command_line/option.h"
#include "report/inside/inside.h"

/* A group in a command's table; its member is a struct inside_wish. */
extern const struct cli_option wish_options[];

/* The first of them but --example that was given; NULL: none. */
const char *wish_given(const struct inside_wish *w);

#endif
