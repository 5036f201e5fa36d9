/*
 * section_cache.h - parts of a page that are kept from one writing of it to the
 * next, which would make them anew from the same input.
 *
 * A part is found by a digest of all that it is made from.  What a writing has
 * not asked for is dropped at its end.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HTML_SECTION_CACHE_H
#define REPORT_HTML_SECTION_CACHE_H

#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"

struct cached_section {
    struct digest from;
    char *text; /* owned */
    bool used;  /* by this writing */
};

/* A zeroed one has none. */
struct section_cache {
    int n, room;
    struct cached_section *part; /* owned */
};

/* The text of a part, borrowed until section_cache_sweep(); NULL: it is not
 * kept.  A NULL struct section_cache keeps nothing. */
const char *section_cache_find(struct section_cache *k, struct digest from);
void section_cache_add(struct section_cache *k, struct digest from,
                       const char *text);

/* The page is written. */
void section_cache_sweep(struct section_cache *k);
void section_cache_release(struct section_cache *k);

#endif
