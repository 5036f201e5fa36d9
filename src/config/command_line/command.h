/*
 * command.h - a command of a program: its name, its command line, what it does.
 *
 * Commands make a tree: one that has others below it is followed by the name of
 * one of them, as `data` is by `data show`.
 */
#ifndef CONFIG_COMMAND_LINE_COMMAND_H
#define CONFIG_COMMAND_LINE_COMMAND_H

#include "base/core/str.h"
#include "config/command_line/option.h"

struct parsed_line; /* a command line while it is read */

struct command {
    const char *name;    /* as typed */
    const char *summary; /* one line, for a list of commands */
    /* What stands behind its name, an alternative a line; NULL: as its words
     * say. */
    const char *usage;
    const char *about; /* what it does, above its options; NULL: the summary */
    const char *more;  /* below its options; NULL: nothing */
    const struct cli_option *options; /* its command line; NULL: none */
    const struct command *const *sub; /* below it; NULL: none */
    size_t size;                      /* of the struct that `options` fill */
    const void *preset;               /* what that has at first; NULL: zeros */
    /* -1 for what no option says by itself; NULL: all is right. */
    int (*check)(void *asked, const struct parsed_line *l, struct error *e);
    /* Free what take() of its options, or the command, has put into it; NULL:
     * nothing.  Whatever came of the command line. */
    void (*release)(void *asked);
    /* Append to its help what only the program knows; NULL: nothing. */
    void (*list)(struct str *out);
    /* With the filled struct, whose members the command may change; what
     * `options` own is released behind it.  Returns the exit status, or -1 with
     * an error that is still to be printed.  NULL: one of those below it has to
     * be named. */
    int (*run)(void *asked, struct error *e);
    bool ranks; /* every rank of mpirun runs it, not the first alone */
};

/* The command that the first words name, from `c` down, whose full name is
 * appended.  *words is how many of them do. */
const struct command *command_find(const struct command *c, int n, char **word,
                                   int *words, struct str *name);

enum command_line {
    COMMAND_LINE_WRONG = -1, /* with an error */
    COMMAND_LINE_READ,
    COMMAND_LINE_HELP,  /* --help is asked for */
    COMMAND_LINE_USAGE, /* --usage */
};

/* Read what stands behind a command's name into *asked, zeroed and c->size
 * large.  argv[0] is not read; the order of the others may change. */
enum command_line command_read(const struct command *c, int argc, char **argv,
                               void *asked, struct error *e);
void command_release(const struct command *c, void *asked);

/* Was the option of this name given?  For check(). */
bool parsed_line_has(const struct parsed_line *l, const char *name);

/* The name of the one below c that is named most like this; NULL: none is. */
const char *command_near(const struct command *c, const char *name);

/* "unknown command 'tabel', did you mean 'table'?": one below c is expected. */
int command_unknown(const struct command *c, const char *name, struct error *e);

/* What --help prints of a command of this full name, appended; and its lines of
 * usage alone. */
void command_help(const struct command *c, const char *name, struct str *out);
void command_usage(const struct command *c, const char *name, struct str *out);
/* Those without the commands below it. */
void command_own_usage(const struct command *c, const char *name,
                       struct str *out);

/* What the manual page has of it, in roff: headings, text, options. */
void command_manual(const struct command *c, const char *name, struct str *out);

#endif
