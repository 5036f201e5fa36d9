/*
 * write.h - what a run writes into the journal of its sweep, in the order that
 * a replay needs.
 *
 * The journal may be a file or in memory. What follows from an entry is done
 * once the entry is in the journal (ledger/journal.h).
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_WRITE_H
#define SWEEP_LEDGER_WRITE_H

#include <inttypes.h>

#include "sweep/ledger/journal.h"
#include "sweep/ledger/store.h"

/* Text of each `begin` entry after the process's name: experiment_plan() and
 * the sweep's conduct (study/conduct.h). */
#define PLAN " plan %016" PRIx64 " conduct %d"

/* Journal that a job begins, with the conduct of the sweep, then the verdicts
 * on all trials, then what is known of each and missing in the journal. */
int ledger_begin(struct ledger *l, struct journal *j, const char *who,
                 int conduct, const struct ledger_store *s, struct error *e);

/* Journal the proposals that it lacks, including dropped ones; to be called
 * before what follows from them. */
int ledger_record(struct ledger *l, struct journal *j,
                  const struct ledger_store *s, struct error *e);

/* Journal a proposal that was just named, with what is known of it. */
int ledger_record_named(struct ledger *l, struct journal *j, long trial,
                        const struct ledger_store *s, struct error *e);

/* Journal the end of a trial. Before it comes what its result has in common
 * with others, `shared`, if that is new; NULL: the short result is unknown. */
int ledger_end(struct ledger *l, struct journal *j, long trial,
               struct ending *end, const char *shared, struct error *e);

#endif
