/*
 * json.h - JSON, read piece by piece: a file of any size in the memory of its
 * longest text, or the one object of a line.
 *
 * Who reads says what has to come and gets it, in the order of the file:
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
 * All of it is checked, what is stepped over too (RFC 8259: no comments, no
 * trailing commas, no raw control characters, valid UTF-8).  A file may be
 * packed (files/unpack.h), and begin with a byte order mark.
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

#define JSON_LONGEST (1 << 24) /* bytes of a kept text or number of a file */

struct json;

struct json *json_open(const char *path, struct error *e);
void json_close(struct json *j); /* NULL is fine */

/* The one value of a line of valid UTF-8, borrowed until json_close().  Errors
 * begin with "column N: "; there is no digest. */
struct json *json_line(const char *text, size_t len);

/* The file, or the line, has nothing more but space. */
int json_end(struct json *j, struct error *e);

/* Of the bytes on disk; after json_end(). */
struct digest json_digest(const struct json *j);

/* Step into an object '{' or an array '['. */
int json_enter(struct json *j, char open, struct error *e);

/* In an object: 1 when another member follows, whose value is to be read next;
 * 0 at its end, which is stepped over.  name may be NULL. */
int json_member(struct json *j, struct str *name, struct error *e);

/* In an array: the same of elements. */
int json_element(struct json *j, struct error *e);

/* Replace *out by a text, unescaped (never with a NUL in it), or by a number as
 * it is written. */
int json_text(struct json *j, struct str *out, struct error *e);
int json_number(struct json *j, struct str *out, struct error *e);

/* A whole number from 0 to 2^31 - 1; true or false. */
int json_count(struct json *j, int *out, struct error *e);
int json_bool(struct json *j, bool *out, struct error *e);

/* The byte that the next value begins with, -1 where there is none: '{', '[',
 * '"', 't', 'f', 'n', else a number's, if it is a value. */
int json_next(struct json *j);

/* Say that something else is expected than the next value.  Returns -1. */
int json_refuse(struct json *j, const char *expected, struct error *e);

/* Is the next value null?  Then it is stepped over. */
bool json_null(struct json *j, struct error *e);

/* Step over a value of any sort. */
int json_skip(struct json *j, struct error *e);

/* Where the next value or end stands. */
struct json_place {
    long line;
    size_t column; /* both from 1 */
};
struct json_place json_here(struct json *j);

/* Say what is wrong at a place.  Returns -1. */
int json_error(const struct json *j, struct json_place at, struct error *e,
               const char *fmt, ...) PRINTF_LIKE(4, 5);

/* --- whole arrays and objects -------------------------------------------- */

/* Read the value that is next into what the caller has handed over. */
typedef int json_take(struct json *j, void *into, struct error *e);

/* Read an array, each of its values by the same call. */
int json_each(struct json *j, json_take *take, void *into, struct error *e);

/* Read an object, each of its members' values by a call, which is told the
 * member's name (borrowed during it). */
typedef int json_take_named(struct json *j, const char *name, void *into,
                            struct error *e);
int json_each_member(struct json *j, json_take_named *take, void *into,
                     struct error *e);

/* A member that is wanted, and how its value is read. */
struct json_field {
    const char *name; /* NULL ends a table */
    json_take *take;
    bool optional;
};

/*
 * Read an object by a table of at most 32 members.  One that stands there
 * twice, or is missing and not optional, is an error, which calls the object
 * `what` ("an answer").  Other members are stepped over.
 */
int json_table(struct json *j, const struct json_field *fields, void *into,
               const char *what, struct error *e);

/* Say that a member that has just been named was there before.  Returns -1. */
int json_twice(struct json *j, const char *what, const char *name,
               struct error *e);

/* --- objects of which some texts and numbers are wanted ------------------ */

/* A member that is wanted. */
struct json_want {
    const char *key;  /* borrowed */
    struct str value; /* its text, unescaped; a number as it is written */
    bool found;
};

/*
 * Read an object.  Each want's value and found are set; a wanted member that is
 * neither text nor number, or stands there twice, is an error.  Other members
 * are stepped over.
 */
int json_members(struct json *j, struct json_want *want, int n,
                 struct error *e);

/* The same of a line, which is one object of valid UTF-8.  Errors begin with
 * "column N: ". */
int json_object(const char *text, size_t len, struct json_want *want, int n,
                struct error *e);

#endif
