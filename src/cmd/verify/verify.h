/*
 * verify.h - what the files of `codarun verify` share.
 *
 * Each returns the exit status, all is printed: as lines, or as one JSON object
 * once all is known.  Where nothing could be compared that is an error on
 * standard error alone.
 */
#ifndef CMD_VERIFY_VERIFY_H
#define CMD_VERIFY_VERIFY_H

#include <stdbool.h>

#include "cmd/named_folder.h"

/* Is every file of a folder whole?  `journal`: what is wrong with that, or
 * empty. */
int verify_files(const struct named_folder *p, const struct error *journal,
                 bool json);

/* Have the trials of two folders the same results? */
int verify_runs(const struct named_folder *a, const struct named_folder *b,
                bool json);

/*
 * Train trial `number` again on all ranks, and compare with what a results
 * folder has of it; or with its row in a CSV file that `codarun table --trials
 * --format csv` wrote of the experiment `file`.  Collective over the world.
 */
int rerun_stored(long number, const char *folder, bool json);
int rerun_row(long number, const char *file, const char *csv, bool json);

/* What both say in any case, into the object that is open: `before`, the
 * identity of what is compared with; NULL: not known. */
void rerun_put(long number, bool equal, const struct result *is,
               const char *before, struct str *out);

/* The digest of a trial's parameters, into the object that is open; null of one
 * that failed and so has none. */
void parameters_put(struct digest params, struct str *out);

#endif
