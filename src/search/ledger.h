/*
 * ledger.h - where every trial of a sweep stands.
 *
 * Built anew at each start, see run/books.h.
 *
 * Threads: the coordinator's.
 */
#ifndef SEARCH_LEDGER_H
#define SEARCH_LEDGER_H

#include "experiment/experiment.h"
#include "results/journal.h"

enum place { PLACE_WAITING, PLACE_RUNNING, PLACE_FINISHED, PLACE_FAILED };

struct ledger_row {
    struct digest digest;
    enum place place;
    long twin;       /* an earlier trial of the same configuration, or -1: a
                        twin is never run, its result is the other's */
    int attempt;     /* the last one begun; 0: none yet */
    int losses;      /* attempts lost since this program began */
    bool journalled; /* the journal, as it was opened, has its end */
    double goal;     /* valid value of the goal, NaN when there is none */
};

struct ledger {
    long n;
    struct ledger_row *row; /* owned */
    long next;              /* no trial before this one waits */
};

/* Every trial waiting, with its digest. */
int ledger_init(struct ledger *l, const struct experiment *x, struct error *e);
void ledger_release(struct ledger *l);

/* Take an entry of the journal into account: for journal_open(). */
void ledger_tell(void *ledger, const struct journal_entry *entry);

/* The first trial that waits, or -1. */
long ledger_next(struct ledger *l);

/* How many trials (twins counted with their other) are at a place. */
long ledger_count(const struct ledger *l, enum place place);

/* The trial with the best goal so far, or -1. */
long ledger_best(const struct ledger *l, bool maximize);

#endif
