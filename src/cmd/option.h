/* option.h - values of options that commands share; wrong ones end the
 * program as a wrong command line does. */
#ifndef CMD_OPTION_H
#define CMD_OPTION_H

#include <argp.h>

#include "format/format.h"
#include "task/task.h"

/* The argument of a command that takes one, and what it is: "folder". */
void option_only(const char *what, const char *arg, const char **into,
                 struct argp_state *state);

/* --split: train, valid or test, or those from `first` on. */
enum split option_split(const char *name, enum split first,
                        struct argp_state *state);

/* Which of the names, NULL behind the last. */
int option_choice(const char *option, const char *const *names,
                  const char *text, struct argp_state *state);

/* A whole number, `least` at least; the option without its dashes. */
long option_number(const char *option, const char *text, long least,
                   struct argp_state *state);

/* The same with the most that it may be. */
long option_whole(const char *option, const char *text, long least, long most,
                  struct argp_state *state);

/* A number of a range; the option likewise. */
struct option_range {
    const char *what; /* "a number", "hours" */
    double least, most;
    bool above; /* more than `least` */
};
double option_real(const char *option, const char *text, struct option_range r,
                   struct argp_state *state);

/* --format: the one of this name. */
const struct format_kind *option_format(const char *name,
                                        struct argp_state *state);

/* A format that is no text wants --output. */
void option_format_file(const struct format_kind *format, const char *output,
                        struct argp_state *state);

/* A file that is to be written, and is there, wants --force. */
int option_check_file(const char *file, bool force, struct error *e);

/* How many characters a line of text has room for where it is written: the
 * terminal's; 0: on none, as --output's file is. */
int option_line(const char *output);

/* Write to the file that --output names, or print; NULL: it was not given. */
int option_write(const char *output, const struct str *text, struct error *e);

#endif
