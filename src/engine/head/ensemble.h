/*
 * ensemble.h - one answer from the answers of several members.
 *
 * All members have answered the same examples.  By probability: the members'
 * probabilities are averaged, and the answer follows from the average (Kadlec
 * et al. 2016).  By text: each member votes for the text of its best answer
 * with that answer's score; votes for equal texts are summed, and the text with
 * the greatest sum is the answer (Seo et al. 2017).
 *
 * Sums are in double, over members in their order; of texts with equal sums the
 * one of the earliest member is taken.  A single member, or several equal ones,
 * give that member's answer, and bit for bit if averaged.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_HEAD_ENSEMBLE_H
#define ENGINE_HEAD_ENSEMBLE_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "engine/data/examples.h"
#include "engine/head/head.h"

enum ensemble_by { BY_PROBABILITY, BY_TEXT };
extern const char *const ensemble_by_names[]; /* ends with NULL */

struct ensemble {
    struct head head; /* the sheets have its columns, or fewer or more if its
                         combined() changes them; borrowed, as is everything
                         here */
    const struct examples *examples; /* the examples that were answered */
    int members;
    const struct answer_sheet *const *sheet; /* [members] */
    char *const *name;                       /* [members], for errors */
    /* Append the text of answer i of a sheet; NULL: the head's own. */
    void (*text)(const void *of, const struct answer_sheet *a, int i,
                 struct str *out);
    const void *of;
};

/* Combine the answers into one sheet with the columns of the spec's head;
 * the caller releases it.  Errors name the member, or say what the head
 * cannot do. */
int ensemble_combine(const struct ensemble *m, enum ensemble_by by,
                     struct answer_sheet *out, struct error *e);

/* --- for heads ----------------------------------------------------------- */

/* Answer i of member k in a column. */
static inline struct values ensemble_get(const struct ensemble *m, int k,
                                         int column, int i)
{
    return column_get(&m->sheet[k]->column[column], i);
}

/* The mean over members of example i's floats in a column: [n]; each member has
 * that many. */
void ensemble_mean(const struct ensemble *m, int column, int i, int n,
                   float *mean);

/* by_probability() of a head whose single column is probabilities. */
int ensemble_average(const struct ensemble *m, struct answer_sheet *out,
                     struct error *e);

/* The winner of a vote: of the members whose text has the greatest sum of
 * scores, the one with the greatest score; and that sum.  NaN counts as
 * greatest. */
struct best_answer {
    int member;
    double sum;
};
struct best_answer ensemble_elect(int members, const struct str *text,
                                  const double *score);

/* Memory for the members' answers to an example. */
struct member_answers {
    struct str *text; /* [members], empty */
    double *score;
};

/* For each example, collect the members' texts and scores and add an entry to
 * `out` with add(). */
int ensemble_vote(const struct ensemble *m, struct answer_sheet *out,
                  void (*add)(const struct ensemble *m, int i,
                              const struct member_answers *b,
                              struct answer_sheet *out));

#endif
