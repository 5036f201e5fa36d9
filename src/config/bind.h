/*
 * bind.h - putting one value of a document into a field; private to config/.
 *
 * Every error says the place, the field's dotted name, what was found and
 * what was expected.
 *
 * Threads: as document.h.
 */
#ifndef CONFIG_BIND_H
#define CONFIG_BIND_H

#include "config/node.h"

struct binding {
    const struct document *d;
    struct error *e;
};

/*
 * Put the value at `n` into the field `f`, which lies at `p` and is called
 * `path`.  The field is of any type but FIELD_TYPE_KIND.  -1 on failure.
 */
int bind_value(struct binding *b, const struct node *n, const char *path,
               const struct field *f, void *p);

/* Errors, -1: something else was expected, or one of a list of names. */
int fail_value(struct binding *b, const struct node *n, const char *path,
               const char *expected);
int fail_name(struct binding *b, const struct node *n, const char *path,
              const char *const *names, int count);

#endif
