/*
 * node.h - the tree a document is kept as; private to config/yaml.
 *
 * libfyaml reads, this tree remembers: small enough to be copied for each
 * trial, and each node knows where it was written.
 *
 * Threads: a tree belongs to one thread at a time.
 */
#ifndef CONFIG_YAML_NODE_H
#define CONFIG_YAML_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "config/yaml/entry_type.h"

struct place {
    int line, column; /* from 1; 0: nowhere in a file */
};

struct node {
    enum entry_type type;
    char *key;               /* owned; NULL in a sequence and at the root */
    char *value;             /* owned; ENTRY_SCALAR */
    bool quoted;             /* the scalar stood in quotes */
    struct place at, key_at; /* of the value and of the key */
    char *where;             /* owned; what to say instead of a place */
    bool leads;   /* that is of a value inside it: it was not set itself */
    char *former; /* owned; the kind around it was NAMEd so when it was
                     written ("": not at all), and is another now */
    bool preset;  /* from document_preset() */
    int n, room;
    struct node **child; /* owned, each too */
};

struct node *node_new(enum entry_type type);
void node_free(struct node *n);
struct node *node_copy(const struct node *n);
/* Of a mapping, with those of its members alone that have one of the keys. */
struct node *node_copy_of(const struct node *n, const char *const *keys);
void node_add(struct node *parent, struct node *child);

/* The member of a mapping, or NULL. */
struct node *node_member(const struct node *mapping, const char *key, size_t n);

/* The node at a dotted name, or NULL; "" is the root. */
struct node *node_at(const struct node *root, const char *name);

/*
 * Parse one YAML document.  NULL on failure, with `name` and the place in
 * the error, and NULL without an error when the text has no content.
 */
struct node *node_parse(const char *name, const char *text, size_t len,
                        struct error *e);

/* What stands there, for "found %s": 'abc', "abc", a list, nothing. */
void node_found(const struct node *n, struct str *out);

/* User's text on one line (core/show.h), cut when long. */
void show_short(const char *text, struct str *out);

/* "FILE: line L, column C: " or "WHERE: " of a node (NULL: the file). */
void node_place(const char *file, const struct node *n, bool key,
                struct str *out);

/* error_set() with the place in front.  Returns -1. */
int node_error(const char *file, const struct node *n, bool key,
               struct error *e, const char *fmt, ...) PRINTF_LIKE(5, 6);

/* A YAML number.  -1 when the scalar is none. */
int scalar_real(const struct node *n, double *out);
int scalar_int(const struct node *n, long *out); /* -2: beyond a long */

#endif
