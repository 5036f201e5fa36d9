/*
 * packed_rows.h - sums of gradients of tables: the rows that are not 0, packed.
 *
 * Rows are numbered through all tables (tape/param_tables.h) and ascend; what
 * each holds stands one behind the other, in the order of the parameters.
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

/* r becomes what the tape found of a grain. */
void packed_rows_take(struct packed_rows *r, const struct table_grads *g);

/* r += x, whose rows may be new to r. */
void packed_rows_add(struct packed_rows *r, const struct param_tables *t,
                     const struct packed_rows *x);

/* Numbers alone, without floats: n more, which ascend and may be there. */
void packed_rows_join(struct packed_rows *all, const int32_t *id, int n);

/* r has all of these: 0 are those that it lacked. */
void packed_rows_cover(struct packed_rows *r, const struct param_tables *t,
                       const struct packed_rows *all);

/* The same floats to another place; r stays as it is. */
void packed_rows_spread(const struct packed_rows *r,
                        const struct param_tables *t,
                        const struct packed_rows *all, float *to);

void packed_rows_release(struct packed_rows *r);

#endif
