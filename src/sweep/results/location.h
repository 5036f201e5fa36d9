/*
 * location.h - where the result of a trial stands: in the journal, in a file,
 * or nowhere.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_LOCATION_H
#define SWEEP_RESULTS_LOCATION_H

#include "sweep/ledger/index.h"

/* Where the result of a trial stands. */
enum location {
    RESULT_NOWHERE,
    RESULT_IN_JOURNAL, /* alone */
    RESULT_IN_FILE,    /* as the journal says, which has it in short */
    RESULT_COPIED,     /* the same, but for the time of its last change: whether
                          it is whole nobody has looked since */
    RESULT_UNKNOWN,    /* in a file that the journal does not know so */
};

/* `said` is what the journal says of the trial, NULL for nothing; *path, to be
 * released, is where its file is or would be. */
enum location location_find(const struct index *ix, const char *dir,
                            struct digest trial, const struct indexed **said,
                            struct str *path);

/* What is wrong, of a path, where that is nowhere though the journal tells of
 * it. */
#define INDEX_GONE                                                     \
    "result file '%s': found none, expected the one that the journal " \
    "tells of"

#endif
