/*
 * kept.h - parts of a page that are kept from one writing of it to the next,
 * which would make them anew from the same input.
 *
 * A part is found by a digest of all that it is made from.  What a writing has
 * not asked for is dropped at its end.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HTML_KEPT_H
#define REPORT_HTML_KEPT_H

#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"

struct kept_part {
    struct digest from;
    char *text; /* owned */
    bool used;  /* by this writing */
};

/* A zeroed one has none. */
struct kept {
    int n, room;
    struct kept_part *part; /* owned */
};

/* The text of a part, borrowed until kept_sweep(); NULL: it is not kept.  A
 * NULL struct kept keeps nothing. */
const char *kept_find(struct kept *k, struct digest from);
void kept_add(struct kept *k, struct digest from, const char *text);

/* The page is written. */
void kept_sweep(struct kept *k);
void kept_release(struct kept *k);

#endif
