/*
 * vector_rows.h - a file of word vectors in GloVe's text format, row by row.
 *
 * A row is a word and its numbers, between single spaces; the first row says
 * how many numbers, VECTORS_WIDEST at most.  Before it may stand two whole
 * numbers (word2vec's header): how many rows there are, no more and no fewer,
 * and how many numbers.  A row of several words with its numbers is counted and
 * left out.
 *
 * Threads: one at a time.
 * Errors:  each with file and line; those of lines.h too.
 */
#ifndef TEXT_LANGUAGE_VECTOR_ROWS_H
#define TEXT_LANGUAGE_VECTOR_ROWS_H

#include "text/files/lines.h"

/* More would be no word's, and take all the memory that there is. */
#define VECTORS_WIDEST (1 << 16)

struct vector_rows {
    struct lines *in; /* owned */
    struct vector_header {
        long rows, width; /* width 0: there is none */
    } header;
    int width;           /* numbers of a row; 0 before the first */
    const char *word;    /* of the row at hand; borrowed until the next */
    size_t len;          /* of it */
    const char *numbers; /* the text of them, likewise */
};

int vector_rows_open(struct vector_rows *r, const char *path, struct error *e);
void vector_rows_close(struct vector_rows *r); /* of zeros: fine */

/* The next row: 1, or 0 at the end, where there was one at least and as many as
 * the header says, or -1.  Its numbers are counted, not parsed. */
int vector_rows_next(struct vector_rows *r, struct error *e);

/* The numbers of the row at hand, out [width]; all are finite. */
int vector_rows_parse(const struct vector_rows *r, float *out, struct error *e);

#endif
