/*
 * field_lines.h - texts of lines "FIELD: VALUE", read a line at a time: what
 * field_text() has written, and the texts of configurations and experiments
 * that are made of it.
 *
 * A field's name has no colon.  Everything found is borrowed from the text.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef CONFIG_FIELD_FIELD_LINES_H
#define CONFIG_FIELD_FIELD_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

struct field_line {
    const char *name;  /* where the line begins */
    const char *value; /* NULL: it has no ": " */
    size_t name_len, value_len;
    size_t len; /* of the line without its end */
};

/* Read the line at *at, which then is behind its end; false: there is none. */
bool field_line_next(const char **at, struct field_line *l);

/* Is it the line of the field with this name? */
bool field_line_is(const struct field_line *l, const char *name);

/* The value in a text of the field that a line of another names; NULL: the text
 * lacks it. */
const char *field_line_value(const char *text, const struct field_line *l,
                             size_t *len);

/* The same of a field by its name. */
const char *text_value(const char *text, const char *name, size_t *len);

/* The value of a dotted field in such a text, a kind's with all its fields:
 * "coda alpha=1 ..."; false (and nothing added) when it has no such field, or
 * is NULL. */
bool config_value(const char *config, const char *field, struct str *out);

#endif
