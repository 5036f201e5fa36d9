/*
 * json.h - read JSON piece by piece: a file of any size in the memory of its
 * longest text, or the one object of a line.
 *
 * The reader asks for the values it expects, in the order of the file:
 *
 *     struct json *j = json_open(path, e);
 *     json_enter(j, '{', e);
 *     while ((more = json_member(j, &name, e)) > 0)
 *         if (!strcmp(str_text(&name), "title"))
 *             json_text(j, &title, e);
 *         else
 *             json_skip(j, e);
 *     json_end(j, e);
 *
 * All of it is checked, also skipped values (RFC 8259: no comments, no trailing
 * commas, no raw control characters, valid UTF-8).  A file may be packed
 * (files/unpack.h), and begin with a byte order mark.
 *
 * Errors:  -1 with "file 'PATH', line N, column N: found X, expected Y", the
 *          column in bytes from 1; nothing can be read after one.
 * Threads: one struct json belongs to one thread at a time.
 */
#ifndef TEXT_FORMATS_JSON_H
#define TEXT_FORMATS_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"

#define JSON_LONGEST (1 << 24) /* most bytes of a stored text or number */

struct json;

struct json *json_open(const char *path, struct error *e);
void json_close(struct json *j); /* NULL is fine */

/* Read the one value of a line of valid UTF-8, borrowed until json_close().
 * Errors begin with "column N: "; there is no digest. */
struct json *json_line(const char *text, size_t len);

/* Check that only white space is left of the file or the line. */
int json_end(struct json *j, struct error *e);

/* The digest of the bytes on disk; after json_end(). */
struct digest json_digest(const struct json *j);

/* Step into an object '{' or an array '['. */
int json_enter(struct json *j, char open, struct error *e);

/* In an object: 1 if another member follows, whose value is to be read next; 0
 * after its end.  name may be NULL. */
int json_member(struct json *j, struct str *name, struct error *e);

/* In an array: 1 if another element follows, 0 after its end. */
int json_element(struct json *j, struct error *e);

/* Replace *out by a text, unescaped (never with a NUL in it), or by a number as
 * it is written. */
int json_text(struct json *j, struct str *out, struct error *e);
int json_number(struct json *j, struct str *out, struct error *e);

/* A whole number from 0 to 2^31 - 1; true or false. */
int json_count(struct json *j, int *out, struct error *e);
int json_bool(struct json *j, bool *out, struct error *e);

/* The first byte of the next value, -1 if there is none: '{', '[', '"', 't',
 * 'f', 'n', else a number's, if it is a value. */
int json_next(struct json *j);

/* Error: something else than the next value is expected.  Returns -1. */
int json_refuse(struct json *j, const char *expected, struct error *e);

/* True if the next value is null, which is then skipped. */
bool json_null(struct json *j, struct error *e);

/* Skip a value of any type. */
int json_skip(struct json *j, struct error *e);

/* The place of the next value or end. */
struct json_place {
    long line;
    size_t column; /* both from 1 */
};
struct json_place json_here(struct json *j);

/* An error at a place.  Returns -1. */
int json_error(const struct json *j, struct json_place at, struct error *e,
               const char *fmt, ...) PRINTF_LIKE(4, 5);

/* --- whole arrays and objects -------------------------------------------- */

/* Read the next value into the caller's object. */
typedef int json_take(struct json *j, void *into, struct error *e);

/* Read an array, each of its values by the same call. */
int json_each(struct json *j, json_take *take, void *into, struct error *e);

/* Read an object, each member's value by a call with the member's name
 * (borrowed during it). */
typedef int json_take_named(struct json *j, const char *name, void *into,
                            struct error *e);
int json_each_member(struct json *j, json_take_named *take, void *into,
                     struct error *e);

/* A wanted member, and the function that reads its value. */
struct json_field {
    const char *name; /* NULL ends a table */
    json_take *take;
    bool optional;
};

/*
 * Read an object by a table of at most 32 members.  A member that occurs twice,
 * or is missing and not optional, is an error, which calls the object `what`
 * ("an answer").  Other members are skipped.
 */
int json_table(struct json *j, const struct json_field *fields, void *into,
               const char *what, struct error *e);

/* Error: the member that was just read occurred before.  Returns -1. */
int json_twice(struct json *j, const char *what, const char *name,
               struct error *e);

/* --- objects of which some texts and numbers are wanted ------------------- */

/* A member that is wanted. */
struct json_want {
    const char *key;  /* borrowed */
    struct str value; /* its text, unescaped; a number as it is written */
    bool found;
};

/*
 * Read an object.  Each want's value and found are set; a wanted member that is
 * neither text nor number, or occurs twice, is an error.  Other members are
 * skipped.
 */
int json_members(struct json *j, struct json_want *want, int n,
                 struct error *e);

/* The same for a line, which is one object of valid UTF-8.  Errors begin with
 * "column N: ". */
int json_object(const char *text, size_t len, struct json_want *want, int n,
                struct error *e);

#endif
