/*
 * cloze.h - the head of tasks whose answer is one of several candidates, each
 * of which occurs at tokens of a document (Kadlec et al. 2016; Dhingra et al.
 * 2017).
 */
#ifndef ENGINE_HEAD_KINDS_CLOZE_H
#define ENGINE_HEAD_KINDS_CLOZE_H

#include <stdbool.h>

#include "engine/data/columns.h"

/* Its settings. */
struct cloze_answers {
    int mean;        /* 1: a candidate with several tokens gets their mean, not
                        their sum */
    int renormalise; /* 1: the loss uses shares among the candidates, else
                        shares of the whole document */
};

/* Columns of examples, in the head's order: the places in the document where a
 * token of a candidate occurs, candidate by candidate; for each candidate the
 * number of its places, and the number of its tokens; the right candidate, -1
 * for none, which no training example has; and the place of the cloze in the
 * query, which models read. */
enum {
    CLOZE_TOKENS,
    CLOZE_COUNTS,
    CLOZE_LENGTHS,
    CLOZE_RIGHT,
    CLOZE_PLACE,
    CLOZE_COLUMNS
};
extern const struct column_kind cloze_tokens, cloze_counts, cloze_lengths,
    cloze_right, cloze_place;
/* All in that order, ending with NULL. */
extern const struct column_kind *const cloze_columns[];

/* The column of answers: a probability for each candidate. */
enum { CLOZE_SCORE };

#endif
