/*
 * rank.h - the head of tasks that order the candidates of a group.
 */
#ifndef HEAD_RANK_H
#define HEAD_RANK_H

#include "data/columns.h"

/* A column of examples that it needs, beside the label: the group that a
 * candidate is of, rising from 0. */
extern const struct column_kind group_column;

#endif
