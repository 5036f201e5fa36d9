/*
 * cloze_example.h - from a question to an example, or to the reason why it is
 * none.
 *
 * A token of the document is a candidate's where the candidate has that token
 * (I(c, d) of Dhingra et al. 2017, Eq. 8), whatever stands beside it.
 *
 * Candidates of the same tokens are one, whose text is the first in the order
 * of bytes; the answer is the candidate that has its tokens, or, where a
 * question says what fits, each candidate whose text does.  Candidates stand in
 * the order of their texts' bytes: so a tie is not won by the place that a file
 * gives the right one.
 *
 * Of several that fit one is trained on: one whose tokens stand in the document
 * in a row, else one that has any of them there, else any; of these one that is
 * spelt as an answer; of these the first.
 *
 * Threads: one struct cloze_reader belongs to one thread.
 */
#ifndef TASKS_CLOZE_CLOZE_EXAMPLE_H
#define TASKS_CLOZE_CLOZE_EXAMPLE_H

#include "tasks/cloze/cloze.h"
#include "tasks/cloze/layouts.h"

/* What a question may lack.  To train on, the first three leave it out. */
enum cloze_lack {
    LACKS_LISTED, /* its answer is none of its candidates */
    LACKS_FOUND,  /* its answer is not in its document */
    LACKS_READ,   /* it is there, but not in what is read */
    LACKS,
    LACKS_NOTHING = LACKS
};

/* What is right without reading: sums over questions. */
struct cloze_baselines {
    double random, frequent, frequent_not_asked;
};

/* Arrays that grow. */
struct ints {
    int32_t *at; /* owned */
    int n, room;
};
void ints_add(struct ints *x, int32_t value);

/* All of it is borrowed until the next question. */
struct cloze_candidate {
    struct cell text;   /* as the file has it */
    struct cell tokens; /* a NUL behind each */
    const int32_t *token;
    int n; /* tokens, as they are numbered; -1: in no text */
};

/* A split on its way. */
struct cloze_reader {
    struct corpus *corpus;
    const struct cloze *conf;
    enum split split;
    int known; /* words from this number on are unknown to the model, though
                  candidates are found by them; 0: none are */
    bool refuses_empty; /* documents without a token */
    struct cloze_split *own;
    int place[CLOZE_COLUMNS]; /* of the head's columns */
    int match;                /* of the feature's; -1: it is not asked for */
    /* Of the question of the moment: */
    struct cloze_candidate *candidate; /* owned [candidates] in their order */
    int candidates, candidate_room, right;
    struct looked_up answer, looked; /* the answer's tokens; all candidates' */
    struct ints token, count, length, matches;
    struct ints times; /* how often each candidate is in the document */
    struct ints asked; /* is each in the query? */
    struct ints fit;   /* enum cloze_fit of each */
    bool empty_fits;   /* an empty text does, too */
    long compared;     /* tokens, to find that out */
    /* The first place of each word in the document, where `when` says so, and
     * the next place of each place's word; the same stamp for words seen in the
     * query or in a candidate. */
    struct ints first, when, next, seen;
    int32_t now, seen_now;
    /* Of the split: */
    int questions, lack[LACKS], cut, empty, unseen;
    long all_candidates;
    struct cloze_baselines base;
};

void cloze_reader_init(struct cloze_reader *r, struct corpus *c,
                       enum split split, struct cloze_split *own);
void cloze_reader_release(struct cloze_reader *r);

/* Take a question; an error does not say where it stands. */
int cloze_take(struct cloze_reader *r, const struct cloze_question *q,
               struct error *e);

/* --- cloze_load.c: what is said of a split that was read ------------------ */

/* The questions, and what they lack; with a line's end, that alone. */
void cloze_note(const struct cloze_reader *r);
void cloze_add_lacks(const struct cloze_reader *r, struct str *out);
/* Is each feature that fields name one that there is, once? */
int cloze_check_features(const struct cloze *c, struct error *e);

/* --- cloze_candidates.c: of a question whose parts are encoded ------------ */

/* Chain the places of each word among the document's first tokens. */
void cloze_chain(struct cloze_reader *r, int tokens);

/* List the candidates in their order, and which of them fit; then find where
 * each one's tokens are, and which is the right one. */
int cloze_list(struct cloze_reader *r, const struct cloze_question *q,
               int tokens, struct error *e);
int cloze_find(struct cloze_reader *r, int tokens, struct error *e);

/* What is right where the most frequent is said, of all candidates or of those
 * that are not in the query, and of equal ones any. */
double cloze_most_frequent(const struct cloze_reader *r, bool not_asked);
void cloze_add_baselines(struct cloze_reader *r);

#endif
