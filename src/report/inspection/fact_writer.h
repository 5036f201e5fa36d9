/*
 * fact_writer.h - writes facts in sections: for people a line for each fact,
 * for programs members of a JSON object that the caller begins and ends.
 *
 *     struct fact_writer t = {.json = json, .out = out};
 *     fact_writer_text(&t, "kind", "result");
 *     fact_writer_begin(&t, "history");
 *     fact_writer_long(&t, "evaluations", 7);
 *     fact_writer_end(&t);
 *
 * Threads: one at a time.  Errors: none.
 */
#ifndef REPORT_INSPECTION_FACT_WRITER_H
#define REPORT_INSPECTION_FACT_WRITER_H

#include <stdbool.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"

struct fact_writer {
    bool json;
    struct str *out; /* borrowed */
    size_t from;     /* offset in out of the current section's lines; 0 outside;
                        private */
};

void fact_writer_begin(struct fact_writer *t, const char *section);
void fact_writer_end(struct fact_writer *t);

void fact_writer_text(const struct fact_writer *t, const char *name,
                      const char *value);
void fact_writer_long(const struct fact_writer *t, const char *name,
                      long value);
void fact_writer_real(const struct fact_writer *t, const char *name,
                      double value);
void fact_writer_digest(const struct fact_writer *t, const char *name,
                        struct digest d);

/* Write a section of texts, from lines that have `between` after their
 * names. */
void fact_writer_lines(struct fact_writer *t, const char *section,
                       const char *lines, const char *between);

/* Begin and end a fact with several parts: an object, or one line. */
void fact_writer_begin_one(const struct fact_writer *t, const char *name);
void fact_writer_end_one(const struct fact_writer *t);

/* Write one of these parts, "valid 61.2".  NaN is left out, and null for
 * programs. */
void fact_writer_part(const struct fact_writer *t, const char *name,
                      double value);

/* Write a shape: "48 x 2", or the member `shape`. */
void fact_writer_shape(const struct fact_writer *t, int rank,
                       const long *extent);

#endif
