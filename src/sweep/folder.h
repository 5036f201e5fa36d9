/*
 * folder.h - the layout of a results folder.
 *
 *     NAME/experiment.yaml       the experiment as first run
 *     NAME/experiment.text       its canonical text, for the check
 *     NAME/origin                the folder the experiment's data lie beside
 *     NAME/journal               the coordinator's decisions
 *     NAME/sweep.h5              the aggregate, rebuilt at will
 *     NAME/trials/ab/ab12..h5    result file of a trial, by digest
 *     NAME/states/ab/ab12...last.h5, .best.h5
 *     NAME/owner                 host, process and its start, while in use
 */
#ifndef SWEEP_FOLDER_H
#define SWEEP_FOLDER_H

#include "base/digest.h"
#include "base/error.h"
#include "base/str.h"

void folder_result_path(const char *dir, struct digest trial, struct str *out);
/* Without ending, as struct training wants it. */
void folder_state_path(const char *dir, struct digest trial, struct str *out);

/*
 * Claim a folder for this process, against two coordinators in one folder.
 * Refused while a living process of this host holds it; a dead one's claim
 * and one of another host are taken over, the latter with a warning, since a
 * job that is started again elsewhere has to go on unattended.  No file
 * locks: on network file systems they hang.
 */
int folder_claim(const char *dir, struct error *e);

/*
 * Did another process take our folder over?  Then -1, with its name; else 0.
 * To be asked before what two must not write; where the owner's file cannot be
 * read nobody is known, and the journal still refuses a second writer.
 */
int folder_lost(const char *dir, struct error *e);
void folder_free(const char *dir); /* gives it back, if it is ours */

#endif
