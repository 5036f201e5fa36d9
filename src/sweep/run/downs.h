/*
 * downs.h - what a job that died says of the trials that it had in hand.
 *
 * A job that ends in order leaves the folder, and says of every trial what came
 * of it, or at least that it was told to stop.  One that was killed, or went
 * down with a trial that crashed or had no memory left, does neither: its claim
 * is still there, and the journal has attempts that began and have no end.
 * Whoever takes the folder up next judges each of them, once: a trial of which
 * that attempt had saved a state is none that takes the job down before it
 * comes further.  The others are suspects (study/study.h), and one that was
 * the only one more than run.retries times in a row is failed.  That explains
 * what became of the others, which are cleared; so are all where there is none
 * to blame, as then somebody else kills jobs.
 *
 * A start that died before any attempt began, while it checked the input, tells
 * so by other means (run/checking.h), to the same end.
 *
 * The study is told at once, the journal once it may be written: between both
 * the input is checked, by the first trial that waits and is no suspect.  That
 * all are cleared is told to both then: else another culprit would take the job
 * down at the check, again and again, with nothing noted.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_DOWNS_H
#define SWEEP_RUN_DOWNS_H

#include "sweep/run/books.h"

/* An entry, once all else is made of it: which attempts have no end?  What it
 * says of a trial that the study has not is nothing. */
void downs_entry(struct books *b, const struct journal_entry *entry);

/* Judge those of a job that died: told of the results that are there. */
void downs_judge(struct books *b);

/* May the input be checked by this trial?  One that takes jobs down would do so
 * there; -1 is none. */
bool downs_may_check(const struct books *b, long trial);

/* Bring the journal up to what was judged of a trial; one that is failed gets
 * its row. */
int downs_note(struct books *b, long trial, struct error *e);

/* The same of all: that those of before are cleared.  Says what is made of
 * several. */
int downs_note_all(struct books *b, struct error *e);

#endif
