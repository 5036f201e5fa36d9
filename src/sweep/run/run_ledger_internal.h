/*
 * run_ledger_internal.h - what run_ledger.c, run_ledger_store.c,
 * run_ledger_data.c and checking.c have between them.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_RUN_LEDGER_INTERNAL_H
#define SWEEP_RUN_RUN_LEDGER_INTERNAL_H

#include "sweep/ledger/store.h"
#include "sweep/results/location.h"
#include "sweep/run/run_ledger.h"

/* The folder's results and states, as the ledger asks for them. */
struct ledger_store run_ledger_store(struct run_ledger *b);

/* Look for the result of one trial. */
int run_ledger_look(struct run_ledger *b, long trial, struct error *e);

/* What a finished trial has read, for run_ledger_check_data(): as its result
 * says; as the journal does, false where it does not; or as that does, unless
 * it does not know the file that is there, and so that has to say.  Trial -1:
 * nobody knows its number. */
void run_ledger_note_result(struct run_ledger *b, long trial,
                            const struct result *r);
bool run_ledger_note_line(struct run_ledger *b, long trial,
                          const struct indexed *said);
int run_ledger_note_known(struct run_ledger *b, long trial, enum location at,
                          const struct indexed *said, const char *path,
                          struct error *e);

#endif
