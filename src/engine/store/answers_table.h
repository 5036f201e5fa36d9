/*
 * answers_table.h - the answers to a split as a group of arrays.
 *
 * One attribute a column, in their order, gives the column's type: "int",
 * "float" or "byte".  The values are the dataset of that name, [n x width]; of
 * a column that varies [values], whose entries begin at the places in the
 * dataset NAME_start [n + 1].  Files of version 1 have no attributes: score [n
 * x width], or token and start.
 */
#ifndef ENGINE_STORE_ANSWERS_TABLE_H
#define ENGINE_STORE_ANSWERS_TABLE_H

#include "engine/data/columns.h"
#include "engine/store/hdf5.h"

/* Nothing is written if there are no answers. */
void answers_put(struct hdf5 *h, const char *path,
                 const struct answer_sheet *a);
void answers_get(struct hdf5 *h, const char *path, struct answer_sheet *a);

#endif
