/*
 * ensemble_table.h - the table of `codarun ensemble`: a row for each trial, and
 * one for the combination of those taken.
 */
#ifndef CMD_ENSEMBLE_ENSEMBLE_TABLE_H
#define CMD_ENSEMBLE_ENSEMBLE_TABLE_H

#include "cmd/ensemble/ensemble_choice.h"
#include "config/command_line/option.h"
#include "report/format/format.h"
#include "sweep/results/cached_task.h"

#define MAX_FOLDERS 64

struct ensemble_asked {
    struct strings dir;  /* at most MAX_FOLDERS */
    struct strings list; /* trials of each folder, or n = 0 */
    int by;
    struct ensemble_choice choice;
    enum split split; /* SPLIT_NONE if not given */
    const struct format_kind *format;
    const char *output, *predictions, *none;
};

/* Everything that the table contains. */
struct combined {
    const struct ensemble_asked *asked;
    struct named_folder place[MAX_FOLDERS];
    struct ensemble_members members;
    struct cached_task kept;
    const struct task *task;             /* borrowed from `kept` */
    struct answer_sheet answers[SPLITS]; /* n = 0 if not asked for */
};

/* Return how many files are left out, as results_left_out() does. */
long ensemble_left_out(const struct combined *c, struct str *out);

int ensemble_table(const struct combined *c, struct str *out, struct error *e);

#endif
