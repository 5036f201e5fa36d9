/*
 * data_predictions.h - `codarun data predictions`: what a trial answered, as
 * the data set's own scripts read it.
 */
#ifndef CMD_DATA_PREDICTIONS_H
#define CMD_DATA_PREDICTIONS_H

#include "task/predictions.h"

struct predictions_wanted {
    long trial; /* -1: the best */
    enum split split;
    enum predictions what;
};

/* Print the answers of a trial of a results folder, or of a file's. */
int data_predictions(const char *name, const struct predictions_wanted *w,
                     struct error *e);

#endif
