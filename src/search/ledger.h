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

enum place {
    PLACE_WAITING,
    PLACE_RUNNING,
    PLACE_FINISHED,
    PLACE_FAILED,
    PLACES
};

struct ledger_row {
    struct digest digest;
    enum place place; /* ledger_move() changes it */
    long twins;       /* how many later trials have this one as their twin */
    long twin;        /* an earlier trial of the same configuration, or -1: a
                         twin is never run, its result is the other's */
    int attempt;      /* the last one begun; 0: none yet */
    int losses;       /* attempts lost since this program began */
    bool journalled;  /* the journal, as it was opened, has its end */
    double goal;      /* valid value of the goal, NaN when there is none */
};

/* What is asked at every turn is kept up to date, not counted. */
struct ledger {
    long n;
    struct ledger_row *row; /* owned */
    long next;              /* no trial before this one waits */
    bool maximize;
    long best;          /* the trial with the best goal so far, or -1 */
    long count[PLACES]; /* trials at a place, twins with their other */
    long own[PLACES];   /* without twins */
};

/* Every trial waiting, with its digest. */
int ledger_init(struct ledger *l, const struct experiment *x, struct error *e);
void ledger_release(struct ledger *l);

/* Take an entry of the journal into account: for journal_open(). */
void ledger_tell(void *ledger, const struct journal_entry *entry);

/* The first trial that waits, or -1. */
long ledger_next(struct ledger *l);

/* A trial, no twin, is at another place now. */
void ledger_move(struct ledger *l, long trial, enum place place);

/* The same of one that has finished, with what it came to. */
void ledger_finish(struct ledger *l, long trial, double goal);

#endif
