/*
 * row_order.h - in which order rows stand, by what each has in one column.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef REPORT_TABLES_ROW_ORDER_H
#define REPORT_TABLES_ROW_ORDER_H

#include <stdbool.h>

/* What a row has: a number, a text, or nothing. */
struct row_key {
    double number; /* NaN: none */
    char *text;    /* NULL: none; owned */
};

/* The key of a text, which may be a number; NULL or "": nothing. */
struct row_key row_key(const char *text);

/* Which of n rows stands first, second and so on: numbers before texts, the
 * lowest first, or last where it is `falling`; what has nothing behind all, and
 * equals as they were.  The keys' texts are freed. */
void rows_order(struct row_key *key, int n, bool falling, int *row);

#endif
