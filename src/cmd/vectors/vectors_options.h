/* vectors_options.h - the command line of `codarun vectors`. */
#ifndef CMD_VECTORS_VECTORS_OPTIONS_H
#define CMD_VECTORS_VECTORS_OPTIONS_H

#include "cmd/vectors/vectors_text.h"
#include "config/command_line/command.h"
#include "engine/word_vectors/learn.h"

struct vectors_asked {
    struct strings text; /* to learn from */
    struct task_asked of;
    const char *output;
    struct vectors_text_rule rule;
    bool texts;
    struct vectors_job job;
};

extern const struct cli_option vectors_options[];

/* Checks that involve several options, for struct command. */
int vectors_check(void *asked, const struct parsed_line *l, struct error *e);

#endif
