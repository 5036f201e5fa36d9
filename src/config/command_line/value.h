/* value.h - store the value of an option or a word in its member. */
#ifndef CONFIG_COMMAND_LINE_VALUE_H
#define CONFIG_COMMAND_LINE_VALUE_H

#include "config/command_line/option.h"

/* `text` is borrowed as long as the member is used; NULL for an option without
 * a value. */
int cli_take(const struct cli_option *o, const char *text, void *member,
             struct error *e);

/* The index of the name, in a NULL-terminated list, that equals n characters;
 * -1 if none does. */
int cli_among(const char *const *names, const char *text, size_t n,
              struct error *e);

#endif
