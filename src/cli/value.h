/* value.h - the value of an option or a word, into its member. */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include "cli/option.h"

/* `text` is borrowed as long as the member is used; NULL of what takes none. */
int cli_take(const struct cli_option *o, const char *text, void *member,
             struct error *e);

/* Which of the names, NULL behind the last, n characters are; -1: none. */
int cli_among(const char *const *names, const char *text, size_t n,
              struct error *e);

#endif
