/*
 * named_folder.h - a results folder that a person names: its experiment, its
 * trials, and the results that they have.
 *
 * Threads: one at a time.
 */
#ifndef CMD_NAMED_FOLDER_H
#define CMD_NAMED_FOLDER_H

#include "sweep/results/results.h"

/* Of `s` no more than the journal is read yet. */
struct named_folder {
    char *dir;
    struct experiment x;
    struct results s;
};
int named_folder_init(struct named_folder *p, const char *name,
                      struct error *e);

/* The same as far as its journal is whole; `damage`, which is empty, gets what
 * is not. */
int named_folder_open(struct named_folder *p, const char *name,
                      struct error *damage, struct error *e);

/* The same but for what is damaged, all of which is found out by reading every
 * file: results_salvage_all(). */
int named_folder_salvage(struct named_folder *p, const char *name,
                         struct error *e);
void named_folder_release(struct named_folder *p);

/* The result of the trial of a configuration: 1 when there, 0 when there is
 * none, -1 on error. */
int named_folder_load(const struct named_folder *p,
                      const struct trial_config *c, struct result *r,
                      struct error *e);

/* The same of the trial of a number. */
int named_folder_load_number(const struct named_folder *p, long number,
                             struct result *r, struct error *e);

/* The number of a trial; -1: it is none of the folder's. */
long named_folder_number(const struct named_folder *p, struct digest trial);

/* Is there a trial `number`? */
int named_folder_check(const struct named_folder *p, long number,
                       struct error *e);

/* The configuration of trial `number`, and its result likewise; `e` says which
 * there is none of, too.  Both are to be released whatever is returned. */
int named_folder_trial(const struct named_folder *p, long number,
                       struct trial_config *c, struct result *r,
                       struct error *e);

#endif
