/*
 * folder.h - the layout of a results folder.
 *
 *     NAME/experiment.yaml       the experiment as first run
 *     NAME/experiment.text       its canonical text, for the check
 *     NAME/origin                the folder the experiment's data lie beside
 *     NAME/journal               the coordinator's decisions
 *     NAME/sweep.h5              the aggregate, rebuilt at will
 *     NAME/trials/ab/ab12..h5    result file of a trial, by digest
 *     NAME/states/ab/ab12...last.h5, .best.h5, .step-N.h5
 *     ....h5.damaged             a file of those that was, set aside until
 *                                there is another; nothing reads it
 *     NAME/status.json           how it stands, as its coordinator last said
 *     NAME/events.jsonl          what happened, for programs
 *     NAME/owner                 the lease: who runs the sweep (holder.h)
 *     NAME/stop                  asks the holder of that lease to stop
 *     NAME/checking              by which trials starts checked the input that
 *                                died of it, and one that is at it
 */
#ifndef SWEEP_FOLDER_FOLDER_H
#define SWEEP_FOLDER_FOLDER_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"

/* What stands there by a name of its own, as above. */
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
/* The caller's to free(). */
char *folder_path(const char *dir, enum folder_file file);

void folder_result_path(const char *dir, struct digest trial, struct str *out);
/* Without ending, as struct training wants it. */
void folder_state_path(const char *dir, struct digest trial, struct str *out);

/* One of the states; the caller's to free().  And is a path that of such a one,
 * by its ending?  STATE_STEP is one of many: it has no path by that alone. */
enum folder_state { STATE_BEST, STATE_LAST, STATE_STEP };
char *folder_state_file(const char *dir, struct digest trial,
                        enum folder_state which);
bool folder_is_state(const char *path, enum folder_state which);

/* Is a name in states/ab/ that of a state?  Then it is told of which trial, and
 * which of its states. */
bool folder_names_state(const char *name, struct digest *trial,
                        enum folder_state *which);

/* Is one there or in trials/ab/ that of a damaged file which is set aside? */
bool folder_names_damaged(const char *name);

/* Are the first n characters of one in NAME/ such a name? */
bool folder_names_own(const char *name, size_t n);

/* Remove what a kill left half-written of the files above, and nothing else
 * that somebody put there. */
void folder_clean_results(const char *dir);

/* The trials that have a result file, in the order of their names: how many,
 * and [n] of them, to be freed.  -1: not all of them are known. */
long folder_results(const char *dir, struct digest **trial, struct error *e);

#endif
