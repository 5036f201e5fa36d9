/* history_table.h - a history as a compound table, in result and state
 * files. */
#ifndef ENGINE_STORE_HISTORY_TABLE_H
#define ENGINE_STORE_HISTORY_TABLE_H

#include "engine/store/hdf5.h"
#include "engine/store/result.h"

/* /history: columns step, epoch, train_loss, learning_rate, valid_NAME for each
 * of the metrics, and what was inspected; the histograms are in /histograms. */
void history_put(struct hdf5 *h, const struct history *t,
                 const char (*metric)[32], int metrics);
void history_get(struct hdf5 *h, struct history *t, const char (*metric)[32],
                 int metrics);

#endif
