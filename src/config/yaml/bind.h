/*
 * bind.h - store one value of a document in a field; private to config/.
 *
 * Every error has the place, the field's dotted name, what was found and what
 * was expected.
 *
 * Threads: as document.h.
 */
#ifndef CONFIG_YAML_BIND_H
#define CONFIG_YAML_BIND_H

#include "config/yaml/document_internal.h"

struct binding {
    const struct document *d;
    struct error *e;
};

/* A mapping to be bound: its place and its name. */
struct section {
    const struct yaml_node *node;   /* NULL if it is not given */
    const struct yaml_node *around; /* for the place of what is missing */
    const char *path;               /* "model.attention" */
    const char *title;              /* "model.attention (coda)" */
    const struct kinds *kinds;      /* for a kind: its registry, else NULL */
    const char *preset;             /* the kind if none is named; "": none */
    const struct field *beside; /* for a kind: fields in addition to its own */
    void *place;                /* and the struct that holds them */
};

/*
 * Store the value at `n` in the field `f`, at address `p`, called `path`.  The
 * field is of any type but FIELD_TYPE_KIND.  -1 on failure.
 */
int bind_value(struct binding *b, const struct yaml_node *n, const char *path,
               const struct field *f, void *p);

/* Errors, -1: something else was expected, or one of a list of names. */
int fail_value(struct binding *b, const struct yaml_node *n, const char *path,
               const char *expected);
int fail_name(struct binding *b, const struct yaml_node *n, const char *path,
              const char *const *names, int count);

/* Error, -1: neither the fields nor those beside them have a member's name. */
int fail_unknown(struct binding *b, const struct section *s,
                 const struct field *fields, const struct yaml_node *n);

/* Error, -1: a member is given at `path` inside a field that is unset, or whose
 * possible kinds have no field of that name. */
int fail_unset(struct binding *b, const struct field *f,
               const struct yaml_node *n, const char *path);

#endif
