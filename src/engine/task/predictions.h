/*
 * predictions.h - what a trial answered, for those who know the data set but
 * not codarun.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_TASK_PREDICTIONS_H
#define ENGINE_TASK_PREDICTIONS_H

#include "engine/task/task.h"

/* What the answers to a split read as: where the data set names its examples a
 * column of bytes `id`, and behind it one of bytes, `text`; to be released; n =
 * 0 where the task's kind lacks read(). */
struct answer_sheet predictions_said(const struct task *t, enum split split,
                                     const struct answer_sheet *a);

enum predictions {
    PREDICTIONS_SAID,   /* what was answered */
    PREDICTIONS_NONE,   /* the probabilities that there is no answer */
    PREDICTIONS_RIGHT,  /* what is right, for a scorer beside the first */
    PREDICTIONS_N_BEST, /* all hypotheses of generated sequences */
};

/*
 * Append them as others' scorers read them: where examples have names a JSON
 * object of texts, or probabilities, by id (SQuAD's); of candidates a run and
 * qrels as trec_eval has them, of the scored questions; else a text a line, or
 * a class's name.  What is right has a form but where the data's own files have
 * it (SQuAD's).  The n best are lines "example ||| text ||| log p", after
 * Moses' lists, an example's by their rank.
 */
int predictions_add(const struct task *t, enum split split,
                    enum predictions what, const struct answer_sheet *a,
                    struct str *out, struct error *e);

#endif
