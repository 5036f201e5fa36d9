/*
 * field_lines.h - read texts of lines "FIELD: VALUE", line by line.
 *
 * field_text() writes such lines, and the texts of configurations and
 * experiments are made of them.  A field's name has no colon.  All results are
 * borrowed from the text.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef CONFIG_FIELD_FIELD_LINES_H
#define CONFIG_FIELD_FIELD_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/str.h"

struct field_line {
    const char *name;  /* the beginning of the line */
    const char *value; /* NULL if it has no ": " */
    size_t name_len, value_len;
    size_t len; /* of the line without its end */
};

/* Read the line at *at, and move *at to the next; false if there is none. */
bool field_line_next(const char **at, struct field_line *l);

/* True if it is the line of the field with this name. */
bool field_line_is(const struct field_line *l, const char *name);

/* The value that a text has for the field of another text's line; NULL if the
 * text lacks it. */
const char *field_line_value(const char *text, const struct field_line *l,
                             size_t *len);

/* The value that a text has for a field, by its name; NULL if it lacks it. */
const char *text_value(const char *text, const char *name, size_t *len);

/* Append the value of a dotted field in such a text; a kind's with all its
 * fields: "coda alpha=1 ...".  False, with nothing appended, if the text has no
 * such field or is NULL. */
bool config_value(const char *config, const char *field, struct str *out);

#endif
