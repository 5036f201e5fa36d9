/*
 * location.h - where the result of a trial is: in the journal, in a file, or
 * nowhere.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_LOCATION_H
#define SWEEP_RESULTS_LOCATION_H

#include "sweep/ledger/index.h"

/* Where the result of a trial is. */
enum location {
    RESULT_NOWHERE,
    RESULT_IN_JOURNAL, /* alone */
    RESULT_IN_FILE,    /* as the journal describes it; it has a summary */
    RESULT_COPIED,     /* the same, but its modification time differs: whether
                          it is whole was not checked since */
    RESULT_UNKNOWN,    /* in a file that the journal does not describe so */
};

/* *said is the journal's entry for the trial, or NULL; *path, which the caller
 * releases, is where its file is or would be. */
enum location location_find(const struct index *ix, const char *dir,
                            struct digest trial, const struct indexed **said,
                            struct str *path);

/* The error, for a path, if the file is missing although the journal has it. */
#define INDEX_GONE                                                     \
    "result file '%s': found none, expected the one that the journal " \
    "tells of"

#endif
