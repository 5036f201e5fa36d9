/*
 * bracket.h - trials that compete rung by rung: of those at a rung the best
 * 1/eta go on to the next, which is eta times as far.
 *
 * The number of trials that have not reached a rung is kept as a count, so a
 * bracket costs one sort per rung, in whatever order its trials arrive.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SCHEDULER_BRACKET_H
#define SWEEP_SCHEDULER_BRACKET_H

#include "sweep/scheduler/scheduler.h"

/* Trials first to last - 1, of which the best at each of `rungs` go on. */
struct bracket {
    long number; /* number among the brackets of a sweep, from 0 */
    long first, last;
    int rungs;
    double eta;
};

/* The share of a run at rung k: eta^(k - rungs). */
double bracket_share(const struct bracket *b, int k);

/* A trial of the bracket has changed from `was`; for the kind's note(). */
void bracket_note(struct scheduler *r, const struct bracket *b, long number,
                  const struct scheduler_trial *was);

/* Decide on the trials at each rung that all of the bracket have reached. */
void bracket_settle(struct scheduler *r, const struct bracket *b);

/* The same for a bracket that keeps its trials ranked: a trial goes on if it is
 * among the best of all that have reached the rung so far. */
void bracket_note_early(struct scheduler *r, const struct bracket *b,
                        long number, const struct scheduler_trial *was);
void bracket_settle_early(struct scheduler *r, const struct bracket *b,
                          long number);

void bracket_release(struct scheduler *r);

/* --- one bracket of all trials: the settings and callbacks of kinds ------ */

struct halving {
    double eta;
    long rungs;
};
extern const struct field halving_fields[];

struct bracket halving_bracket(const struct scheduler *r);
int halving_rungs(const struct scheduler *r, long number);
double halving_share(const struct scheduler *r, long number, int k);
double halving_part(const struct scheduler *r);

#endif
