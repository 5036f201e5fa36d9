/*
 * results.h - the results of a folder in memory, in trial order.
 *
 * Read from the trial files, which are the truth; answers and units are left
 * behind, so a sweep of thousands of trials fits.
 *
 * Threads: one at a time.
 */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include "experiment/experiment.h"
#include "store/result.h"

struct results_row {
    long number;
    struct digest trial;
    char *config;         /* trial_config_row(): every field; owned */
    bool present;         /* is there a result file? */
    struct result result; /* when present; without answers and units; owned */
};

/* Trials whose configuration equals that of an earlier one are left out. */
struct results {
    long n;
    struct results_row *row; /* owned */
    char *dir;               /* owned: where they are from; NULL: nowhere */
};

/* Read the experiment a folder belongs to, in the folder's schema. */
int results_experiment(const char *dir, struct experiment *x, struct error *e);

/* The trials, without reading what they left behind. */
int results_list(struct results *s, const struct experiment *x,
                 struct error *e);

/* A damaged or unreadable result file is an error. */
int results_read(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e);
void results_release(struct results *s);

/* All of the result of a trial that is present, read again, to be released. */
int results_whole(const struct results *s, const struct results_row *row,
                  struct result *r, struct error *e);

/* The units of a split of a trial that is present, read again, to be released;
 * n = 0 when it has none. */
int results_units(const struct results *s, const struct results_row *row,
                  int split, struct units *u, struct error *e);

#endif
