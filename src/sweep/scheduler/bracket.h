/*
 * bracket.h - trials that compete rung by rung: of those at a rung the best
 * 1/eta go on to the next, which lies eta times as far.
 *
 * How many are missing at a rung is counted, not looked up, so that a bracket
 * costs the time of one sort a rung, whenever its trials come.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SCHEDULER_BRACKET_H
#define SWEEP_SCHEDULER_BRACKET_H

#include "sweep/scheduler/scheduler.h"

/* Trials first to last - 1, of which the best of each of `rungs` go on. */
struct bracket {
    long number; /* of the brackets of a sweep, from 0 */
    long first, last;
    int rungs;
    double eta;
};

/* The k-th rung's share of a run: eta^(k - rungs). */
double bracket_share(const struct bracket *b, int k);

/* A trial of the bracket is no longer what it was: for the kind's note(). */
void bracket_note(struct scheduler *r, const struct bracket *b, long number,
                  const struct scheduler_trial *was);

/* Decide on those at any rung that all of the bracket have come to. */
void bracket_settle(struct scheduler *r, const struct bracket *b);

/* The same two of a bracket that keeps its trials ranked: let those go on
 * who are among the best of all that have come so far. */
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
