/*
 * command.h - subcommands, and the recipe for adding one.
 *
 * To add one:
 *   1. copy cmd/table.c to cmd/NAME.c and rename in it.  Options are parsed
 * with argp; a wrong command line exits with 2;
 *   2. add `src/cmd/NAME.c` to subcommands in src/local.mk;
 *   3. describe it in cmd/codarun.1.
 */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <argp.h>
#include <stdbool.h>

struct offers;

struct command {
    const char *name;    /* as typed */
    const char *summary; /* one line for `codarun --help` */
    bool mpi;            /* main() calls comm_start() before and comm_end()
                            after; run() is then collective over the world */
    /* Its options. */
    const struct argp *argp;
    /* Those its first word names, NULL name behind the last; NULL: none. */
    const struct command *sub;
    /* Offer what may stand behind its first n words (cmd/offers.h); NULL: names
     * of files. */
    void (*offer)(const char *const *word, int n, struct offers *o);
    /* argv[0] is "codarun NAME".  Returns the exit status; has printed its
     * errors ("codarun: ..." on standard error). */
    int (*run)(int argc, char **argv);
};

extern const struct command *const commands[]; /* NULL behind the last */

/* Exit statuses every command uses. */
enum {
    EXIT_DONE = 0,
    EXIT_ERROR = 1,
    EXIT_USAGE = 2,
    EXIT_FAILED_TRIALS = 3,
    EXIT_HELD = 75,
    EXIT_STOPPED = 85,
};

#endif
