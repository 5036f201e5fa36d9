/*
 * document.h - a YAML file as typed fields, every error with file, line and
 * column, what was found and what was expected.
 *
 * A document is read once and copied for each trial; a sweep sets values by
 * dotted names ("model.attention.gate") before the copy is bound.
 *
 * Threads: one document belongs to one thread at a time.
 */
#ifndef CONFIG_YAML_DOCUMENT_H
#define CONFIG_YAML_DOCUMENT_H

#include <stddef.h>

#include "base/core/error.h"
#include "config/field/field.h"
#include "config/yaml/entry_type.h"

struct document; /* a parsed file */

#define DOCUMENT_LONGEST ((size_t)1 << 26) /* bytes */

/* Read a file, or text with a name to show in errors.  NULL on failure. */
struct document *document_read(const char *path, struct error *e);
struct document *document_parse(const char *text, const char *name,
                                struct error *e);
/* Copy these sections only, a NULL-terminated list; NULL: all.  A copy has no
 * text. */
struct document *document_copy(const struct document *d,
                               const char *const *sections);
void document_free(struct document *d);

/* Mark the document as stored in a results folder: its kinds, and those of its
 * copies, are not checked by `fresh`, as new experiments are. */
void document_set_stored(struct document *d);
bool document_is_stored(const struct document *d);

/* The file's text as it was read, "" for a copy; borrowed until
 * document_free(). */
const char *document_text(const struct document *d);

/*
 * Set a dotted name to a value in YAML form ("0.1", "coda", "[a, b]"),
 * creating the mappings in between.  A later error about this value names
 * `where` ("--set model.hidden=x") instead of a line.
 *
 * A kind may be given by its name alone: `X: NAME` is the same as
 * `X: {kind: NAME}`.  So setting X.FIELD adds a field to it, and setting X to
 * another NAME sets X.kind.
 *
 * After `X.kind` is set to another kind, fields that were there before and that
 * only the former kind has are ignored when X is bound: a file may describe
 * one kind and a sweep choose others.  A field set after X.kind must fit, and
 * so must one inside it: setting X.Y.FIELD after X.kind means that this kind
 * has Y.
 */
int document_set(struct document *d, const char *name, const char *value,
                 const char *where, struct error *e);

/* True if a value in YAML form is just a name, in quotes or not. */
bool document_is_name(const char *value);

/* The same if nothing is given yet, as a changed default: ignored, when it is
 * bound, by a kind that has no such field. */
int document_preset(struct document *d, const char *name, const char *value,
                    const char *where, struct error *e);

/* Treat what was set at a name, if anything was, as a changed default: it is
 * ignored when it is bound by a kind that has no such field. */
void document_yield(struct document *d, const char *name);

/* Move the value at one name, if there is one, to another name, which must have
 * no value yet. */
int document_move(struct document *d, const char *from, const char *to,
                  const char *where, struct error *e);

/* document_set() of a member of mapping `parent` whose key itself has dots. */
int document_set_key(struct document *d, const char *parent, const char *key,
                     const char *value, const char *where, struct error *e);

/* True if the dotted name exists. */
bool document_has(const struct document *d, const char *name);

/*
 * Bind the mapping at a dotted name ("" is the root) to fields.  Fields not
 * given keep their default; conf is zeroed and preset here.  Unknown names,
 * wrong types, values out of range and missing required fields are errors; the
 * error for an unknown name suggests the nearest known one.  On failure conf is
 * released.
 */
int document_bind(const struct document *d, const char *name,
                  const struct field *fields, void *conf, struct error *e);

/* The same for a field that is a kind: `task: {kind: rank, ...}`. */
int document_bind_kind(const struct document *d, const char *name,
                       const struct kinds *kinds, struct chosen *c,
                       struct error *e);

/* Check the keys of a mapping.  Names outside `allowed` are errors as in
 * document_bind().  The root is "". */
int document_check_keys(const struct document *d, const char *name,
                        const char *const *allowed, struct error *e);

/*
 * Walking the tree, for parts that no field table describes (the sweep's
 * parameters, published numbers).  An entry is borrowed until the document
 * changes.
 */
struct entry {
    const char *key;   /* of a member of a mapping; else NULL */
    const char *value; /* text of a scalar; NULL for other types */
    bool quoted;       /* the scalar was in quotes: never a number */
    enum entry_type type;
    const void *node; /* internal, for document_entries_of() */
};

/* Find the entry at a dotted name; false if there is none. */
bool document_find(const struct document *d, const char *name,
                   struct entry *out);

/* Find a member of a mapping; false if there is none. */
bool document_member(const struct entry *parent, const char *key,
                     struct entry *out);

/* The members at a dotted name; returns how many (0 if absent).  The caller
 * frees *out. */
int document_entries(const struct document *d, const char *name,
                     struct entry **out);
int document_entries_of(const struct document *d, const struct entry *parent,
                        struct entry **out);

/* document_check_keys() of an entry, which errors call `title`. */
int document_check_members(const struct document *d, const struct entry *at,
                           const char *title, const char *const *allowed,
                           struct error *e);

/* An error at an entry's value, or at its key: "file: line L, column C: " and
 * the text; with NULL only the file.  Returns -1. */
int document_error(const struct document *d, const struct entry *at,
                   struct error *e, const char *fmt, ...) PRINTF_LIKE(4, 5);
int document_key_error(const struct document *d, const struct entry *at,
                       struct error *e, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Put a place before an error: that of the field that the error names,
 * "task.train: found ...", within what is at a dotted name; else that of the
 * name; else the file.  Returns -1. */
int document_error_in(const struct document *d, const char *name,
                      struct error *e);

/* "file: line L, column C" of an entry's value, for use as `where`. */
void document_place(const struct document *d, const struct entry *at,
                    struct str *out);

/* True if document_set() set this value itself, and not only something inside
 * it. */
bool document_was_set(const struct entry *at);

/* A description of the value, for "found %s": 'abc', a list, nothing, ... */
void document_found(const struct entry *at, struct str *out);

/* An entry as YAML on one line, which reads back as the same. */
void document_yaml(const struct entry *at, struct str *out);

/* Read a scalar as a real / whole number.  -1, with the place in the error, if
 * it is none. */
int document_real(const struct document *d, const struct entry *at, double *out,
                  struct error *e);
int document_int(const struct document *d, const struct entry *at, long *out,
                 struct error *e);

#endif
