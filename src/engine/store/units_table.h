/*
 * units_table.h - the units that a split's metrics are means over, as a table.
 *
 * A row a unit, two columns a metric: METRIC, what the unit adds to it, and
 * METRIC_of, the number of items that this is the sum of; then a column of ints
 * for each trait.  The attribute `unit` names what a unit is: "question";
 * `traits` lists the traits, separated by spaces, and TRAIT_words the names of
 * a trait's values where these are not numbers.  Files before version 3 have no
 * units, those before 4 no traits.
 *
 * Then a metric that is a formula of n-grams has METRIC_said_1, METRIC_right_1,
 * METRIC_shared_1 and so on, as ints of 16 bits if all fit, else of 32; the
 * attribute METRIC_orders gives the largest order.  Not all files of version 4
 * have them; readers that do not ask for them do not see them.
 */
#ifndef ENGINE_STORE_UNITS_TABLE_H
#define ENGINE_STORE_UNITS_TABLE_H

#include "engine/data/units.h"
#include "engine/store/hdf5.h"

/* Nothing is written if there are no units; metric[] has as many names as the
 * units have metrics. */
void units_put(struct hdf5 *h, const char *path, const struct units *u,
               const char (*metric)[32]);
void units_get(struct hdf5 *h, const char *path, struct units *u,
               const char (*metric)[32], int metrics);

#endif
