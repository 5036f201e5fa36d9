/*
 * touched.h - which rows of large tables a grain looks up.
 *
 * The gradient of a table that is only looked up is 0 but for some rows: they
 * are noted here as the tape goes back, so that nothing has to be done for
 * the others.
 *
 * Threads: one of these belongs to one thread at a time.
 */
#ifndef TAPE_TOUCHED_H
#define TAPE_TOUCHED_H

#include <stddef.h>
#include <stdint.h>

/* A table, [rows x width] from `offset` of the parameters on. */
struct touched_table {
    size_t offset;
    int rows, width;
    int n, room;
    int32_t *row;    /* owned: those touched, each once, in no order */
    uint32_t *stamp; /* owned [rows]: when each was last touched */
};

struct touched {
    int tables, room;
    struct touched_table *table; /* owned, by ascending offset */
    uint32_t now;
};

void touched_add_table(struct touched *t, size_t offset, int rows, int width);
void touched_release(struct touched *t);

/* Forget what was touched. */
void touched_begin(struct touched *t);

/* Rows id[0..n) of the table at `offset`, which may repeat. */
void touched_note(struct touched *t, size_t offset, const int32_t *id, int n);

#endif
