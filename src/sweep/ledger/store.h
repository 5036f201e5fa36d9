/*
 * store.h - the results and states of trials, as a ledger asks for them: in a
 * results folder, or on a simulated disk.
 *
 * Results have priority: one that the journal lacks is adopted, and an end in
 * the journal without its result is no end.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_LEDGER_STORE_H
#define SWEEP_LEDGER_STORE_H

#include "sweep/ledger/ledger.h"

/* What exists of a trial's result. */
enum result_finding {
    FOUND_NONE,
    FOUND_SAME,  /* the result that the journal has last */
    FOUND_OTHER, /* another: see struct found_result */
};
struct found_result {
    int attempt;
    bool failed;
    double goal; /* NaN if there is none */
};

/* How a trial ended; to be released. */
struct found_ending {
    struct ending end;      /* its texts are those below */
    struct str shared, own; /* its short result; empty: unknown */
    struct str reason;      /* if failed: why */
};
void found_ending_release(struct found_ending *f);

struct ledger_store {
    void *context;

    /* Look for a result. Return enum result_finding, or -1. `ended`: the
     * journal's last entry on the trial is an end. */
    int (*find)(void *context, long trial, bool ended, struct found_result *r,
                struct error *e);

    /* True if this attempt, or a later one, has left a state to continue from.
     */
    bool (*has_saved)(void *context, const struct trial *t);

    /* A trial is proposed: keep for it the state that it begins from, if any.
     */
    void (*inherit)(void *context, const struct assignment *a,
                    const struct trial *t);

    /* Get how a trial ended that is not over according to the journal. */
    int (*ending)(void *context, long trial, struct found_ending *f,
                  struct error *e);

    /* Remove the result of a trial that is tried again; there may be none. */
    int (*remove)(void *context, long trial, struct error *e);

    /* Make a result for a trial that failed because jobs died of it. */
    int (*fail)(void *context, long trial, int times, struct found_ending *f,
                struct error *e);
};

/* Compare a trial's end in the journal with the existing result, and pass it to
 * the study. `retry`: a failed trial is tried again. */
int ledger_compare(struct ledger *l, long trial, const struct ledger_store *s,
                   bool retry, struct error *e);

/*
 * The last job died: judge the trials that were running, each once.
 *
 * A job that ends in order releases the folder, and journals how every trial
 * ended, or at least that it was ordered to stop. A job that was killed, or
 * died of a trial that crashed or ran out of memory, does neither: its lease
 * still exists, and the journal has attempts that began and have no end. If
 * such an attempt had saved a state, its trial does not kill the job before it
 * gets further. The others are suspects (study/study.h).
 *
 * The study gets the verdicts at once, except one; the journal gets them once
 * it may be written. Between both the input is checked, by the first waiting
 * trial that is no suspect. That all are cleared reaches both only then: else
 * another culprit would kill the job at the check, again and again, with
 * nothing noted.
 */
void ledger_judge(struct ledger *l, const struct ledger_store *s, bool silent);

/* True if the input may be checked by this trial. A trial that kills jobs would
 * do so there. -1 is no trial: false. */
bool ledger_may_check(const struct ledger *l, long trial);

#endif
