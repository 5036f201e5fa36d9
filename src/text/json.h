/*
 * json.h - the texts of one JSON object, for files of one object a line.
 *
 * The whole line is checked (RFC 8259: no comments, no trailing commas, no
 * raw control characters); of what it holds, the wanted members are kept and
 * the others, nested ones too, stepped over.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* A member that is wanted. */
struct json_want {
    const char *key;  /* borrowed */
    struct str value; /* its text, unescaped; a number as it is written */
    bool found;
};

/*
 * Read an object.  Each want's value and found are set; a wanted member that
 * is neither text nor number, or stands there twice, is an error.  Errors
 * begin with "column N: " (bytes, from 1).
 */
int json_object(const char *text, size_t len, struct json_want *want, int n,
                struct error *e);

#endif
