/* option.h - values of options that commands share; wrong ones end the
 * program as a wrong command line does. */
#ifndef CMD_OPTION_H
#define CMD_OPTION_H

#include <argp.h>

#include "task/task.h"

/* --split: train, valid or test, or those from `first` on. */
enum split option_split(const char *name, enum split first,
                        struct argp_state *state);

/* Which of the names, NULL behind the last. */
int option_choice(const char *option, const char *const *names,
                  const char *text, struct argp_state *state);

/* A whole number, `least` at least; the option without its dashes. */
long option_number(const char *option, const char *text, long least,
                   struct argp_state *state);

#endif
