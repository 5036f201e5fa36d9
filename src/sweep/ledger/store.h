/*
 * store.h - the results and states of trials, as a ledger asks for them: a
 * results folder has them, or a simulated disk.
 *
 * Results are the truth: one that the journal lacks is adopted, and an end that
 * the journal tells of without its result is no end.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_STORE_H
#define SWEEP_LEDGER_STORE_H

#include "sweep/ledger/ledger.h"

/* What is there of a trial's result. */
enum result_finding {
    FOUND_NONE,
    FOUND_TOLD,  /* what the journal told of last */
    FOUND_OTHER, /* this: */
};
struct found_result {
    int attempt;
    bool failed;
    double goal; /* NaN for none */
};

/* How a trial ended; to be released. */
struct found_ending {
    struct ending end;      /* but for its texts, which are these: */
    struct str shared, own; /* its result in short; empty: unknown */
    struct str reason;      /* failed: why */
};
void found_ending_release(struct found_ending *f);

struct ledger_store {
    void *context;

    /* Is a result there?  enum result_finding, or -1; `told`: the journal's
     * last word is that the trial ended. */
    int (*find)(void *context, long trial, bool told, struct found_result *r,
                struct error *e);

    /* Has an attempt, or a later one, left a state to go on from? */
    bool (*has_saved)(void *context, const struct trial *t);

    /* A trial is proposed: it has the state that it begins from, if any. */
    void (*inherit)(void *context, const struct assignment *a,
                    const struct trial *t);

    /* How a trial ended that the journal does not know as over. */
    int (*ending)(void *context, long trial, struct found_ending *f,
                  struct error *e);

    /* Remove the result of one that is tried again; there may be none. */
    int (*remove)(void *context, long trial, struct error *e);

    /* Make one of a trial that failed for the job that went down. */
    int (*fail)(void *context, long trial, int times, struct found_ending *f,
                struct error *e);
};

/* Hold what the journal says of a trial's end against the result that is there,
 * and tell the study.  `retry`: one that failed is tried again. */
int ledger_look(struct ledger *l, long trial, const struct ledger_store *s,
                bool retry, struct error *e);

/*
 * The last job died: judge the trials that it had in hand, each once.
 *
 * A job that ends in order leaves the folder, and says of every trial what came
 * of it, or at least that it was told to stop.  One that was killed, or went
 * down with a trial that crashed or had no memory left, does neither: its lease
 * is still there, and the journal has attempts that began and have no end.  A
 * trial of which that attempt had saved a state is none that takes the job down
 * before it comes further.  The others are suspects (study/study.h).
 *
 * The study is told at once, but for one thing, the journal once it may be
 * written: between both the input is checked, by the first trial that waits and
 * is no suspect.  That all are cleared is told to both then: else another
 * culprit would take the job down at the check, again and again, with nothing
 * noted.
 */
void ledger_judge(struct ledger *l, const struct ledger_store *s, bool silent);

/* May the input be checked by this trial?  One that takes jobs down would do so
 * there; -1 is none. */
bool ledger_may_check(const struct ledger *l, long trial);

#endif
