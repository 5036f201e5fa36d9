/*
 * cloze_example.h - turns a question into an example, or finds the reason why
 * it is none.
 *
 * A token of the document belongs to each candidate that contains this token
 * (I(c, d) of Dhingra et al. 2017, Eq. 8), whatever its neighbours are.
 *
 * Candidates with the same tokens are one candidate; its text is the first in
 * byte order.  The answer is the candidate with the answer's tokens, or, if a
 * question has its own fit(), each candidate that fits.  Candidates are ordered
 * by the bytes of their texts, so that a tie is not decided by the place that a
 * file gives the right one.
 *
 * If several fit, one of them is the training target: one whose tokens are in
 * the document in a row, else one with any of its tokens there, else any; of
 * these one that is spelt as an answer; of these the first.
 *
 * Threads: one struct cloze_reader belongs to one thread.
 */
#ifndef TASKS_CLOZE_CLOZE_EXAMPLE_H
#define TASKS_CLOZE_CLOZE_EXAMPLE_H

#include "tasks/cloze/cloze.h"
#include "tasks/cloze/layouts.h"

/* What a question may lack.  For training the first three leave it out. */
enum cloze_lack {
    LACKS_LISTED, /* its answer is none of its candidates */
    LACKS_FOUND,  /* its answer is not in its document */
    LACKS_READ,   /* it is there, but not in the part that is read */
    LACKS,
    LACKS_NOTHING = LACKS
};

/* The expected number of right answers of simple rules that do not read the
 * text: sums over questions. */
struct cloze_baselines {
    double random, frequent, frequent_not_asked;
};

/* A growing array. */
struct ints {
    int32_t *at; /* owned */
    int n, room;
};
void ints_add(struct ints *x, int32_t value);

/* Everything is borrowed until the next question. */
struct cloze_candidate {
    struct cell text;   /* as in the file */
    struct cell tokens; /* each ends with NUL */
    const int32_t *token;
    int n; /* number of tokens; -1: it is in no text */
};

/* The state of reading a split. */
struct cloze_reader {
    struct corpus *corpus;
    const struct cloze *conf;
    enum split split;
    int known; /* words from this number on are unknown to the model, though
                  they are used to find candidates; 0: none */
    bool refuses_empty; /* a document without tokens is an error */
    struct cloze_split *own;
    int place[CLOZE_COLUMNS]; /* columns of the head */
    int match;                /* column of the feature; -1 if it is not asked
                                 for */
    /* Of the current question: */
    struct cloze_candidate *candidate; /* owned [candidates] in their order */
    int candidates, candidate_room, right;
    struct looked_up answer, looked; /* the answer's tokens; all candidates' */
    struct ints token, count, length, matches;
    struct ints times; /* occurrences of each candidate in the document */
    struct ints asked; /* 1 for each that is in the query */
    struct ints fit;   /* enum cloze_fit of each */
    bool empty_fits;   /* an empty text fits, too */
    long compared;     /* tokens compared in this search */
    /* The first place of each word in the document, valid if `when` of the word
     * is `now`, and for each place the next place of its word.  `seen` is the
     * same stamp for words in the query or in a candidate. */
    struct ints first, when, next, seen;
    int32_t now, seen_now;
    /* Counts of the split: */
    int questions, lack[LACKS], cut, empty, unseen;
    long all_candidates;
    struct cloze_baselines base;
};

void cloze_reader_init(struct cloze_reader *r, struct corpus *c,
                       enum split split, struct cloze_split *own);
void cloze_reader_release(struct cloze_reader *r);

/* Take a question; an error does not name its place. */
int cloze_take(struct cloze_reader *r, const struct cloze_question *q,
               struct error *e);

/* --- cloze_load.c: notes on a split that was read ------------------------- */

/* Write notes on the questions and what they lack; and the latter alone, with a
 * line's end. */
void cloze_note(const struct cloze_reader *r);
void cloze_add_lacks(const struct cloze_reader *r, struct str *out);
/* An error if a named feature does not exist or is named twice. */
int cloze_check_features(const struct cloze *c, struct error *e);

/* --- cloze_candidates.c: of a question whose parts are encoded ------------ */

/* Chain the places of each word among the document's first `tokens` tokens. */
void cloze_chain(struct cloze_reader *r, int tokens);

/* List the candidates in their order, and which of them fit; then find the
 * tokens of each, and which candidate is right. */
int cloze_list(struct cloze_reader *r, const struct cloze_question *q,
               int tokens, struct error *e);
int cloze_find(struct cloze_reader *r, int tokens, struct error *e);

/* The expected number of right answers, from 0 to 1, if the answer is the most
 * frequent candidate, of all or of those not in the query, and equal ones are
 * chosen from at random. */
double cloze_most_frequent(const struct cloze_reader *r, bool not_asked);
void cloze_add_baselines(struct cloze_reader *r);

#endif
