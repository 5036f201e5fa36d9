/* vectors_options.h - the command line of `codarun vectors`. */
#ifndef CMD_VECTORS_OPTIONS_H
#define CMD_VECTORS_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

#include "cmd/vectors_text.h"
#include "vectors/learn.h"

struct vectors_arguments {
    const char **word; /* owned; [words]: texts, or "neighbours" and its own */
    int words, word_room;
    const char **set; /* owned; [sets] */
    int sets, set_room;
    const char *of, *output;
    struct vectors_text_rule rule;
    bool texts;
    int number;
    unsigned given; /* a bit for each option, of the parser alone */
    struct vectors_job job;
};

/* Ends the process where something is wrong, as argp's parsers do. */
extern const struct argp vectors_argp;

/* Are the neighbours of words asked for, not vectors? */
bool vectors_neighbours(const struct vectors_arguments *a);

#endif
