/*
 * packed_rows.h - sums of gradients of tables: the rows that are not 0, packed.
 *
 * Rows are numbered through all tables (tape/param_tables.h) and ascend; their
 * values follow each other in the order of the parameters.
 */
#ifndef ENGINE_TRAIN_PACKED_ROWS_H
#define ENGINE_TRAIN_PACKED_ROWS_H

#include "engine/tape/param_tables.h"

struct packed_rows {
    int n, room;
    int32_t *id; /* owned [n] ascending */
    float *x;    /* owned [len] */
    size_t len, x_room;
};

/* Set r to the table gradients that the tape found for a grain. */
void packed_rows_take(struct packed_rows *r, const struct table_grads *g);

/* r += x; x may have rows that r lacks. */
void packed_rows_add(struct packed_rows *r, const struct param_tables *t,
                     const struct packed_rows *x);

/* Add n row numbers without values; they ascend, and may be there already. */
void packed_rows_join(struct packed_rows *all, const int32_t *id, int n);

/* Extend r to all of these rows; rows that it lacked are 0. */
void packed_rows_cover(struct packed_rows *r, const struct param_tables *t,
                       const struct packed_rows *all);

/* Write the values of r, extended to these rows, to another place; r stays as
 * it is. */
void packed_rows_spread(const struct packed_rows *r,
                        const struct param_tables *t,
                        const struct packed_rows *all, float *to);

void packed_rows_release(struct packed_rows *r);

#endif
