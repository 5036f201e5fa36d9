/*
 * place.h - a results folder that a person names: its experiment, its trials,
 * and the results that they have.
 *
 * Threads: one at a time.
 */
#ifndef CMD_PLACE_H
#define CMD_PLACE_H

#include "sweep/results/results.h"

/* Of `s` no more than the journal is read yet. */
struct place {
    char *dir;
    struct experiment x;
    struct results s;
};
int place_init(struct place *p, const char *name, struct error *e);

/* The same as far as its journal is whole; `damage`, which is empty, gets what
 * is not. */
int place_open(struct place *p, const char *name, struct error *damage,
               struct error *e);

/* The same but for what is damaged, all of which is found out by reading every
 * file: results_salvage_all(). */
int place_salvage(struct place *p, const char *name, struct error *e);
void place_release(struct place *p);

/* The result of the trial of a configuration: 1 when there, 0 when there is
 * none, -1 on error. */
int place_load(const struct place *p, const struct trial_config *c,
               struct result *r, struct error *e);

/* The same of the trial of a number. */
int place_load_number(const struct place *p, long number, struct result *r,
                      struct error *e);

/* The number of a trial; -1: it is none of the folder's. */
long place_number(const struct place *p, struct digest trial);

/* Is there a trial `number`? */
int place_check(const struct place *p, long number, struct error *e);

/* The configuration of trial `number`, and its result likewise; `e` says which
 * there is none of, too.  Both are to be released whatever is returned. */
int place_trial(const struct place *p, long number, struct trial_config *c,
                struct result *r, struct error *e);

#endif
