/*
 * text_lines.h - read the input of a recipe line by line.
 *
 * Memory holds no more than the longest line and a block after it, and no more
 * is read than is asked for: of word vectors only the first lines.
 *
 * Errors and threads: as in files/members.h.
 */
#ifndef FETCH_TEXT_LINES_H
#define FETCH_TEXT_LINES_H

#include "text/files/members.h"

struct text_lines {
    struct members *members; /* owned */
    struct str text;         /* read, and not returned yet: from `at` on */
    size_t at;
    long number; /* of the last line, from 1 */
};

/* Open a file, or one of its members if `member` is not NULL; as
 * members_find(). */
int text_lines_open(struct text_lines *l, const char *path, const char *member,
                    long long most, struct error *e);
void text_lines_release(struct text_lines *l);

/* Read the next line without its end, LF or CR LF, NUL-terminated; the caller
 * may change the line and the NUL.  Returns 1, or 0 at the end, or -1. */
int text_lines_next(struct text_lines *l, char **line, size_t *len,
                    struct error *e);

/* -1 if a text contains a NUL.  Errors: "byte N: ...". */
int text_refuse_nul(const char *text, size_t len, struct error *e);

#endif
