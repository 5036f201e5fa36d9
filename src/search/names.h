/*
 * names.h - which trial was first to have a name.
 *
 * Threads: one at a time.
 */
#ifndef SEARCH_NAMES_H
#define SEARCH_NAMES_H

#include <stdbool.h>

#include "base/digest.h"

struct names {
    void *tree; /* of tsearch(); NULL: empty */
};
void names_release(struct names *n);

/* The trial that has the name, which is `trial` from now on if none had. */
long names_first(struct names *n, struct digest name, long trial);

bool names_has(const struct names *n, struct digest name);

#endif
