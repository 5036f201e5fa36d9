/*
 * rank.h - the head of tasks that order the candidates of a group.
 */
#ifndef ENGINE_HEAD_KINDS_RANK_H
#define ENGINE_HEAD_KINDS_RANK_H

#include "engine/data/columns.h"

/* A column of examples that it needs, besides the label: the group of a
 * candidate, ascending from 0. */
extern const struct column_kind group_column;

#endif
