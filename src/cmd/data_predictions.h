/*
 * data_predictions.h - `codarun data predictions`: what a trial answered, as
 * the data set's own scripts read it.
 */
#ifndef CMD_DATA_PREDICTIONS_H
#define CMD_DATA_PREDICTIONS_H

#include "task/predictions.h"

struct predictions_wanted {
    long trial;
    enum split split;
    enum predictions what;
};

/* Print the answers of a trial of a results folder. */
int data_predictions(const char *folder, const struct predictions_wanted *w,
                     struct error *e);

#endif
