/*
 * named_folder.h - a results folder named by the user: its experiment, trials
 * and results.
 *
 * Threads: one at a time.
 */
#ifndef CMD_NAMED_FOLDER_H
#define CMD_NAMED_FOLDER_H

#include "sweep/results/results.h"

/* Only the journal has been read into `s`. */
struct named_folder {
    char *dir;
    struct experiment x;
    struct results s;
};
int named_folder_init(struct named_folder *p, const char *name,
                      struct error *e);

/* The same as far as the journal is not damaged; `damage`, which is empty, gets
 * the error. */
int named_folder_open(struct named_folder *p, const char *name,
                      struct error *damage, struct error *e);

/* The same without damaged files, which are found by reading all files:
 * results_salvage_all(). */
int named_folder_salvage(struct named_folder *p, const char *name,
                         struct error *e);
void named_folder_release(struct named_folder *p);

/* Load the result of the trial with a configuration: 1 if it is there, 0 if
 * not, -1 on error. */
int named_folder_load(const struct named_folder *p,
                      const struct trial_config *c, struct result *r,
                      struct error *e);

/* The same for the trial with a number. */
int named_folder_load_number(const struct named_folder *p, long number,
                             struct result *r, struct error *e);

/* Return the number of a trial; -1 if it is not in the folder. */
long named_folder_number(const struct named_folder *p, struct digest trial);

/* Check that there is a trial `number`. */
int named_folder_check(const struct named_folder *p, long number,
                       struct error *e);

/* Load the configuration of trial `number`, and its result, as above; if there
 * is no result, `e` says so, too.  Release both in any case. */
int named_folder_trial(const struct named_folder *p, long number,
                       struct trial_config *c, struct result *r,
                       struct error *e);

#endif
