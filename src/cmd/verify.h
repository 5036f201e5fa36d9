/*
 * verify.h - what the files of `codarun verify` share.
 */
#ifndef CMD_VERIFY_H
#define CMD_VERIFY_H

#include "sweep/results.h"

/* A results folder and its trials; nothing read yet. */
struct place {
    char *dir;
    struct experiment x;
    struct results s;
};
int place_init(struct place *p, const char *name, struct error *e);
void place_release(struct place *p);

/* The result of a trial: 1 when there, 0 when there is none, -1 on error. */
int place_load(const struct place *p, struct digest trial, struct result *r,
               struct error *e);

/*
 * Train trial `number` again on all ranks, and compare with what a results
 * folder has of it; or with its row in a CSV file that `codarun table --trials
 * --format csv` wrote of the experiment `file`.  Collective over the world;
 * the exit status, all is printed.
 */
int rerun_stored(long number, const char *folder);
int rerun_row(long number, const char *file, const char *csv);

#endif
