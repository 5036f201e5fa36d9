/*
 * str.h - a string that grows.
 *
 * A zeroed struct is an empty string; `s` is NULL until something is added,
 * str_text() never is.
 */
#ifndef BASE_CORE_STR_H
#define BASE_CORE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct str {
    char *s;    /* owned, NUL behind the last byte */
    size_t len; /* bytes before the NUL */
    size_t room;
};

void str_add(struct str *s, const void *bytes, size_t n);
void str_adds(struct str *s, const char *text);
void str_add_long(struct str *s, long value); /* as %ld, and faster */
/* With as many digits, 6 or 15 to 17, as read back as the same number; or inf,
 * -inf, nan. */
void str_add_real(struct str *s, double value);
void str_addf(struct str *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void str_addv(struct str *s, const char *fmt, va_list args);
const char *str_text(const struct str *s); /* "" when empty; borrowed */
void str_clear(struct str *s);             /* empty it, keep the room */
void str_release(struct str *s);
char *str_take(struct str *s); /* the text, now the caller's to free() */

/* Has a text this ending, or is it that? */
bool str_ends_in(const char *text, const char *ending);

/* The one of `words`, NULL behind the last, that a word of n characters is;
 * NULL: it is none. */
const char *str_among(const char *const *words, const char *word, size_t n);

/* Is a word, of n characters, among those of a list with blanks between? */
bool str_lists(const struct str *list, const char *word, size_t n);

#endif
