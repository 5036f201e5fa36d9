/* value.h - the value of an option or a word, into its member. */
#ifndef CONFIG_COMMAND_LINE_VALUE_H
#define CONFIG_COMMAND_LINE_VALUE_H

#include "config/command_line/option.h"

/* `text` is borrowed as long as the member is used; NULL of what takes none. */
int cli_take(const struct cli_option *o, const char *text, void *member,
             struct error *e);

/* Which of the names, NULL behind the last, n characters are; -1: none. */
int cli_among(const char *const *names, const char *text, size_t n,
              struct error *e);

#endif
