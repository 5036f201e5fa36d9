/*
 * ensemble_table.h - what `codarun ensemble` prints: a row a trial, and one of
 * what those that are taken come to together.
 */
#ifndef CMD_ENSEMBLE_ENSEMBLE_TABLE_H
#define CMD_ENSEMBLE_ENSEMBLE_TABLE_H

#include "cmd/ensemble/ensemble_choice.h"
#include "config/command_line/option.h"
#include "report/format/format.h"
#include "sweep/results/cached_task.h"

#define MAX_FOLDERS 64

struct ensemble_asked {
    struct strings dir;  /* MAX_FOLDERS at most */
    struct strings list; /* of the trials of each, or n = 0 */
    int by;
    struct ensemble_choice choice;
    enum split split; /* SPLIT_NONE: not said */
    const struct format_kind *format;
    const char *output, *predictions, *none;
};

/* Everything that is printed. */
struct combined {
    const struct ensemble_asked *asked;
    struct named_folder place[MAX_FOLDERS];
    struct ensemble_members members;
    struct cached_task kept;
    const struct task *task;             /* kept */
    struct answer_sheet answers[SPLITS]; /* n = 0: not asked for */
};

/* How many files are left out, as results_left_out() has it. */
long ensemble_left_out(const struct combined *c, struct str *out);

int ensemble_table(const struct combined *c, struct str *out, struct error *e);

#endif
