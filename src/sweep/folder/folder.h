/*
 * folder.h - the layout of a results folder.
 *
 *     NAME/experiment.yaml       the experiment as first run
 *     NAME/experiment.text       its canonical text, to compare with
 *     NAME/origin                the folder the experiment's data lie beside
 *     NAME/journal               the coordinator's decisions
 *     NAME/sweep.h5              all results in one file, can be made again
 *     NAME/trials/ab/ab12..h5    result file of a trial, by digest
 *     NAME/states/ab/ab12...last.h5, .best.h5, .step-N.h5
 *     ....h5.damaged             one of these files that was damaged, kept
 *                                until a new one is written; never read
 *     NAME/status.json           the sweep's status, by its coordinator
 *     NAME/events.jsonl          events of the sweep, for programs
 *     NAME/owner                 the lease: who runs the sweep (holder.h)
 *     NAME/stop                  asks the holder of that lease to stop
 *     NAME/checking              trials by which starts checked their input:
 *                                those at which a start died, and the current
 *                                one
 */
#ifndef SWEEP_FOLDER_FOLDER_H
#define SWEEP_FOLDER_FOLDER_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"

/* The entries above that have one fixed name. */
enum folder_file {
    FOLDER_YAML,
    FOLDER_TEXT,
    FOLDER_ORIGIN,
    FOLDER_JOURNAL,
    FOLDER_SWEEP,
    FOLDER_TRIALS,
    FOLDER_STATES,
    FOLDER_STATUS,
    FOLDER_EVENTS,
    FOLDER_OWNER,
    FOLDER_STOP,
    FOLDER_CHECKING
};

const char *folder_entry(enum folder_file file);
/* The caller frees it. */
char *folder_path(const char *dir, enum folder_file file);

void folder_result_path(const char *dir, struct digest trial, struct str *out);
/* Without extension, as struct training expects it. */
void folder_state_path(const char *dir, struct digest trial, struct str *out);

/* Make the folders of such a file, as states/ab/.  The results folder is not
 * made: it exists, or else was moved away and must not be made again. */
int folder_make_for_trial(const char *path, struct error *e);

/* The path of one of the states; the caller frees it.  And: true if a path has
 * the extension of such a state.  STATE_STEP has many files, and no path
 * here. */
enum folder_state { STATE_BEST, STATE_LAST, STATE_STEP };
char *folder_state_file(const char *dir, struct digest trial,
                        enum folder_state which);
bool folder_is_state(const char *path, enum folder_state which);

/* True if a name in states/ab/ is that of a state; then *trial and *which are
 * set. */
bool folder_names_state(const char *name, struct digest *trial,
                        enum folder_state *which);

/* True if a name in states/ab/ or trials/ab/ is that of a damaged file that was
 * set aside. */
bool folder_names_damaged(const char *name);

/* True if the first n characters of a name in NAME/ are one of the names
 * above. */
bool folder_names_own(const char *name, size_t n);

/* Remove files of the list above that a killed process left incomplete, and
 * nothing that a user put there. */
void folder_clean_results(const char *dir);

/* Find the trials that have a result file, in the order of their names: returns
 * their number, and [n] of them, which the caller frees. -1 if a folder cannot
 * be read. */
long folder_results(const char *dir, struct digest **trial, struct error *e);

#endif
