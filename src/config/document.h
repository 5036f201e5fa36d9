/*
 * document.h - a YAML file as typed fields, every error with file, line and
 * column, what was found and what was expected.
 *
 * A document is read once and copied for each trial; a sweep sets values by
 * dotted names ("model.attention.gate") before the copy is bound.
 *
 * Threads: one document belongs to one thread at a time.
 */
#ifndef CONFIG_DOCUMENT_H
#define CONFIG_DOCUMENT_H

#include "base/error.h"
#include "config/field.h"

struct document; /* a parsed file */

/* Read a file, or text with a name to show in errors.  NULL on failure. */
struct document *document_read(const char *path, struct error *e);
struct document *document_parse(const char *text, const char *name,
                                struct error *e);
struct document *document_copy(const struct document *d);
void document_free(struct document *d);

/* The file's text as it was read; borrowed until document_free(). */
const char *document_text(const struct document *d);

/*
 * Set a dotted name to a value in YAML form ("0.1", "coda", "[a, b]"),
 * making the mappings on the way.  A later error at this value says `where`
 * ("--set model.hidden=x", "sweep.parameters") instead of a line.
 * Setting `X.kind` drops the fields of X that belonged to another kind only
 * when they came from an earlier document_set().
 */
int document_set(struct document *d, const char *name, const char *value,
                 const char *where, struct error *e);

/* Does the dotted name exist? */
bool document_has(const struct document *d, const char *name);

/*
 * Bind the mapping at a dotted name ("" is the root) to fields.  Fields not
 * given keep their default; conf is zeroed and preset here.  Unknown names,
 * wrong types, values out of range and missing required fields are errors;
 * an unknown name is answered with the nearest known one.  On failure conf
 * is released.
 */
int document_bind(const struct document *d, const char *name,
                  const struct field *fields, void *conf, struct error *e);

/* The same for a field that is a kind: `task: {kind: rank, ...}`. */
int document_bind_kind(const struct document *d, const char *name,
                       const struct kinds *kinds, struct chosen *c,
                       struct error *e);

/* The keys of a mapping in file order.  Names outside `allowed` are errors
 * as in document_bind().  The root is "". */
int document_check_keys(const struct document *d, const char *name,
                        const char *const *allowed, struct error *e);

/*
 * Walking, for what is no field table (the sweep's parameters, published
 * numbers).  An entry is borrowed until the document changes.
 */
struct entry {
    const char *key;   /* of a mapping's member; NULL for a sequence's */
    const char *value; /* scalar text; NULL for a mapping or a sequence */
    bool quoted;       /* the scalar was in quotes: never a number */
    enum { ENTRY_SCALAR, ENTRY_MAPPING, ENTRY_SEQUENCE } type;
    const void *node; /* document's own, for document_entries_of() */
};

/* The members at a dotted name; returns how many (0 when absent), and
 * *out is the caller's to free(). */
int document_entries(const struct document *d, const char *name,
                     struct entry **out);
int document_entries_of(const struct document *d, const struct entry *parent,
                        struct entry **out);

/* An error at an entry: "file: line L, column C: " before the text.
 * Returns -1. */
int document_error(const struct document *d, const struct entry *at,
                   struct error *e, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Read a scalar as a real / whole number.  -1 with the place when not. */
int document_real(const struct document *d, const struct entry *at, double *out,
                  struct error *e);
int document_int(const struct document *d, const struct entry *at, long *out,
                 struct error *e);

#endif
