/*
 * cloze.h - the head of tasks whose answer is one of some candidates, each of
 * which stands at tokens of a document (Kadlec et al. 2016; Dhingra et al.
 * 2017).
 */
#ifndef ENGINE_HEAD_KINDS_CLOZE_H
#define ENGINE_HEAD_KINDS_CLOZE_H

#include <stdbool.h>

#include "engine/data/columns.h"

/* Its settings. */
struct cloze_answers {
    int mean;        /* 1: of several tokens of a candidate the mean counts,
                        not the sum */
    int renormalise; /* 1: the loss is of shares among the candidates, else
                        of shares of the whole document */
};

/* Columns of examples, in the order that the head has them: the places in the
 * document where a token of a candidate stands, one candidate's behind the
 * other's; for each candidate how many of them are its own, and how many tokens
 * it has itself; which candidate is right, -1 for none, which no example to
 * train on has; and where in the query the cloze is, which models read. */
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
/* All in that order, NULL behind the last. */
extern const struct column_kind *const cloze_columns[];

/* The column of answers: a probability for each candidate. */
enum { CLOZE_SCORE };

#endif
