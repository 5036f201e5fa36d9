/*
 * str.h - a string that grows.
 *
 * A zeroed struct is an empty string.  `s` is NULL until something is added;
 * str_text() never returns NULL.
 */
#ifndef BASE_CORE_STR_H
#define BASE_CORE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct str {
    char *s;    /* owned, NUL-terminated */
    size_t len; /* bytes without the NUL */
    size_t room;
};

void str_add(struct str *s, const void *bytes, size_t n);
void str_adds(struct str *s, const char *text);
void str_add_long(struct str *s, long value); /* as %ld, but faster */
/* With 6 or 15 to 17 digits, the fewest of these that read back as the same
 * number; or inf, -inf, nan. */
void str_add_real(struct str *s, double value);
void str_addf(struct str *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void str_addv(struct str *s, const char *fmt, va_list args);
/* Append the rest of a stream; ferror() tells of an error. */
void str_add_stream(struct str *s, FILE *from);
const char *str_text(const struct str *s); /* "" when empty; borrowed */
void str_clear(struct str *s);             /* empty it, keep the room */
void str_release(struct str *s);
char *str_take(struct str *s); /* the text; the caller frees it */

/* True if the text ends with `ending`, or equals it. */
bool str_ends_in(const char *text, const char *ending);

/* The element of `words`, a NULL-terminated list, that equals a word of n
 * characters; NULL if none does. */
const char *str_among(const char *const *words, const char *word, size_t n);

/* True if a word of n characters is in a list of words separated by blanks. */
bool str_lists(const struct str *list, const char *word, size_t n);

#endif
