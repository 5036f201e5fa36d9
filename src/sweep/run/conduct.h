/*
 * conduct.h - is a sweep conducted as its folder and its scheduler have it? See
 * study/conduct.h.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_CONDUCT_H
#define SWEEP_RUN_CONDUCT_H

#include "sweep/run/run_ledger.h"

/* Was what is there decided as this program would decide what is left?  Where
 * no journal tells, a warning says so. */
int conduct_check(const struct run_ledger *b, struct error *e);

/* Warn of a search that learns nothing, having too few trials, and of rungs
 * that lie at one evaluation, as far as that is known without the data. */
void conduct_warn(const struct run_ledger *b);

#endif
