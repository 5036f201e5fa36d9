/*
 * lines.h - read text files line by line: plain or packed (files/unpack.h).
 *
 * A line is UTF-8 of at most LINES_LONGEST bytes.  A carriage return before the
 * end of a line and a byte order mark at the beginning of the file are dropped,
 * and the last line needs no end.  Errors, each with file and line: a packed
 * file that is cut short or damaged, bytes that are not UTF-8 (with the byte's
 * place in the line), a NUL, a line that is too long.
 *
 * Threads: one struct lines belongs to one thread at a time.
 */
#ifndef TEXT_FILES_LINES_H
#define TEXT_FILES_LINES_H

#include <stddef.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"

struct lines;

/* A file with so many bytes and no line end is not a text: reading on would
 * take all memory. */
#define LINES_LONGEST ((size_t)1 << 26)

/* NULL if the file cannot be opened or is not what its extension says. */
struct lines *lines_open(const char *path, struct error *e);

/*
 * Lines of what `read` returns for `of`, which is borrowed: up to n bytes, 0 at
 * the end, -1.  lines_begin() begins a text; several may be read one after
 * another.  `where` names the text in errors, such as "file 'a.txt'".
 */
typedef long lines_read(void *of, void *out, size_t n, struct error *e);
struct lines *lines_of(lines_read *read, void *of);
void lines_begin(struct lines *l, const char *where);
void lines_close(struct lines *l); /* NULL is fine */

/*
 * The next line, NUL-terminated, borrowed until the next call; the caller may
 * change it.  Returns 1, or 0 at the end, or -1.
 */
int lines_next(struct lines *l, char **line, size_t *len, struct error *e);

/* The number of the line read last, from 1. */
long lines_number(const struct lines *l);

/* The digest of the file's bytes on disk, after lines_next() gave 0.  Not for
 * lines_of(). */
struct digest lines_digest(const struct lines *l);

/* Error: "file 'PATH', line N: " and the text; without the line before the
 * first.  Returns -1. */
int lines_error(const struct lines *l, struct error *e, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
/* The same for line `number`, which may be an earlier one. */
int lines_error_at(const struct lines *l, long number, struct error *e,
                   const char *text);

#endif
