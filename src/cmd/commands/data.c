/* data.c - `codarun data`: its commands. */
#include "config.h"

#include "cmd/data/data.h"

static const struct command *const below[] = {
    &data_kinds, &data_schema,      &data_show,     &data_stats,
    &data_write, &data_predictions, &data_subwords, &data_passages,
    &data_fetch, NULL,
};

const struct command command_data = {
    .name = "data",
    .summary = "fetch and show data, list kinds, write predictions, subwords, "
               "passages",
    .about = "What an experiment can name, what its data look like, what a "
             "trial answered, and where data come from.",
    .sub = below,
};
