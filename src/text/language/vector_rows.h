/*
 * vector_rows.h - a file of word vectors in GloVe's text format, row by row.
 *
 * A row is a word and its numbers, separated by single spaces; the first row
 * determines how many numbers, at most VECTORS_WIDEST.  Two integers may come
 * before it (word2vec's header): the exact number of rows, and how many numbers
 * a row has.  A row with several words before its numbers is counted and left
 * out.
 *
 * Threads: one at a time.
 * Errors:  each with file and line; also those of lines.h.
 */
#ifndef TEXT_LANGUAGE_VECTOR_ROWS_H
#define TEXT_LANGUAGE_VECTOR_ROWS_H

#include "text/files/lines.h"

/* A wider row is not a word's, and would take all memory. */
#define VECTORS_WIDEST (1 << 16)

struct vector_rows {
    struct lines *in; /* owned */
    struct vector_header {
        long rows, width; /* width 0: there is no header */
    } header;
    int width;           /* numbers of a row; 0 before the first */
    const char *word;    /* of the current row; borrowed until the next */
    size_t len;          /* its length */
    const char *numbers; /* the text of them, borrowed like `word` */
};

int vector_rows_open(struct vector_rows *r, const char *path, struct error *e);
void vector_rows_close(struct vector_rows *r); /* zeros are fine */

/* Read the next row: 1, or 0 at the end, if there was at least one and as many
 * as the header says, or -1.  Its numbers are counted, not parsed. */
int vector_rows_next(struct vector_rows *r, struct error *e);

/* Parse the numbers of the current row into out [width]; all are finite. */
int vector_rows_parse(const struct vector_rows *r, float *out, struct error *e);

#endif
