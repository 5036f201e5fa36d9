/*
 * run_ledger_internal.h - shared by run_ledger.c, run_ledger_store.c,
 * run_ledger_data.c and run_ledger_checking.c.
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

/* Compare one trial's end in the journal with its result. */
int run_ledger_compare(struct run_ledger *b, long trial, struct error *e);

/* Note the data that a finished trial has read, for run_ledger_check_data():
 * from its result; from the journal, false if it does not contain them; or from
 * the journal, unless that does not match the file, which is then read. Trial
 * -1: its number is unknown. */
void run_ledger_note_result(struct run_ledger *b, long trial,
                            const struct result *r);
bool run_ledger_note_line(struct run_ledger *b, long trial,
                          const struct indexed *said);
int run_ledger_note_known(struct run_ledger *b, long trial, enum location at,
                          const struct indexed *said, const char *path,
                          struct error *e);

/* Read the notes of earlier starts that died while they checked the input; -1
 * if they cannot be read. */
int run_ledger_checking_read(struct run_ledger *b, struct error *e);

/* The waiting trials that would check the input next become suspects if a start
 * died of them. */
void run_ledger_checking_blame(struct run_ledger *b);

/* The notes of earlier starts are in the journal: remove them. */
void run_ledger_checking_forget(struct run_ledger *b);

/* Remove the folder that was made for the check, unless it holds anything. */
void run_ledger_checking_release(struct run_ledger *b);

#endif
