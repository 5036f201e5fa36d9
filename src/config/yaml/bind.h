/*
 * bind.h - putting one value of a document into a field; private to config/.
 *
 * Every error says the place, the field's dotted name, what was found and
 * what was expected.
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

/* A mapping to be bound: where it is and what it is called. */
struct section {
    const struct yaml_node *node;   /* NULL when it is not given */
    const struct yaml_node *around; /* for the place of what is missing */
    const char *path;               /* "model.attention" */
    const char *title;              /* "model.attention (coda)" */
    const struct kinds *kinds;      /* of a kind: its registry, else NULL */
    const char *preset; /* the kind it is when none is named; "": none */
    const struct field *beside; /* of a kind: what stands beside its fields */
    void *place;                /* and what they lie in */
};

/*
 * Put the value at `n` into the field `f`, which lies at `p` and is called
 * `path`.  The field is of any type but FIELD_TYPE_KIND.  -1 on failure.
 */
int bind_value(struct binding *b, const struct yaml_node *n, const char *path,
               const struct field *f, void *p);

/* Errors, -1: something else was expected, or one of a list of names. */
int fail_value(struct binding *b, const struct yaml_node *n, const char *path,
               const char *expected);
int fail_name(struct binding *b, const struct yaml_node *n, const char *path,
              const char *const *names, int count);

/* Of a member whose name none of the fields has, nor what stands beside them.
 */
int fail_unknown(struct binding *b, const struct section *s,
                 const struct field *fields, const struct yaml_node *n);

/* Of a member that stands at `path` in a field which is unset: it is given, or
 * no kind that the field may be has one of that name. */
int fail_unset(struct binding *b, const struct field *f,
               const struct yaml_node *n, const char *path);

#endif
