/*
 * rank.h - the task `rank`: what its files share.
 */
#ifndef TASKS_RANK_RANK_H
#define TASKS_RANK_RANK_H

#include "engine/head/kinds/class.h"
#include "engine/head/kinds/rank.h"
#include "tasks/common/corpus.h"
#include "tasks/rank/ranking.h"

struct rank {
    struct corpus_config corpus;
    char *ids_train, *ids_valid, *ids_test;
    long candidates;
    int scored, train_questions;
    bool wide; /* valid and test are read by rows_wide */
};

static inline const int32_t *rank_labels(const struct examples *x)
{
    return examples_find(x, &label_column)->ints;
}

/* The question of each example, rising from 0. */
static inline const int32_t *rank_questions(const struct examples *x)
{
    return examples_find(x, &group_column)->ints;
}

/* A question: examples [first, end) of a split. */
struct question {
    int first, end, right;
};

/* What the task keeps beside examples. */
struct rank_own {
    struct question *question[SPLITS]; /* owned */
    int n[SPLITS];
    int again[SPLITS]; /* if runs of equal texts tell questions apart: those
                          whose text occurred before */
};

extern const struct fresh_kind rank_fresh;

/* task_kind's load() and keep(). */
int rank_load(struct task *t, const char *beside, struct error *e);
void rank_keep(struct task *t, const int *which, int n);

#endif
