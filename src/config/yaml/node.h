/*
 * node.h - the tree of a document; private to config/yaml.
 *
 * libfyaml parses, and this tree keeps the result: it is small enough to be
 * copied for each trial, and each node has its place in the file.
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

struct yaml_position {
    int line, column; /* from 1; 0: not from a file */
};

struct yaml_node {
    enum entry_type type;
    char *key;   /* owned; NULL in a sequence and at the root */
    char *value; /* owned; ENTRY_SCALAR */
    bool quoted; /* the scalar was in quotes */
    struct yaml_position at, key_at; /* of the value and of the key */
    char *where;  /* owned; named in errors instead of a place */
    bool leads;   /* `where` set a value inside, not this node */
    char *former; /* owned; the name of the kind around it when it was written
                     ("": none named), if it is another now */
    bool preset;  /* from document_preset() */
    int n, room;
    struct yaml_node **child; /* owned, each too */
};

struct yaml_node *yaml_node_new(enum entry_type type);
void yaml_node_free(struct yaml_node *n);
struct yaml_node *yaml_node_copy(const struct yaml_node *n);
/* Copy a mapping with only the members that have one of the keys, a
 * NULL-terminated list. */
struct yaml_node *yaml_node_copy_of(const struct yaml_node *n,
                                    const char *const *keys);
void yaml_node_add(struct yaml_node *parent, struct yaml_node *child);

/* The member of a mapping, or NULL. */
struct yaml_node *yaml_node_member(const struct yaml_node *mapping,
                                   const char *key, size_t n);

/* The node at a dotted name, or NULL; "" is the root. */
struct yaml_node *yaml_node_at(const struct yaml_node *root, const char *name);

/*
 * Parse one YAML document.  NULL on failure, with `name` and the place in the
 * error; NULL without an error if the text has no content.
 */
struct yaml_node *yaml_node_parse(const char *name, const char *text,
                                  size_t len, struct error *e);

/* A description of the value, for "found %s": 'abc', "abc", a list, nothing. */
void yaml_node_found(const struct yaml_node *n, struct str *out);

/* A user's text on one line (core/show.h), cut if it is long. */
void show_short(const char *text, struct str *out);

/* "FILE: line L, column C: " or "WHERE: " of a node; of NULL the file alone. */
void yaml_node_position(const char *file, const struct yaml_node *n, bool key,
                        struct str *out);

/* error_set() with the place first.  Returns -1. */
int yaml_node_error(const char *file, const struct yaml_node *n, bool key,
                    struct error *e, const char *fmt, ...) PRINTF_LIKE(5, 6);

/* Read a YAML number.  -1 if the scalar is none. */
int scalar_real(const struct yaml_node *n, double *out);
int scalar_int(const struct yaml_node *n, long *out); /* -2: beyond a long */

#endif
