/*
 * param_tables.h - large tables of rows that are only looked up, and their
 * gradients.
 *
 * The gradient of such a table is 0 except in the rows that an example looked
 * up.  Only these rows are stored, packed: their numbers and their gradients.
 * So the cost does not depend on the number of rows in the table.
 *
 * Threads: `struct param_tables` is read-only once all tables are added;
 * gradients belong to one thread at a time.
 */
#ifndef ENGINE_TAPE_PARAM_TABLES_H
#define ENGINE_TAPE_PARAM_TABLES_H

#include <stddef.h>
#include <stdint.h>

/* Parameter `param`: [rows x width], beginning at `offset` in the
 * parameters. */
struct param_table {
    int param;
    size_t offset;
    int rows, width;
    int32_t first; /* number of its row 0 if rows are numbered through all
                      tables */
};

struct param_tables {
    int n, room;
    struct param_table *table; /* owned, by ascending offset */
};

/* Add a table; call in ascending order of offset. */
void param_tables_add(struct param_tables *t, int param, size_t offset,
                      int rows, int width);
void param_tables_release(struct param_tables *t);

static inline size_t param_table_len(const struct param_table *x)
{
    return (size_t)x->rows * (size_t)x->width;
}

/* How many of the elements before `offset` belong to no table. */
size_t param_tables_dense(const struct param_tables *t, size_t offset);

/* The gradient of a table for one grain. */
struct table_grad {
    const struct param_table *of;
    int n, room;
    int32_t *row;   /* owned [n]: the distinct rows that were looked up, in no
                       particular order */
    float *grad;    /* owned [n x width] their gradients */
    int32_t *place; /* owned [rows]: index of a row in `row`, if it is there */
};

struct table_grads {
    const struct param_tables *of; /* borrowed */
    struct table_grad *table;      /* owned [of->n] */
};

void table_grads_init(struct table_grads *g, const struct param_tables *of);
void table_grads_release(struct table_grads *g);

/* Begin a grain with no row looked up. */
void table_grads_begin(struct table_grads *g);

/* The gradient of parameter `param`, which must be a table. */
struct table_grad *table_grads_of(struct table_grads *g, int param);

/* Find or add the rows id[0..n), which may repeat: the gradient of id[i] is row
 * place[i] of g->grad.  New rows are 0. */
void table_grad_rows(struct table_grad *g, const int32_t *id, int n,
                     int32_t *place);

#endif
