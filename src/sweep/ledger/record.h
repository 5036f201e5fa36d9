/*
 * record.h - the words of the journal's entries and what they contain:
 *
 *     propose N DIGEST NAME=VALUE NAME=VALUE   with tabs between the values,
 *                                              as assignment_whole() has them
 *     drop N NAME=VALUE NAME=VALUE             it does not keep the rules
 *     again N                                  it failed, and is tried again
 *     start N attempt A ranks FIRST+COUNT      or ranks R R
 *     rung N goal GOAL                         the goal decides at its next
 *                                              rung
 *     settle -1                                the trials at rungs were decided
 *                                              on
 *     setting S PAIRS                          what results share:
 *                                              result_summary.h
 *     finish N goal GOAL bytes SIZE at TIME xxh3 DIGEST with S PAIRS
 *     fail N bytes SIZE at TIME xxh3 DIGEST with S PAIRS
 *                                              short result, and of its file
 *                                              the time of the last change in
 *                                              ns and the digest that it begins
 *                                              with (store/checked_file.h);
 *                                              bytes 0: there is no file, and
 *                                              this is the result
 *     fail N bytes SIZE: REASON                without a short result
 *     lost N REASON                            lost with a rank
 *     down N                                   lost with the job, perhaps
 *                                              because of this trial
 *     blame N                                  the same, only because of it
 *     down -1                                  no trial is a suspect any longer
 *     saved N                                  the job died, but the attempt
 *                                              has saved a state
 *     told N                                   ordered to stop: what happens
 *                                              then is not its own fault
 *     stop N                                   stopped as ordered
 *     back N                                   handed out, and not begun
 *     broken N REASON, elsewhere N REASON
 *
 * "begin -1" is described in run/run_ledger.h. An end that the journal lacked,
 * and that was found at a start, follows the word "adopt". Older journals had
 * no proposals, no sizes, only sizes, or no digests.
 */
#ifndef SWEEP_LEDGER_RECORD_H
#define SWEEP_LEDGER_RECORD_H

#include "sweep/ledger/ending.h"
#include "sweep/ledger/journal.h"
#include "sweep/study/study.h"

/* The words above. */
enum record_word {
    RECORD_OTHER, /* of another version of codarun: skipped */
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
    RECORD_WORDS /* number of words */
};
enum record_word record_word_of(const struct journal_entry *entry);
const char *record_name(enum record_word word);

/* True if the number in an entry of this word is a trial's. */
bool record_of_trial(enum record_word word);

/* What a `begin` entry contains: experiment_plan(), 0 if unknown; and the
 * conduct (study/conduct.h) that trials are proposed and decided on by. */
uint64_t record_plan(const struct journal_entry *begin);
int record_conduct(const struct journal_entry *begin);

/* Append an entry of only a word and a reason, "" for none. */
int record_word(struct journal *j, enum record_word word, long trial,
                const char *why, bool durable, struct error *e);

int record_setting(struct journal *j, long setting, const char *pairs,
                   struct error *e);

/* Append that a trial is proposed, or that it was dropped. */
int record_proposal(struct journal *j, const struct space *s,
                    const struct assignment *a, const struct trial *t,
                    struct error *e);
int record_rung(struct journal *j, long trial, double goal, struct error *e);

int record_start(struct journal *j, long trial, int attempt, const int *rank,
                 int ranks, struct error *e);

int record_ending(struct journal *j, long trial, const struct ending *end,
                  bool adopted, struct error *e);

/* Write the text of a start after its trial's number. */
void record_start_text(int attempt, const int *rank, int ranks,
                       struct str *out);

/* Read an ending from an entry. Return 1 if it is an end, 0 if not; a rung is
 * read, too, and is no end. */
int record_read_ending(const struct journal_entry *entry, struct ending *end);

/*
 * Read the event of an entry; the caller owns its assignment. 0: no event for a
 * study; -1: codarun does not write such an entry. Of an end *end contains the
 * rest; its texts belong to the entry.
 */
int record_read(const struct journal_entry *entry, const struct space *s,
                struct event *event, struct ending *end, struct error *e);

#endif
