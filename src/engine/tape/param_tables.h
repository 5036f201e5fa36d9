/*
 * param_tables.h - large tables of rows that are only looked up, and their
 * gradients.
 *
 * The gradient of such a table is 0 but for the rows that an example looked up.
 * It is held as these rows alone, packed: their numbers, and their gradients
 * one behind the other.  So a table of many rows costs no more than one of few.
 *
 * Threads: `struct param_tables` is only read once all are added; the gradients
 * belong to one thread at a time.
 */
#ifndef ENGINE_TAPE_PARAM_TABLES_H
#define ENGINE_TAPE_PARAM_TABLES_H

#include <stddef.h>
#include <stdint.h>

/* Parameter `param`: [rows x width] from `offset` of the parameters on. */
struct param_table {
    int param;
    size_t offset;
    int rows, width;
    int32_t first; /* its row 0, where rows are numbered through all tables */
};

struct param_tables {
    int n, room;
    struct param_table *table; /* owned, by ascending offset */
};

/* By ascending offset. */
void param_tables_add(struct param_tables *t, int param, size_t offset,
                      int rows, int width);
void param_tables_release(struct param_tables *t);

static inline size_t param_table_len(const struct param_table *x)
{
    return (size_t)x->rows * (size_t)x->width;
}

/* How many of the elements before `offset` are of no table. */
size_t param_tables_dense(const struct param_tables *t, size_t offset);

/* The gradient of a table over a grain. */
struct table_grad {
    const struct param_table *of;
    int n, room;
    int32_t *row;   /* owned [n]: the rows that were looked up, each once, in no
                       order */
    float *grad;    /* owned [n x width] theirs */
    int32_t *place; /* owned [rows]: where a row is among them, if it is */
};

struct table_grads {
    const struct param_tables *of; /* borrowed */
    struct table_grad *table;      /* owned [of->n] */
};

void table_grads_init(struct table_grads *g, const struct param_tables *of);
void table_grads_release(struct table_grads *g);

/* Begin a grain: nothing was looked up. */
void table_grads_begin(struct table_grads *g);

/* That of parameter `param`, which is a table. */
struct table_grad *table_grads_of(struct table_grads *g, int param);

/* Where the gradients of rows id[0..n), which may repeat, stand in g->grad: row
 * place[i] of it.  One that is new is 0. */
void table_grad_rows(struct table_grad *g, const int32_t *id, int n,
                     int32_t *place);

#endif
