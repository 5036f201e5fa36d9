/*
 * command.h - a command of a program: its name, its options, its function.
 *
 * Commands form a tree: the name of a command with subcommands is followed by
 * the name of one of these, as in `data show`.
 */
#ifndef CONFIG_COMMAND_LINE_COMMAND_H
#define CONFIG_COMMAND_LINE_COMMAND_H

#include "base/core/str.h"
#include "config/command_line/option.h"

struct parsed_line; /* a command line while it is parsed */

struct command {
    const char *name;    /* as typed */
    const char *summary; /* one line, for a list of commands */
    /* What follows its name, one alternative per line; NULL: built from its
     * words. */
    const char *usage;
    const char *about; /* help text before the options; NULL: the summary */
    const char *more;  /* help text after the options; NULL: none */
    const struct cli_option *options; /* options and words; NULL: none */
    const struct command *const *sub; /* subcommands; NULL: none */
    size_t size;                      /* of the struct that `options` fill */
    const void *preset; /* initial values of the struct; NULL: zeros */
    /* Check what no single option can express: -1 with an error if it is wrong.
     * NULL: no check. */
    int (*check)(void *asked, const struct parsed_line *l, struct error *e);
    /* Free what take() of its options, or the command, has put into the struct,
     * also if parsing failed; NULL: nothing to free. */
    void (*release)(void *asked);
    /* Append to its help what only the program knows; NULL: nothing. */
    void (*list)(struct str *out);
    /* Run it with the filled struct, whose members it may change; what
     * `options` own is released afterwards.  Returns the exit status, or -1
     * with an error that is still to be printed.  NULL: a subcommand has to be
     * named. */
    int (*run)(void *asked, struct error *e);
    bool ranks; /* every rank of mpirun runs it, not only the first */
};

/* Find the command that the first words name, from `c` down; its full name is
 * appended.  *words is the number of words used. */
const struct command *command_find(const struct command *c, int n, char **word,
                                   int *words, struct str *name);

enum command_line {
    COMMAND_LINE_WRONG = -1, /* with an error */
    COMMAND_LINE_READ,
    COMMAND_LINE_HELP,  /* --help is asked for */
    COMMAND_LINE_USAGE, /* --usage */
};

/* Parse what follows a command's name into *asked, which is zeroed and c->size
 * large.  argv[0] is not read; the order of the others may change. */
enum command_line command_read(const struct command *c, int argc, char **argv,
                               void *asked, struct error *e);
void command_release(const struct command *c, void *asked);

/* True if the option of this name was given.  For check(). */
bool parsed_line_has(const struct parsed_line *l, const char *name);

/* The name of the subcommand of c that is most similar; NULL if none is. */
const char *command_near(const struct command *c, const char *name);

/* Error: "unknown command 'tabel', did you mean 'table'?"; a subcommand of c is
 * expected. */
int command_unknown(const struct command *c, const char *name, struct error *e);

/* Append what --help prints for a command of this full name; or only its usage
 * lines. */
void command_help(const struct command *c, const char *name, struct str *out);
void command_usage(const struct command *c, const char *name, struct str *out);
/* The usage lines without those of subcommands. */
void command_own_usage(const struct command *c, const char *name,
                       struct str *out);

/* Append its part of the manual page, in roff: headings, text, options. */
void command_manual(const struct command *c, const char *name, struct str *out);

#endif
