/*
 * ledger.h - what the journal of a sweep says: one value, made by one replay.
 *
 * Whoever reads a journal puts its entries in by ledger_take(), in order, and
 * asks the ledger: `run`, `table`, `status` and simulations alike.  It touches
 * no file, clock, message or screen; entries may be of a journal in memory.
 *
 * With ledger_decide() it tells a study of them as well.  Then it has what a
 * run goes on from: attempts without an end, what was judged of them, and ends
 * that are to be held against the results that are there (ledger/store.h).
 * What comes of that goes into the journal by ledger/write.h.
 *
 * Trials are numbered by the experiment at hand.  The numbers behind a
 * beginning with another plan (experiment_plan()) are those of another
 * experiment, mostly of this one with fewer trials: what follows counts for
 * results, which go by their trial's name, and for nothing else.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_LEDGER_H
#define SWEEP_LEDGER_LEDGER_H

#include "sweep/experiment/proposed.h"
#include "sweep/ledger/index.h"
#include "sweep/study/study.h"

/* What a run goes on from of a trial, by its number. */
struct ledger_trial {
    long bytes; /* of the file of its end; -1: unknown */
    int job;    /* in which an attempt began that has no end; 0: none */
    int blames; /* FAILED: for so many times that the job went down */
    enum event_word verdict : 8; /* on that, which the journal has yet to be
                                    told, unless NAMED: SAVED, DOWN, BLAMED,
                                    FAILED */
    bool over : 1;               /* the journal told of an end last */
    bool again : 1; /* it failed, and is tried again: the journal has to know */
};

_Static_assert(sizeof(struct ledger_trial) <= 24, "there may be very many");

/* Who names trials that are proposed: -1 where one cannot be.  Is told why one
 * was dropped for that. */
struct ledger_names {
    int (*name)(void *context, const struct assignment *a, struct digest *name,
                struct error *e);
    void (*dropped)(void *context, const struct error *why);
    void *context;
};

struct ledger {
    const struct search *search;    /* borrowed, as is the scheduler */
    const struct chosen *scheduler; /* NULL: none */
    uint64_t plan;                  /* the experiment's */
    bool foreign;                   /* what comes now is of another plan */
    struct index index;             /* what it says of results */
    struct proposed proposed; /* what trials there are; without a study alone */
    struct study *study;      /* owned; NULL: nobody decides by it */
    struct ledger_names names;
    long recorded; /* proposals that the journal has */
    long jobs;     /* that have begun */
    long downs;    /* trials of which each may have ended the last one, */
    bool cleared;  /* and none is to be a suspect any longer */
    long n, room;
    struct ledger_trial *trial; /* [n] as told; owned */
};

/* Of an experiment, which stays where it is. */
void ledger_init(struct ledger *l, const struct experiment *x);

/* Of a search that is no experiment's, for simulations. */
void ledger_init_search(struct ledger *l, const struct search *search,
                        const struct chosen *scheduler);
void ledger_release(struct ledger *l);

/* Tell a study, too, for so many slots. */
void ledger_decide(struct ledger *l, int slots, const struct policy *policy,
                   const struct ledger_names *names);

/* An entry, in order; for journal_read() and its kin. */
int ledger_take(void *ledger, const struct journal_entry *entry,
                struct error *e);

/* All that a journal's file has; there may be none.  Of a damaged one it has
 * taken what stands before that. */
int ledger_read(struct ledger *l, const char *path, struct error *e);

/* The name that trial `number` was proposed by; false: it does not say. */
bool ledger_name(const struct ledger *l, long number, struct digest *name);

/* What a run goes on from of a trial; and the same to be changed. */
struct ledger_trial ledger_trial(const struct ledger *l, long number);
struct ledger_trial *ledger_trial_of(struct ledger *l, long number);

/* Name what the study has proposed; one that cannot be named is dropped by a
 * search that learns, and an error of another. */
int ledger_name_proposal(struct ledger *l, const struct assignment *a,
                         struct error *e);

/* -1: the next proposal was cancelled while it was worked out. */
int ledger_check_waits(const struct ledger *l, struct error *e);

/* The number that the sweep goes on under (study/conduct.h): what was decided
 * under another keeps it, while its rules are known.  `insists`: unless they
 * are not, and the user does. */
int ledger_conduct(const struct ledger *l, bool insists);

/* The number that the sweep of a journal's file was begun under; 0: it does not
 * say. */
int ledger_begun_under(const char *path);

/* An experiment gives its trials by the rules of a number from here on; 0: by
 * those of this program. */
void ledger_set_conduct(struct experiment *x, int conduct);

/* No more trials are proposed: what it says of results and of trials is not
 * asked for any longer. */
void ledger_forget(struct ledger *l);

#endif
