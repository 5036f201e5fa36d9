/*
 * names.h - which trial was first to have a name.
 *
 * Threads: one at a time.
 */
#ifndef SEARCH_NAMES_H
#define SEARCH_NAMES_H

#include <stdbool.h>

#include "base/digest.h"

/* Zeroed, it has none. */
struct names {
    long n, room; /* room: 0 or a power of two */
    struct named {
        struct digest name;
        long after; /* 1 + the trial; 0: a free place */
    } * place;      /* [room] each at its digest or behind it; owned */
};
void names_release(struct names *n);

/* The trial that has the name, which is `trial` from now on if none had. */
long names_first(struct names *n, struct digest name, long trial);

/* The same, or -1, changing nothing. */
long names_find(const struct names *n, struct digest name);

#endif
