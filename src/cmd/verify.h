/*
 * verify.h - what the files of `codarun verify` share.
 */
#ifndef CMD_VERIFY_H
#define CMD_VERIFY_H

/*
 * Train trial `number` again on all ranks, and compare with what a results
 * folder has of it; or with its row in a CSV file that `codarun table --trials
 * --format csv` wrote of the experiment `file`.  Collective over the world;
 * the exit status, all is printed.
 */
int rerun_stored(long number, const char *folder);
int rerun_row(long number, const char *file, const char *csv);

#endif
