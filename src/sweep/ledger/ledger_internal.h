/*
 * ledger_internal.h - what the files of a ledger share; private to this folder.
 */
#ifndef SWEEP_LEDGER_LEDGER_INTERNAL_H
#define SWEEP_LEDGER_LEDGER_INTERNAL_H

#include "sweep/ledger/ledger.h"
#include "sweep/ledger/record.h"

/* Pass an entry to the study, and note which attempts have no end. */
int replay_entry(struct ledger *l, enum record_word word,
                 const struct journal_entry *entry, struct error *e);

#endif
