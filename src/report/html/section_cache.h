/*
 * section_cache.h - finished parts of a page, kept for the next writing of the
 * page, which would make them again from the same input.
 *
 * A part is found by a digest of its whole input.  Parts that a writing has not
 * used are dropped at its end.
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
    bool used;  /* by the current writing */
};

/* A zeroed cache is empty. */
struct section_cache {
    int n, room;
    struct cached_section *part; /* owned */
};

/* Return the text of a part, borrowed until section_cache_sweep(), or NULL if
 * it is not there.  If k is NULL, nothing is kept. */
const char *section_cache_find(struct section_cache *k, struct digest from);
void section_cache_add(struct section_cache *k, struct digest from,
                       const char *text);

/* End a writing: drop the parts that it has not used. */
void section_cache_sweep(struct section_cache *k);
void section_cache_release(struct section_cache *k);

#endif
