/*
 * record.h - what the journal's entries say of trials:
 *
 *     propose N DIGEST NAME=VALUE NAME=VALUE   with tabs between the values,
 *                                              as assignment_whole() has them
 *     drop N NAME=VALUE NAME=VALUE             it does not keep the rules
 *     again N                                  it failed, and is tried again
 *     start N attempt A ranks FIRST+COUNT      or ranks R R
 *     rung N goal GOAL                         by which it is decided on, at
 *                                              its
 *                                              next one
 *     settle -1                                those at rungs were decided on
 *     setting S PAIRS                          what results share:
 *                                              result_summary.h
 *     finish N goal GOAL bytes SIZE at TIME xxh3 DIGEST with S PAIRS
 *     fail N bytes SIZE at TIME xxh3 DIGEST with S PAIRS
 *                                              its result in short, and of its
 *                                              file, when last changed, in ns,
 *                                              and the digest that it begins
 *                                              with (store/checked_file.h);
 *                                              bytes
 *                                              0: there is no file, and this
 *                                              is the result
 *     fail N bytes SIZE: REASON                or without it
 *     lost N REASON                            with a rank
 *     down N                                   with the job, perhaps by this
 *                                              trial
 *     blame N                                  the same, and by no other trial
 *     down -1                                  no trial is a suspect any longer
 *     saved N                                  the job went down, but of the
 *                                              attempt something is saved
 *     told N                                   to stop: what comes of it then
 *                                              is not its own doing
 *     stop N                                   as it was told
 *     back N                                   handed out, and not begun
 *     broken N REASON, elsewhere N REASON
 *
 * "begin -1" is told of by run/run_ledger.h.  An end that was found at a start,
 * since the journal had missed it, is told behind "adopt".  Journals of before
 * had no proposals, no sizes, sizes alone, or no digests.
 */
#ifndef SWEEP_LEDGER_RECORD_H
#define SWEEP_LEDGER_RECORD_H

#include "sweep/ledger/ending.h"
#include "sweep/ledger/journal.h"
#include "sweep/study/study.h"

/* The words above. */
enum record_word {
    RECORD_OTHER, /* another codarun's: passed over */
    RECORD_PROPOSE,
    RECORD_DROP,
    RECORD_AGAIN,
    RECORD_START,
    RECORD_RUNG,
    RECORD_SETTLE,
    RECORD_SETTING,
    RECORD_FINISH,
    RECORD_FAIL,
    RECORD_LOST,
    RECORD_DOWN,
    RECORD_BLAME,
    RECORD_SAVED,
    RECORD_TOLD,
    RECORD_STOP,
    RECORD_BACK,
    RECORD_BROKEN,
    RECORD_ELSEWHERE,
    RECORD_ADOPT,
    RECORD_BEGIN,
    RECORD_WORDS /* how many */
};
enum record_word record_word_of(const struct journal_entry *entry);
const char *record_name(enum record_word word);

/* Is the number in an entry of this word a trial's? */
bool record_of_trial(enum record_word word);

/* What a beginning says: experiment_plan(), 0 where it is unknown; and the
 * number in study/conduct.h that trials are proposed and decided on by. */
uint64_t record_plan(const struct journal_entry *begin);
int record_conduct(const struct journal_entry *begin);

/* An entry that says no more than its word, and why: "" for nothing. */
int record_word(struct journal *j, enum record_word word, long trial,
                const char *why, bool durable, struct error *e);

int record_setting(struct journal *j, long setting, const char *pairs,
                   struct error *e);

/* Or that it was dropped. */
int record_proposal(struct journal *j, const struct space *s,
                    const struct assignment *a, const struct trial *t,
                    struct error *e);
int record_rung(struct journal *j, long trial, double goal, struct error *e);

int record_start(struct journal *j, long trial, int attempt, const int *rank,
                 int ranks, struct error *e);

int record_ending(struct journal *j, long trial, const struct ending *end,
                  bool adopted, struct error *e);

/* What a start says behind its trial's number. */
void record_start_text(int attempt, const int *rank, int ranks,
                       struct str *out);

/* What an entry says: of an end 1, and likewise of a rung, which is none, 0. */
int record_read_ending(const struct journal_entry *entry, struct ending *end);

/*
 * The event in an entry, whose assignment is the caller's; 0: it tells a study
 * nothing, -1: it is not what codarun writes.  Of an end *end says the rest;
 * its texts are the entry's.
 */
int record_read(const struct journal_entry *entry, const struct space *s,
                struct event *event, struct ending *end, struct error *e);

#endif
