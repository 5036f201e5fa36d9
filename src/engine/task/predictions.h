/*
 * predictions.h - a trial's answers in forms that people and scorers read who
 * know the data set but not codarun.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_TASK_PREDICTIONS_H
#define ENGINE_TASK_PREDICTIONS_H

#include "engine/task/task.h"

/* The answers to a split as texts: a column of bytes `text`, and before it a
 * column of bytes `id` where the data set names its examples.  The caller
 * releases the sheet; n = 0 if the task's kind has no read(). */
struct answer_sheet predictions_said(const struct task *t, enum split split,
                                     const struct answer_sheet *a);

enum predictions {
    PREDICTIONS_SAID,   /* the answers */
    PREDICTIONS_NONE,   /* the probabilities that there is no answer */
    PREDICTIONS_RIGHT,  /* the right answers, for a scorer that compares both */
    PREDICTIONS_N_BEST, /* all hypotheses of generated sequences */
};

/*
 * Append predictions in the form that other programs' scorers read:
 *
 *  - examples with names: a JSON object of texts, or of probabilities, by id
 *    (as for SQuAD);
 *  - candidates: a run and qrels as trec_eval reads them, of the scored
 *    questions;
 *  - else a text a line, or the name of a class.
 *
 * PREDICTIONS_RIGHT has a form except where the data's own files already have
 * it (SQuAD's).  PREDICTIONS_N_BEST are lines "example ||| text ||| log p" as
 * in Moses' n-best lists, the hypotheses of an example in order of rank.
 */
int predictions_add(const struct task *t, enum split split,
                    enum predictions what, const struct answer_sheet *a,
                    struct str *out, struct error *e);

#endif
