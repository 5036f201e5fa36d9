/*
 * write.h - what a run puts into the journal of its sweep, in the order in
 * which a replay is to tell it.
 *
 * The journal may be a file or in memory.  What follows from an entry is done
 * once the journal has it (ledger/journal.h).
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_WRITE_H
#define SWEEP_LEDGER_WRITE_H

#include <inttypes.h>

#include "sweep/ledger/journal.h"
#include "sweep/ledger/store.h"

/* Behind who it is in each beginning: experiment_plan(), and the number of how
 * the sweep is conducted (study/conduct.h). */
#define PLAN " plan %016" PRIx64 " conduct %d"

/* A job begins, which conducts the sweep under this number: then what was
 * judged of all trials, and what is known of each and the journal lacks. */
int ledger_begin(struct ledger *l, struct journal *j, const char *who,
                 int conduct, const struct ledger_store *s, struct error *e);

/* Proposals that it lacks, dropped ones among them; to be called before what
 * follows from them. */
int ledger_record(struct ledger *l, struct journal *j,
                  const struct ledger_store *s, struct error *e);

/* One that was just named, with what is known of it. */
int ledger_record_named(struct ledger *l, struct journal *j, long trial,
                        const struct ledger_store *s, struct error *e);

/* The end of a trial, and before it what its result, whose text is `shared`,
 * has in common with others, where that is new; NULL: it is not known in
 * short. */
int ledger_end(struct ledger *l, struct journal *j, long trial,
               struct ending *end, const char *shared, struct error *e);

#endif
