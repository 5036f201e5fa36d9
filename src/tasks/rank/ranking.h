/*
 * ranking.h - MAP, MRR and top-1 of scored candidates.
 *
 * Candidates of a question are ordered by falling score.  Equal scores are
 * ordered as by trec_eval, the greater document number first; here that is the
 * later line of the file.  (trec_eval compares numbers as text; write them with
 * leading zeros so that both agree exactly.)
 *
 * Threads: pure functions.
 */
#ifndef TASKS_RANK_RANKING_H
#define TASKS_RANK_RANKING_H

#include <stdbool.h>
#include <stdint.h>

/* Which questions count. */
enum question_set {
    QUESTIONS_ALL,
    QUESTIONS_POSITIVE, /* with at least one right candidate */
    QUESTIONS_MIXED,    /* with a right and a wrong one */
};
extern const char *const question_set_names[]; /* NULL-terminated */

/* True if a question with `right` of n candidates right is in the set. */
bool question_in(enum question_set set, int right, int n);

struct ranking_metrics {
    double average_precision; /* mean over right candidates of precision at
                                 their rank; 0 when none is right */
    double reciprocal_rank;   /* 1 / rank of the first right one, or 0 */
    double top1;              /* 1 when the first is right, else 0 */
};

/* Rank n candidates.  A NaN among the scores makes all three NaN. */
struct ranking_metrics ranking_metrics_of(const float *score,
                                          const int32_t *label, int n);

#endif
