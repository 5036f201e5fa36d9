/*
 * row_order.h - the order of rows, sorted by their keys in one column.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef REPORT_TABLES_ROW_ORDER_H
#define REPORT_TABLES_ROW_ORDER_H

#include <stdbool.h>

/* A row's key: a number, a text, or neither. */
struct row_key {
    double number; /* NaN if it is none */
    char *text;    /* NULL if it is none; owned */
};

/* Return the key of a text, which may be a number.  NULL and "" give an empty
 * key. */
struct row_key row_key(const char *text);

/* Sort n rows: row[0] becomes the index of the first, and so on.  Numbers come
 * before texts, and both ascend, or descend with `falling`.  Empty keys are
 * last, and equal ones keep their order.  Frees the keys' texts. */
void rows_order(struct row_key *key, int n, bool falling, int *row);

#endif
