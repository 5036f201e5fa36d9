/*
 * verify.h - declarations shared by the files of `codarun verify`.
 *
 * Each function prints its findings, as lines or, at the end, as one JSON
 * object, and returns the exit status.  If nothing could be compared, it prints
 * only an error on standard error.
 */
#ifndef CMD_VERIFY_VERIFY_H
#define CMD_VERIFY_VERIFY_H

#include <stdbool.h>

#include "cmd/named_folder.h"

/* Check every file of a folder.  `journal` is the error in the journal, or
 * empty. */
int verify_files(const struct named_folder *p, const struct error *journal,
                 bool json);

/* Compare the results of the trials of two folders. */
int verify_runs(const struct named_folder *a, const struct named_folder *b,
                bool json);

/*
 * Train trial `number` again on all ranks, and compare with its result in a
 * results folder; or with its row in a CSV file that `codarun table --trials
 * --format csv` wrote for the experiment `file`.  Collective over the world.
 */
int rerun_stored(long number, const char *folder, bool json);
int rerun_row(long number, const char *file, const char *csv, bool json);

/* Write the members common to both into the JSON object that is open; `before`
 * is the identity of the earlier result, NULL if it is not known. */
void rerun_put(long number, bool equal, const struct result *is,
               const char *before, struct str *out);

/* Write the digest of a trial's parameters into the JSON object that is open;
 * null for a failed trial, which has none. */
void parameters_put(struct digest params, struct str *out);

#endif
