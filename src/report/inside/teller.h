/*
 * teller.h - facts in sections, told to people, a line each, or to programs, as
 * members of a JSON object that the caller begins and finishes.
 *
 *     struct teller t = {.json = json, .out = out};
 *     tell_text(&t, "kind", "result");
 *     teller_begin(&t, "history");
 *     tell_long(&t, "evaluations", 7);
 *     teller_end(&t);
 *
 * Threads: one at a time.  Errors: none.
 */
#ifndef REPORT_INSIDE_TELLER_H
#define REPORT_INSIDE_TELLER_H

#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"

struct teller {
    bool json;
    struct str *out; /* borrowed */
    size_t from;     /* where a section's lines begin, 0: in none; its own */
};

void teller_begin(struct teller *t, const char *section);
void teller_end(struct teller *t);

void tell_text(const struct teller *t, const char *name, const char *value);
void tell_long(const struct teller *t, const char *name, long value);
void tell_real(const struct teller *t, const char *name, double value);
void tell_digest(const struct teller *t, const char *name, struct digest d);

/* A section of texts, from lines that have `between` behind their names. */
void tell_lines(struct teller *t, const char *section, const char *lines,
                const char *between);

/* A name with several facts: an object, or one line of parts. */
void teller_begin_one(const struct teller *t, const char *name);
void teller_end_one(const struct teller *t);

/* Of these: "valid 61.2"; nothing of NaN, which is null to programs. */
void tell_part(const struct teller *t, const char *name, double value);

/* "48 x 2", or the member `shape`. */
void tell_shape(const struct teller *t, int rank, const long *extent);

#endif
