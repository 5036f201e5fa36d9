/*
 * text_lines.h - what a recipe reads, line by line.
 *
 * No more is held in memory than the longest line and a piece of what follows,
 * and no more is read than is asked for: of word vectors the first lines.
 *
 * Errors and threads: as in fetch/members.h.
 */
#ifndef FETCH_TEXT_LINES_H
#define FETCH_TEXT_LINES_H

#include "text/files/members.h"

struct text_lines {
    struct members *members; /* owned */
    struct str text;         /* read, and not yet told: from `at` on */
    size_t at;
    long number; /* of the last line, from 1 */
};

/* Of a file, or of a member where that is not NULL; as members_find(). */
int text_lines_open(struct text_lines *l, const char *path, const char *member,
                    long long most, struct error *e);
void text_lines_release(struct text_lines *l);

/* The next line without its end, LF or CR LF, a NUL behind it; the caller may
 * change it and the NUL.  Returns 1, or 0 at the end, or -1. */
int text_lines_next(struct text_lines *l, char **line, size_t *len,
                    struct error *e);

/* No text has a NUL in it.  Errors: "byte N: ...". */
int text_refuse_nul(const char *text, size_t len, struct error *e);

#endif
