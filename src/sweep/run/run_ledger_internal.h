/*
 * run_ledger_internal.h - what run_ledger.c, run_ledger_store.c,
 * run_ledger_data.c and run_ledger_checking.c have between them.
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

/* What starts before have left that died while they checked the input; it
 * cannot be read: -1. */
int run_ledger_checking_look(struct run_ledger *b, struct error *e);

/* Those that wait and are to be checked by next are suspects where a start died
 * of them. */
void run_ledger_checking_blame(struct run_ledger *b);

/* The journal knows what starts before have left. */
void run_ledger_checking_forget(struct run_ledger *b);

/* Remove the folder that was made for the check, unless it holds anything. */
void run_ledger_checking_release(struct run_ledger *b);

#endif
