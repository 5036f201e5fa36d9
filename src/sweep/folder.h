/*
 * folder.h - the layout of a results folder.
 *
 *     NAME/experiment.yaml       the experiment as first run
 *     NAME/experiment.text       its canonical text, for the check
 *     NAME/journal               the coordinator's decisions
 *     NAME/sweep.h5              the aggregate, rebuilt at will
 *     NAME/trials/ab/ab12..h5    result file of a trial, by digest
 *     NAME/states/ab/ab12...last.h5, .best.h5
 */
#ifndef SWEEP_FOLDER_H
#define SWEEP_FOLDER_H

#include "base/digest.h"
#include "base/str.h"

void folder_result_path(const char *dir, struct digest trial, struct str *out);
/* Without ending, as struct training wants it. */
void folder_state_path(const char *dir, struct digest trial, struct str *out);

#endif
