/*
 * data.h - the commands below `codarun data`.
 *
 * To add one: write cmd/data/data_NAME.c with its struct command, declare it
 * here, and add a line to commands/data.c.
 */
#ifndef CMD_DATA_DATA_H
#define CMD_DATA_DATA_H

#include "cmd/command.h"
#include "cmd/data/data_task.h"
#include "cmd/option.h"

extern const struct command data_kinds, data_show, data_stats, data_write,
    data_predictions, data_subwords, data_passages, data_fetch, data_schema;

/* The word that names an experiment, and its option --set; m is a struct
 * task_asked. */
#define DATA_EXPERIMENT(s, m)                             \
    {                                                     \
        CLI_WORD(s, m.name), .value = "EXPERIMENT",       \
                             .what = "an experiment file" \
    }
#define DATA_SET_FIELD(s, m)                                               \
    OPTION_SET(s, m.set,                                                   \
               "Set a field of the experiment, such as task.lower=false; " \
               "may be repeated")

#endif
