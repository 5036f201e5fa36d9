/* schema_history.h - the rows of the schema for the histories of a sweep, which
 * follow those of schema_rows.h. */
#ifndef ENGINE_STORE_SCHEMA_HISTORY_H
#define ENGINE_STORE_SCHEMA_HISTORY_H

#include "engine/store/schema_rows.h"

static const struct schema_row history_rows[] = {
    {"history", "/", "group", "-", "-",
     "what codarun history --format hdf5 writes"},
    {"history", "/@format", "text", "-", "-", "codarun history 1"},
    {"history", "/@title", "text", "-", "-", "name of the experiment"},
    {"history", "/@notes", "text", "-", "-",
     "lines on what is left out, as it is damaged"},
    {"history", "/history", "table", "[rows]", "-",
     "a row for each trial, step and metric"},
    {"history", "/history:trial", "int64", "[rows]", "-",
     "place in the sweep, from 0"},
    {"history", "/history:status", "text", "[rows]", "-",
     "finished, failed or unfinished"},
    {"history", "/history:step", "int64", "[rows]", "steps",
     "optimiser's steps done"},
    {"history", "/history:epoch", "float64", "[rows]", "epochs",
     "passes over the training data done; NaN: unknown"},
    {"history", "/history:metric", "text", "[rows]", "-",
     "loss, learning_rate, valid.METRIC, test.METRIC or QUANTITY.mean, .spread "
     "or .negative"},
    {"history", "/history:value", "float64", "[rows]", "metric", "its value"},
    {"history", "/history:FIELD", "int64, float64 or text", "[rows]", "-",
     "a swept field of the configuration, _ for each dot; NaN or empty: the "
     "trial has none"},
    {"history", "/history@description", "text", "-", "-", DESCRIPTION},
    {"history", "/history@COLUMN_description", "text", "-", "-",
     COLUMN_DESCRIPTION},
    {"history", "/history@COLUMN_units", "text", "-", "-", COLUMN_UNITS},
};

#endif
