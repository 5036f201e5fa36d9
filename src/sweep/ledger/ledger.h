/*
 * ledger.h - what the journal of a sweep says: one value, made by one replay.
 *
 * Readers of a journal pass its entries, in order, to ledger_take() and query
 * the ledger: `run`, `table`, `status` and simulations alike. The ledger uses
 * no file, clock, message or screen; the entries may come from a journal in
 * memory.
 *
 * After ledger_decide() it also passes the entries on to a study. Then it
 * contains what a run continues from: attempts without an end, what was judged
 * of them, and ends that have to be compared with the existing results
 * (ledger/store.h). What follows from that is journalled by ledger/write.h.
 *
 * Trials are numbered by the present experiment. Numbers after a beginning with
 * another plan (experiment_plan()) are those of another experiment, mostly of
 * this one with fewer trials: those entries count only for results, which are
 * found by trial name.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_LEDGER_H
#define SWEEP_LEDGER_LEDGER_H

#include "sweep/experiment/proposed.h"
#include "sweep/ledger/index.h"
#include "sweep/study/study.h"

/* What a run knows of a trial to continue from, by its number. */
struct ledger_trial {
    long bytes; /* bytes of the file of its end; -1: unknown */
    int job;    /* job in which an attempt began that has no end; 0: none */
    int blames; /* FAILED: number of jobs that died because of it */
    enum event_word
        verdict : 8;  /* judged of that; has yet to be journalled,
                         unless NAMED: SAVED, SUSPECTED, BLAMED, FAILED */
    bool over : 1;    /* the journal's last entry on it is an end */
    bool again : 1;   /* it failed, and is tried again; has to be journalled */
    bool earlier : 1; /* its result is of an attempt before the last one */
};

_Static_assert(sizeof(struct ledger_trial) <= 24, "there may be very many");

/* Names proposed trials. name() returns -1 if a trial cannot be named;
 * dropped() gets the reason if it is dropped for that. */
struct ledger_names {
    int (*name)(void *context, const struct assignment *a, struct digest *name,
                struct error *e);
    void (*dropped)(void *context, const struct error *why);
    void *context;
};

struct ledger {
    const struct search *search;    /* borrowed, as is the scheduler */
    const struct chosen *scheduler; /* NULL if there is none */
    uint64_t plan;                  /* the experiment's */
    bool foreign;                   /* the entries now are of another plan */
    struct index index;             /* the results */
    struct proposed proposed;       /* the trials; only without a study */
    struct study *study;            /* owned; NULL before ledger_decide() */
    struct ledger_names names;
    long recorded; /* proposals that the journal has */
    long jobs;     /* jobs that have begun */
    long suspects; /* trials that may each have ended the last job */
    bool cleared;  /* no trial remains a suspect */
    long n, room;
    struct ledger_trial *trial; /* [n] as journalled; owned */
};

/* Initialize for an experiment, which must stay where it is. */
void ledger_init(struct ledger *l, const struct experiment *x);

/* Initialize for a search without an experiment, for simulations. */
void ledger_init_search(struct ledger *l, const struct search *search,
                        const struct chosen *scheduler);
void ledger_release(struct ledger *l);

/* Make a study of so many slots, which gets the entries, too. */
void ledger_decide(struct ledger *l, int slots, const struct policy *policy,
                   const struct ledger_names *names);

/* Take the next entry; a callback for journal_read() and the like. */
int ledger_take(void *ledger, const struct journal_entry *entry,
                struct error *e);

/* Take all entries of a journal file; it may not exist. If it is damaged, the
 * entries before the damage have been taken. */
int ledger_read(struct ledger *l, const char *path, struct error *e);

/* Get the name that trial `number` was proposed by; false if unknown. */
bool ledger_name(const struct ledger *l, long number, struct digest *name);

/* Return the state of a trial to continue from, by value and for changing. */
struct ledger_trial ledger_trial(const struct ledger *l, long number);
struct ledger_trial *ledger_trial_of(struct ledger *l, long number);

/* Name what the study has proposed. If it cannot be named, a search that learns
 * drops it; else it is an error. */
int ledger_name_proposal(struct ledger *l, const struct assignment *a,
                         struct error *e);

/* -1 if the next proposal was cancelled while it was computed. */
int ledger_check_waits(const struct ledger *l, struct error *e);

/* Return the conduct that the sweep continues under (study/conduct.h): that of
 * its earlier decisions, or this program's if no decision depends on it. If
 * this program does not know the earlier rules and the user `insists`, the
 * nearest conduct that it knows. */
int ledger_conduct(const struct ledger *l, bool insists);

/* Return the conduct that the sweep of a journal file was begun under; 0 if
 * unknown. */
int ledger_begun_under(const char *path);

/* From here on an experiment proposes its trials by the rules of this conduct;
 * 0: of this program's. */
void ledger_set_conduct(struct experiment *x, int conduct);

/* No more trials are proposed: forget the results and the trials, which are not
 * needed any longer. */
void ledger_forget(struct ledger *l);

#endif
