/* wish.h - options that say which attentions are meant, and on which example:
 * --example, --site, --layer, --pass, --head, --matrix, --rows; wrong ones end
 * the program as a wrong command line does. */
#ifndef CMD_WISH_H
#define CMD_WISH_H

#include <argp.h>

#include "report/inside.h"

/* For a command's struct argp; at ARGP_KEY_INIT it gives the only child a
 * struct inside_wish as its input. */
extern const struct argp_child wish_children[];

/* The first of them but --example that was given; NULL: none. */
const char *wish_given(const struct inside_wish *w);

#endif
