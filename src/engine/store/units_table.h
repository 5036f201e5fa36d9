/*
 * units_table.h - what a split's metrics are means over, as a table.
 *
 * A row a unit, two columns a metric: METRIC, what the unit adds to it, and
 * METRIC_of, how many things that is the sum of; then a column of ints a trait.
 * The attribute `unit` says what one is: "question"; `traits` names the traits
 * with spaces between, and TRAIT_words what the values of one are called, where
 * they are no numbers.  Files before version 3 have no units, those before 4 no
 * traits.
 *
 * Behind them a metric that is a formula of n-grams has METRIC_said_1,
 * METRIC_right_1, METRIC_shared_1 and so on, as ints of 16 bits where all fit,
 * else of 32; the attribute METRIC_orders says up to which number.  Not all
 * files of version 4 have them, and who does not ask does not see them.
 */
#ifndef ENGINE_STORE_UNITS_TABLE_H
#define ENGINE_STORE_UNITS_TABLE_H

#include "engine/data/units.h"
#include "engine/store/hdf5.h"

/* Nothing is put when there are none; metric[] has as many names as they have
 * metrics. */
void units_put(struct hdf5 *h, const char *path, const struct units *u,
               const char (*metric)[32]);
void units_get(struct hdf5 *h, const char *path, struct units *u,
               const char (*metric)[32], int metrics);

#endif
