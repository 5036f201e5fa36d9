/*
 * json_write.h - write JSON piece by piece.
 *
 *     json_begin(&out, NULL, '{');
 *     json_put_text(&out, "name", "a");
 *     json_put_long(&out, "trials", 12);
 *     json_begin(&out, "ranks", '[');
 *     json_put_long(&out, NULL, 3);
 *     json_finish(&out, ']');
 *     json_finish(&out, '}');
 *
 * Commas are added automatically.  A name is NULL in an array, and borrowed
 * only during the call.  The output is valid UTF-8 on one line.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_FORMATS_JSON_WRITE_H
#define TEXT_FORMATS_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

/* Append a text in quotes, with the escapes that JSON requires; a byte that is
 * not UTF-8 becomes U+FFFD. */
void json_quote(const char *text, size_t len, struct str *out);

/* Begin an object '{' or an array '['; json_finish() ends it with '}' or
 * ']'. */
void json_begin(struct str *out, const char *name, char open);
void json_finish(struct str *out, char close);

void json_put_text(struct str *out, const char *name,
                   const char *text); /* NULL: null */
void json_put_long(struct str *out, const char *name, long value);
void json_put_bool(struct str *out, const char *name, bool value);

/* A number; null if it is below 0. */
void json_put_count(struct str *out, const char *name, long value);

/* A number of bytes as an integer; null if it is below 0 or not a number. */
void json_put_bytes(struct str *out, const char *name, double bytes);

/* With the digits that read back as the same number; null if it is not
 * finite. */
void json_put_real(struct str *out, const char *name, double value);

/* The same for a float: nine digits at most. */
void json_put_float(struct str *out, const char *name, float value);

/* A time as clock_text() writes it; NaN is null. */
void json_put_time(struct str *out, const char *name, double day);

/* An object of texts, from "name=value" separated by tabs; NULL gives an empty
 * one. */
void json_put_pairs(struct str *out, const char *name, const char *pairs);

/* An array of the lines of a text, without their ends. */
void json_put_lines(struct str *out, const char *name, const char *lines);

/* Append written JSON in several lines: an object or array that does not fit
 * into 80 columns has a line for each member, indented by one blank per level,
 * unless the only object in it comes last. */
void json_indent(const char *json, struct str *out);

#endif
