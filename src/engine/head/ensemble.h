/*
 * ensemble.h - one answer made of those of several members.
 *
 * Each member has answered the same examples.  By probability their
 * probabilities are averaged, and the answer is what those say (Kadlec et al.
 * 2016).  By text each member's best answer counts as much as its score, equal
 * ones together, and the best of all is the answer (Seo et al. 2017).
 *
 * Sums are in double, over members in their order; of texts that come out equal
 * the one of the earliest member is taken.  One member alone, or equal ones,
 * give the answer of the one, and where they are averaged its bits.
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
extern const char *const ensemble_by_names[]; /* NULL behind the last */

struct ensemble {
    struct head head; /* the sheets have its columns, or fewer or more where
                         its combined() says so; borrowed, as all of this is */
    const struct examples *examples; /* that were answered */
    int members;
    const struct answer_sheet *const *sheet; /* [members] */
    char *const *name;                       /* [members], for errors */
    /* What answer i of a sheet reads as, appended; NULL: the head's own. */
    void (*text)(const void *of, const struct answer_sheet *a, int i,
                 struct str *out);
    const void *of;
};

/* Their answers as one sheet, to be released, with the columns of the spec's
 * head.  Errors name the member, or say what the head cannot do. */
int ensemble_combine(const struct ensemble *m, enum ensemble_by by,
                     struct answer_sheet *out, struct error *e);

/* --- for heads ----------------------------------------------------------- */

/* Answer i of member k, of a column. */
static inline struct values ensemble_get(const struct ensemble *m, int k,
                                         int column, int i)
{
    return column_get(&m->sheet[k]->column[column], i);
}

/* The mean over members of example i's floats of a column: [n], of which each
 * member has as many. */
void ensemble_mean(const struct ensemble *m, int column, int i, int n,
                   float *mean);

/* The whole average of a head whose one column is probabilities. */
int ensemble_average(const struct ensemble *m, struct answer_sheet *out,
                     struct error *e);

/* A member whose text has the greatest sum of scores - of those with the text
 * the one with the greatest score - and that sum.  NaN is great. */
struct best_answer {
    int member;
    double sum;
};
struct best_answer ensemble_elect(int members, const struct str *text,
                                  const double *score);

/* Room for what members say of an example. */
struct member_answers {
    struct str *text; /* [members], empty */
    double *score;
};

/* Add an entry to `out` by each example's ballots. */
int ensemble_vote(const struct ensemble *m, struct answer_sheet *out,
                  void (*add)(const struct ensemble *m, int i,
                              const struct member_answers *b,
                              struct answer_sheet *out));

#endif
