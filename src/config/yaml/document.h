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
/* Of these sections alone, up to a NULL; NULL: of all.  It has no text. */
struct document *document_copy(const struct document *d,
                               const char *const *sections);
void document_free(struct document *d);

/* It stands in a results folder: its kinds, and those of its copies, are not
 * asked what they refuse of fresh experiments alone. */
void document_set_stored(struct document *d);
bool document_is_stored(const struct document *d);

/* The file's text as it was read, "" of a copy; borrowed until
 * document_free(). */
const char *document_text(const struct document *d);

/*
 * Set a dotted name to a value in YAML form ("0.1", "coda", "[a, b]"),
 * making the mappings on the way.  A later error at this value says `where`
 * ("--set model.hidden=x") instead of a line.
 *
 * A kind may be given by its name alone, `X: NAME`, which is the same as
 * `X: {kind: NAME}`: so setting X.FIELD adds a field to it, and setting X to
 * another NAME sets X.kind.
 *
 * Setting `X.kind` to another kind leaves out, when X is bound, those fields
 * already there that only the former kind has: a file may describe one kind
 * and a sweep name others.  A field set after X.kind must fit, and so must one
 * inside it: after X.kind, X.Y.FIELD says that this kind has Y.
 */
int document_set(struct document *d, const char *name, const char *value,
                 const char *where, struct error *e);

/* Is a value in YAML form a name alone, in quotes or not? */
bool document_is_name(const char *value);

/* The same where nothing is given yet, as another default: left out, when it is
 * bound, by a kind that has no such field. */
int document_preset(struct document *d, const char *name, const char *value,
                    const char *where, struct error *e);

/* Leave out what was set at a name, if anything was, when it is bound by a kind
 * that has no such field: as another default. */
void document_yield(struct document *d, const char *name);

/* Give what stands at one name, if anything does, another name, where nothing
 * stands yet. */
int document_move(struct document *d, const char *from, const char *to,
                  const char *where, struct error *e);

/* The same as document_set() of a member of mapping `parent` whose key has dots
 * itself. */
int document_set_key(struct document *d, const char *parent, const char *key,
                     const char *value, const char *where, struct error *e);

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
    enum entry_type type;
    const void *node; /* document's own, for document_entries_of() */
};

/* The entry at a dotted name; false when there is none. */
bool document_find(const struct document *d, const char *name,
                   struct entry *out);

/* The member of a mapping; false when there is none. */
bool document_member(const struct entry *parent, const char *key,
                     struct entry *out);

/* The members at a dotted name; returns how many (0 when absent), and
 * *out is the caller's to free(). */
int document_entries(const struct document *d, const char *name,
                     struct entry **out);
int document_entries_of(const struct document *d, const struct entry *parent,
                        struct entry **out);

/* The same as document_check_keys() of an entry, called `title` in errors. */
int document_check_members(const struct document *d, const struct entry *at,
                           const char *title, const char *const *allowed,
                           struct error *e);

/* An error at an entry's value, or at its key: "file: line L, column C: "
 * before the text; NULL: at the file.  Returns -1. */
int document_error(const struct document *d, const struct entry *at,
                   struct error *e, const char *fmt, ...) PRINTF_LIKE(4, 5);
int document_key_error(const struct document *d, const struct entry *at,
                       struct error *e, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Put the place of what stands at a dotted name before an error, or that of the
 * field in it that the error names, "task.train: found ..."; or else the file.
 * Returns -1. */
int document_error_in(const struct document *d, const char *name,
                      struct error *e);

/* "file: line L, column C" of an entry's value, to be a `where`. */
void document_place(const struct document *d, const struct entry *at,
                    struct str *out);

/* Did it come from document_set(), itself and not only what is in it? */
bool document_was_set(const struct entry *at);

/* What stands there, for "found %s": 'abc', a list, nothing, ... */
void document_found(const struct entry *at, struct str *out);

/* An entry as YAML on one line, which reads back the same. */
void document_yaml(const struct entry *at, struct str *out);

/* Read a scalar as a real / whole number.  -1 with the place when not. */
int document_real(const struct document *d, const struct entry *at, double *out,
                  struct error *e);
int document_int(const struct document *d, const struct entry *at, long *out,
                 struct error *e);

#endif
