/*
 * checking.h - what became of starts that died while they checked the input.
 *
 * A start loads what its first trial needs, to find what is wrong before
 * anything is written.  That may take the job down, as a crash in a library or
 * a lack of memory does, before any attempt has begun that the journal could
 * tell of.  So the trial is noted meanwhile, by a line in the file `checking`
 * of its folder; whatever else comes of the check, the line is taken back, and
 * a folder that was made for it alone.
 *
 * A line that the next start finds makes the trial a suspect (ledger/store.h):
 * the input is checked by another.  More than run.retries such deaths in a row
 * are hardly the trials' own doing: the start that finds so many warns of them.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_CHECKING_H
#define SWEEP_RUN_CHECKING_H

#include "sweep/run/run_ledger.h"

/* What starts before have left; it cannot be read: -1. */
int checking_look(struct run_ledger *b, struct error *e);

/* Those that wait and are to be checked by next are suspects where a start died
 * of them. */
void checking_blame(struct run_ledger *b);

/* Around the check by a trial: it is noted, and no more. */
int checking_begin(struct run_ledger *b, long trial, struct error *e);
void checking_end(struct run_ledger *b);

/* The journal knows what starts before have left. */
void checking_forget(struct run_ledger *b);

/* Remove the folder that was made for the check, unless it holds anything. */
void checking_release(struct run_ledger *b);

#endif
