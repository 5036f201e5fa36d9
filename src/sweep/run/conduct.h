/*
 * conduct.h - checks that a sweep continues under the conduct of its folder and
 * its scheduler (study/conduct.h).
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_CONDUCT_H
#define SWEEP_RUN_CONDUCT_H

#include "sweep/run/run_ledger.h"

/* Check that earlier decisions were made by the rules that this program uses
 * for the rest. If the journal does not contain the conduct, a warning is
 * printed. */
int conduct_check(const struct run_ledger *b, struct error *e);

/* Warn of a search that learns nothing, since it has too few trials, and of
 * rungs at the same evaluation, as far as that is known without the data. */
void conduct_warn(const struct run_ledger *b);

#endif
